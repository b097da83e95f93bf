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
  passOn: (name) => `Przekaż te dane tej osobie: ${name}. Hasło jest widoczne tylko teraz; przy logowaniu trzeba wybrać własne.`,
  address: 'Adres',
  share: 'Udostępnij',
  qr: 'Kod QR z adresem',
  shareText: ({ address, email, password }) => `Twoje konto Callout\n${address}\nE-mail: ${email}\nHasło tymczasowe: ${password}`,
  done: 'Gotowe',
};
