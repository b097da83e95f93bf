import type { AbsenceTexts } from './en.ts';

export const pl: AbsenceTexts = {
  title: 'Nieobecności',
  lead: 'Osoby przydzielające zgłoszenia widzą terminy nieobecności.',
  leadOther: (name) => `Osoby przydzielające zgłoszenia widzą terminy nieobecności (${name}).`,
  open: 'Nieobecności',
  none: 'Brak wpisanych nieobecności.',
  from: 'Pierwszy dzień',
  to: 'Ostatni dzień',
  note: 'Notatka',
  noteHint: 'Widzą ją także klienci.',
  add: 'Dodaj nieobecność',
  remove: (number) => `Usuń nieobecność ${number}`,
  absence: (number) => `Nieobecność ${number}`,
  save: 'Zapisz nieobecności',
  saved: 'Zapisano nieobecności.',
  wrongOrder: 'Pierwszy dzień nie może być późniejszy niż ostatni.',
  awayUntil: (day) => `Nieobecność do ${day}`,
  awayFrom: (from, to) => `Nieobecność od ${from} do ${to}`,
};
