import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { FoundTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: FoundTexts = {
  report: 'Zgłoś inną usterkę',
  lead: (place) => `Miejsce: ${place}. Klient decyduje, co dalej.`,
  leadAnywhere: 'Klient decyduje, co dalej.',
  text: 'Co jest zepsute?',
  textHint: 'Co najmniej 5 znaków albo zdjęcie.',
  seePhoto: 'Patrz zdjęcie.',
  more: 'Kategoria, piętro, urządzenie',
  category: 'Kategoria',
  equipment: 'Urządzenie',
  none: 'Nie podano',
  send: 'Wyślij zgłoszenie',
  sending: 'Zgłoszenie jest wysyłane.',
  waits: 'Zapisano. Zgłoszenie zostanie wysłane, gdy będzie połączenie.',
  found: 'Zauważone przy tym zgłoszeniu',
  statuses: {
    open: 'Czeka na klienta',
    accepted: 'Utworzono zgłoszenie',
    merged: 'Dołączono do zgłoszenia',
    dismissed: 'Odrzucone',
  },
  photos: (count) => n(count, { one: '{n} zdjęcie', few: '{n} zdjęcia', many: '{n} zdjęć', other: '{n} zdjęcia' }),
};
