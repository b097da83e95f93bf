import type { InvitingTexts } from './en.ts';

export const de: InvitingTexts = {
  link: 'Einladungslink',
  for: (name) => `Link für ${name}`,
  passOn: (name) => `Mit diesem Link wählt ${name} ein Passwort und ist angemeldet. Er funktioniert einmal.`,
  message: (role, service, link) =>
    `${
      {
        admin: `Ihr Admin-Konto bei ${service} ist bereit.`,
        client: `Melden und verfolgen Sie Reparaturen bei ${service}.`,
        worker: `Ihre Aufträge finden Sie bei ${service}.`,
      }[role]
    } Öffnen Sie diesen Link und wählen Sie ein Passwort:\n${link}`,
  mail: 'Per E-Mail senden',
  mailed: (email) => `Link an ${email} gesendet.`,
  until: 'Gültig bis',
  noPassword: 'Hat noch kein Passwort gewählt.',
  later: 'Hier ist kein Passwort nötig: Es wird mit einem Link gewählt, den Sie gleich erhalten.',
};
