export const en = {
  date: 'Date',
  from: 'From',
  to: 'To',
  note: 'Note',
  noteHint: 'For example where to ring',
  nextDay: (day: string) => `It ends on the next day, ${day}.`,
  inPast: 'The beginning must not be in the past.',
};

export type FieldTexts = typeof en;
