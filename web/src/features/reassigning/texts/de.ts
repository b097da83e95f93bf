import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ReassigningTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: ReassigningTexts = {
  reassign: 'Neu zuweisen',
  reassignTitle: 'Neu zuweisen an',
  noOther: 'In diesem Projekt arbeitet sonst niemand.',
  reassignedTo: (name) => `hat den Auftrag ${name} neu zugewiesen`,
  handBack: 'Zurückgeben',
  handBackTitle: 'Auftrag zurückgeben?',
  handBackText: 'Auftraggeber und Admins werden informiert. Der Auftrag bleibt bei Ihnen, bis ihn jemand anderes bekommt.',
  reason: 'Grund',
  reasonHint: 'Mindestens 5 Zeichen',
  handBackDone: 'Zurückgegeben. Der Auftrag bleibt bei Ihnen, bis ihn jemand anderes bekommt.',
  handedBackByYou: 'Sie haben diesen Auftrag zurückgegeben. Beginnen Sie ihn, um ihn zu behalten.',
  handedBack: (name) => `${name} hat diesen Auftrag zurückgegeben`,
  handedBackAction: 'hat den Auftrag zurückgegeben',
  notOffline: 'Dafür ist eine Verbindung nötig.',
  handOver: 'Arbeit neu zuweisen',
  handOverTo: (name) => `Arbeit von ${name} neu zuweisen an`,
  nothing: 'Es gibt nichts neu zuzuweisen.',
  waiting: (count) =>
    n(count, {
      one: '{n} Auftrag bleibt, bis der Auftraggeber die Arbeit bestätigt:',
      other: '{n} Aufträge bleiben, bis der Auftraggeber die Arbeit bestätigt:',
    }),
  preview: (count, name) => n(count, { one: `{n} Auftrag geht an ${name}.`, other: `{n} Aufträge gehen an ${name}.` }),
  stay: (count) => n(count, { one: '{n} Auftrag bleibt:', other: '{n} Aufträge bleiben:' }),
  submit: (count) => n(count, { one: '{n} Auftrag neu zuweisen', other: '{n} Aufträge neu zuweisen' }),
  moved: (count, name) =>
    n(count, { one: `{n} Auftrag neu zugewiesen an ${name}.`, other: `{n} Aufträge neu zugewiesen an ${name}.` }),
  request: (id) => `Auftrag #${id}`,
  otherWorker: 'Anderen Handwerker wählen',
};
