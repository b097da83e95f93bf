import type { AbsenceTexts } from './en.ts';

export const de: AbsenceTexts = {
  title: 'Abwesenheiten',
  lead: 'Wer Aufträge zuweist, sieht, wann Sie abwesend sind.',
  leadOther: (name) => `Wer Aufträge zuweist, sieht, wann ${name} abwesend ist.`,
  open: 'Abwesenheiten',
  none: 'Keine Abwesenheiten eingetragen.',
  from: 'Erster Tag',
  to: 'Letzter Tag',
  note: 'Notiz',
  noteHint: 'Auch Auftraggeber sehen sie.',
  add: 'Abwesenheit hinzufügen',
  remove: (number) => `Abwesenheit ${number} entfernen`,
  absence: (number) => `Abwesenheit ${number}`,
  save: 'Abwesenheiten speichern',
  saved: 'Abwesenheiten gespeichert.',
  wrongOrder: 'Der erste Tag darf nicht nach dem letzten liegen.',
  awayUntil: (day) => `Abwesend bis ${day}`,
  awayFrom: (from, to) => `Abwesend ${from} bis ${to}`,
};
