import type { JoinTexts } from './en.ts';

export const pl: JoinTexts = {
  title: 'Wybierz hasło',
  submit: 'Zapisz i zaloguj się',
  used: 'Ten link wygasł lub został już użyty. Jeśli masz już hasło, zaloguj się. W przeciwnym razie poproś o nowy link.',
  waits: 'Hasło zostało zapisane. Zalogujesz się, gdy konto zostanie zatwierdzone.',
  isSet: 'Hasło zostało zapisane. Zaloguj się nim.',
  signedIn: (name) => `W tej przeglądarce trwa sesja: ${name}. Zostanie tu zakończona.`,
};
