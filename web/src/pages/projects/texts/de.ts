import type { AddWorkerTexts } from './en.ts';

export const de: AddWorkerTexts = {
  title: 'Handwerker hinzufügen',
  create: 'Neuer Handwerker',
  canSignIn: 'Kann sich sofort anmelden',
  approveLater: 'Die Anmeldung ist möglich, sobald Sie das Konto freigeben. Danach können Sie einladen.',
  inviteTo: (project) => `In das Projekt ${project} einladen`,
  submit: 'Handwerker hinzufügen',
  added: (name) => `${name} hinzugefügt`,
  invited: (project) => `In das Projekt ${project} eingeladen. Die Einladung läuft in 7 Tagen ab.`,
  done: 'Fertig',
};
