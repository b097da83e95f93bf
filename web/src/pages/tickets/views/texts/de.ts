import type { ViewTexts } from './en.ts';

export const de: ViewTexts = {
  views: 'Gespeicherte Ansichten',
  save: 'Ansicht speichern',
  name: 'Name',
  shared: 'Mit allen teilen',
  update: 'Änderungen speichern',
  edit: (name) => `Ansicht ${name} bearbeiten`,
  remove: 'Ansicht löschen',
  movingDays: 'Die Tage gehen mit dem Kalender mit: „Letzter Monat“ ist immer der Monat vor dem aktuellen.',
  more: (count) => `${count} weitere`,
  sharedNote: 'Geteilt',
};
