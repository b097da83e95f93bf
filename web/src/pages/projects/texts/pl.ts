import type { AddWorkerTexts } from './en.ts';

export const pl: AddWorkerTexts = {
  title: 'Dodaj wykonawcę',
  create: 'Nowy wykonawca',
  canSignIn: 'Może się od razu zalogować',
  approveLater: 'Logowanie będzie możliwe, gdy zatwierdzisz konto. Potem możesz wysłać zaproszenie.',
  inviteTo: (project) => `Zaproś do projektu ${project}`,
  submit: 'Dodaj wykonawcę',
  added: (name) => `Dodano: ${name}`,
  invited: (project) => `Wysłano zaproszenie do projektu ${project}. Wygasa za 7 dni.`,
  done: 'Gotowe',
};
