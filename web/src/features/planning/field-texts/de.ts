import type { FieldTexts } from './en.ts';

export const de: FieldTexts = {
  date: 'Datum',
  from: 'Von',
  to: 'Bis',
  note: 'Notiz',
  noteHint: 'Zum Beispiel wo zu klingeln ist',
  nextDay: (day) => `Er endet am nächsten Tag, ${day}.`,
  inPast: 'Der Beginn darf nicht in der Vergangenheit liegen.',
};
