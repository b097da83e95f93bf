import type { NewTicketTexts } from './en.ts';

export const de: NewTicketTexts = {
  lead: 'Für jemanden am Telefon. Der Auftraggeber sieht den Auftrag als seinen eigenen, und der Verlauf nennt Sie.',
  client: 'Für wen ist der Auftrag?',
  allClients: 'Alle Auftraggeber',
  missingClient: 'ein Auftraggeber',
  contact: 'Ansprechperson vor Ort',
  contactText: 'Wer den Handwerker hereinlässt. Das wird die letzte Zeile der Beschreibung.',
  contactName: 'Name',
  contactPhone: 'Telefon',
  contactLine: (contact) => `Ansprechperson vor Ort: ${contact}`,
  tooLong: 'eine kürzere Beschreibung',
  notSentYet: 'Noch nicht gesendet. Ihr Auftrag wird mit seinen Fotos gesendet, sobald Sie online sind.',
};
