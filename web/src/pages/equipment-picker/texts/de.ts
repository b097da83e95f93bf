import type { PickerTexts } from './en.ts';

export const de: PickerTexts = {
  label: 'Anlage',
  choose: 'Anlage auswählen',
  change: 'Andere Anlage auswählen',
  noneOfThem: 'Keine davon',
  notSet: 'Der Auftrag wurde erstellt, aber ohne die Anlage, die er betrifft. Wählen Sie sie auf dieser Seite aus.',
};
