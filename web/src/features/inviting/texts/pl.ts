import type { InvitingTexts } from './en.ts';

export const pl: InvitingTexts = {
  link: 'Link z zaproszeniem',
  for: (name) => `Link dla: ${name}`,
  passOn: (name) => `Za pomocą tego linku ${name} wybiera hasło i od razu się loguje. Link działa raz.`,
  message: (role, service, link) =>
    `${
      {
        admin: `Twoje konto administratora w ${service} jest gotowe.`,
        client: `Zgłaszaj naprawy i śledź je w ${service}.`,
        worker: `Twoje zgłoszenia są w ${service}.`,
      }[role]
    } Otwórz ten link i wybierz hasło:\n${link}`,
  mail: 'Wyślij e-mailem',
  mailed: (email) => `Link wysłano na ${email}.`,
  until: 'Ważny do',
  noPassword: 'Hasło nie zostało jeszcze wybrane.',
  later: 'Hasło nie jest tu potrzebne: wybiera się je za pomocą linku, który zaraz otrzymasz.',
};
