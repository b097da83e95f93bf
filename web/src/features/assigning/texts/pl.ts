import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { BulkTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: BulkTexts = {
  selection: 'Zaznaczone zgłoszenia',
  selected: (count) => n(count, { one: 'Zaznaczono {n}', few: 'Zaznaczono {n}', many: 'Zaznaczono {n}' }),
  assignTo: 'Przydziel…',
  assignSelected: (count) =>
    n(count, { one: 'Przydziel {n} zgłoszenie', few: 'Przydziel {n} zgłoszenia', many: 'Przydziel {n} zgłoszeń' }),
  cancel: 'Anuluj zgłoszenia…',
  cancelSelected: (count) =>
    n(count, { one: 'Anulować {n} zgłoszenie?', few: 'Anulować {n} zgłoszenia?', many: 'Anulować {n} zgłoszeń?' }),
  clear: 'Wyczyść zaznaczenie',
  noneAssignable: 'Wykonanych i zamkniętych zgłoszeń nie można przydzielić.',
  handOver: 'Przydziel ponownie…',
  handOverSelected: (count) =>
    n(count, {
      one: 'Przydziel ponownie {n} zgłoszenie',
      few: 'Przydziel ponownie {n} zgłoszenia',
      many: 'Przydziel ponownie {n} zgłoszeń',
    }),
  handOverReason: 'Powód (opcjonalnie)',
  handOverHint: 'Do dziennika i dla nowego wykonawcy.',
  noWorker: 'Nie ma innego wykonawcy dla tych zgłoszeń.',
  takesNone: (name) => `${name} nie może przejąć żadnego z tych zgłoszeń.`,
  exportSelected: 'Eksportuj zaznaczone…',
  noneToHandOver: 'Ponownie przydzielić można tylko zgłoszenia, których wykonawca jeszcze nie zakończył.',
  split: 'Proponowany podział',
  share: (count, open) => `z tych: ${count}, otwarte: ${open}`,
  splitNow: (count) => `Podziel zgłoszenia: ${count}`,
  splitRest: (count) => `Pozostają zaznaczone, bo nikt z wybranych nie może ich przejąć: ${count}.`,
  undoKeys: 'Ctrl+Z',
  result: 'Wynik',
  done: {
    assign: (count, name) =>
      n(count, {
        one: `Przydzielono {n} zgłoszenie. Wykonawca: ${name}.`,
        few: `Przydzielono {n} zgłoszenia. Wykonawca: ${name}.`,
        many: `Przydzielono {n} zgłoszeń. Wykonawca: ${name}.`,
      }),
    handOver: (count, name) =>
      n(count, {
        one: `Ponownie przydzielono {n} zgłoszenie. Wykonawca: ${name}.`,
        few: `Ponownie przydzielono {n} zgłoszenia. Wykonawca: ${name}.`,
        many: `Ponownie przydzielono {n} zgłoszeń. Wykonawca: ${name}.`,
      }),
    cancel: (count) =>
      n(count, { one: 'Anulowano {n} zgłoszenie.', few: 'Anulowano {n} zgłoszenia.', many: 'Anulowano {n} zgłoszeń.' }),
  },
  doneOne: { assign: 'przydzielono', handOver: 'przydzielono ponownie', cancel: 'anulowano' },
  failed: (count) => n(count, { one: '{n} niemożliwe.', few: '{n} niemożliwe.', many: '{n} niemożliwych.' }),
  failedOne: (reason) => `niemożliwe: ${reason}`,
};
