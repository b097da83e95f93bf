export const en = {
  title: 'Absences',
  lead: 'Whoever assigns requests sees when you are away.',
  leadOther: (name: string) => `Whoever assigns requests sees when ${name} is away.`,
  open: 'Absences',
  none: 'No absences entered.',
  from: 'First day',
  to: 'Last day',
  note: 'Note',
  noteHint: 'Clients see it, too.',
  add: 'Add absence',
  remove: (number: number) => `Remove absence ${number}`,
  absence: (number: number) => `Absence ${number}`,
  save: 'Save absences',
  saved: 'Absences saved.',
  wrongOrder: 'The first day must not be after the last.',
  awayUntil: (day: string) => `Away until ${day}`,
  awayFrom: (from: string, to: string) => `Away ${from} to ${to}`,
};

export type AbsenceTexts = typeof en;
