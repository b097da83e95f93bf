import type { FieldTexts } from './en.ts';

export const pl: FieldTexts = {
  date: 'Data',
  from: 'Od',
  to: 'Do',
  note: 'Notatka',
  noteHint: 'Na przykład gdzie zadzwonić',
  nextDay: (day) => `Kończy się następnego dnia, ${day}.`,
  inPast: 'Początek nie może być w przeszłości.',
};
