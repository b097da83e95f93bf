import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { BulkTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: BulkTexts = {
  selection: 'Ausgewählte Aufträge',
  selected: (count) => n(count, { other: '{n} ausgewählt' }),
  assignTo: 'Zuweisen an …',
  assignSelected: (count) => n(count, { one: '{n} Auftrag zuweisen an', other: '{n} Aufträge zuweisen an' }),
  cancel: 'Stornieren …',
  cancelSelected: (count) => n(count, { one: '{n} Auftrag stornieren?', other: '{n} Aufträge stornieren?' }),
  clear: 'Auswahl aufheben',
  noneAssignable: 'Erledigte und geschlossene Aufträge können nicht zugewiesen werden.',
  handOver: 'Neu zuweisen an …',
  handOverSelected: (count) => n(count, { one: '{n} Auftrag neu zuweisen an', other: '{n} Aufträge neu zuweisen an' }),
  handOverReason: 'Grund (optional)',
  handOverHint: 'Für den Verlauf und den neuen Handwerker.',
  noWorker: 'Für diese Aufträge gibt es keinen anderen Handwerker.',
  takesNone: (name) => `${name} kann keinen dieser Aufträge übernehmen.`,
  exportSelected: 'Auswahl exportieren …',
  noneToHandOver: 'Neu zuweisen lassen sich nur Aufträge, mit denen ein Handwerker noch nicht fertig ist.',
  split: 'Vorgeschlagene Aufteilung',
  share: (count, open) => `${count} davon, ${open} offen`,
  splitNow: (count) => `${count} Aufträge aufteilen`,
  splitRest: (count) =>
    n(count, {
      one: '{n} bleibt ausgewählt: Keiner der Ausgewählten kann ihn übernehmen.',
      other: '{n} bleiben ausgewählt: Keiner der Ausgewählten kann sie übernehmen.',
    }),
  undoKeys: 'Strg+Z',
  result: 'Ergebnis',
  done: {
    assign: (count, name) => n(count, { one: `{n} Auftrag ${name} zugewiesen.`, other: `{n} Aufträge ${name} zugewiesen.` }),
    handOver: (count, name) =>
      n(count, { one: `{n} Auftrag neu zugewiesen an ${name}.`, other: `{n} Aufträge neu zugewiesen an ${name}.` }),
    cancel: (count) => n(count, { one: '{n} Auftrag storniert.', other: '{n} Aufträge storniert.' }),
  },
  doneOne: { assign: 'zugewiesen', handOver: 'neu zugewiesen', cancel: 'storniert' },
  failed: (count) => n(count, { other: '{n} nicht möglich.' }),
  failedOne: (reason) => `nicht möglich: ${reason}`,
};
