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
  passOn: (name) =>
    `Geben Sie dies an ${name} weiter. Das Passwort wird nur jetzt angezeigt; bei der Anmeldung wird ein eigenes gewählt.`,
  address: 'Adresse',
  share: 'Teilen',
  qr: 'QR-Code der Adresse',
  shareText: ({ address, email, password }) =>
    `Ihr Callout-Konto\n${address}\nE-Mail: ${email}\nVorläufiges Passwort: ${password}`,
  done: 'Fertig',
};
