import type { NewTicketTexts } from './en.ts';

export const pl: NewTicketTexts = {
  lead: 'Dla kogoś przy telefonie. Klient widzi zgłoszenie jako własne, a jego historia podaje Twoje nazwisko.',
  client: 'Dla kogo jest zgłoszenie?',
  allClients: 'Wszyscy klienci',
  missingClient: 'klienta',
  contact: 'Osoba kontaktowa na miejscu',
  contactText: 'Kto wpuści wykonawcę. To będzie ostatni wiersz opisu.',
  contactName: 'Imię i nazwisko',
  contactPhone: 'Telefon',
  contactLine: (contact) => `Osoba kontaktowa na miejscu: ${contact}`,
  tooLong: 'krótszy opis',
  notSentYet: 'Jeszcze niewysłane. Zgłoszenie wyślemy wraz ze zdjęciami, gdy wróci połączenie.',
};
