import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ReassigningTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: ReassigningTexts = {
  reassign: 'Przydziel ponownie',
  reassignTitle: 'Przydziel ponownie',
  noOther: 'W tym projekcie nie pracuje nikt inny.',
  reassignedTo: (name) => `ponownie przydzielił(a) zgłoszenie: ${name}`,
  handBack: 'Zwróć',
  handBackTitle: 'Zwrócić zgłoszenie?',
  handBackText:
    'Klient i administratorzy zostaną powiadomieni. Zgłoszenie pozostaje przydzielone, dopóki nie dostanie go ktoś inny.',
  reason: 'Powód',
  reasonHint: 'Co najmniej 5 znaków',
  handBackDone: 'Zgłoszenie zwrócone. Pozostaje przydzielone, dopóki nie dostanie go ktoś inny.',
  handedBackByYou: 'To zgłoszenie zostało zwrócone. Rozpoczęcie pracy to cofa.',
  handedBack: (name) => `Zgłoszenie zwraca: ${name}`,
  handedBackAction: 'zwrócił(a) zgłoszenie',
  notOffline: 'Do tego potrzebne jest połączenie.',
  handOver: 'Przydziel pracę ponownie',
  handOverTo: (name) => `Komu przydzielić pracę, którą ma teraz ${name}?`,
  nothing: 'Nie ma nic do ponownego przydzielenia.',
  waiting: (count) =>
    n(count, {
      one: '{n} zgłoszenie pozostaje, dopóki klient nie potwierdzi pracy:',
      few: '{n} zgłoszenia pozostają, dopóki klient nie potwierdzi pracy:',
      other: '{n} zgłoszeń pozostaje, dopóki klient nie potwierdzi pracy:',
    }),
  preview: (count, name) =>
    n(count, {
      one: `Do ${name} przejdzie {n} zgłoszenie.`,
      few: `Do ${name} przejdą {n} zgłoszenia.`,
      other: `Do ${name} przejdzie {n} zgłoszeń.`,
    }),
  stay: (count) =>
    n(count, { one: '{n} zgłoszenie pozostaje:', few: '{n} zgłoszenia pozostają:', other: '{n} zgłoszeń pozostaje:' }),
  submit: (count) =>
    n(count, {
      one: 'Przydziel ponownie {n} zgłoszenie',
      few: 'Przydziel ponownie {n} zgłoszenia',
      other: 'Przydziel ponownie {n} zgłoszeń',
    }),
  moved: (count, name) =>
    n(count, {
      one: `Ponownie przydzielono {n} zgłoszenie: ${name}.`,
      few: `Ponownie przydzielono {n} zgłoszenia: ${name}.`,
      other: `Ponownie przydzielono {n} zgłoszeń: ${name}.`,
    }),
  request: (id) => `Zgłoszenie #${id}`,
  otherWorker: 'Wybierz inną osobę',
};
