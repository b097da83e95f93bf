import type { TrustTexts } from './en.ts';

export const pl: TrustTexts = {
  passwordByOther: 'Wybrane przez kogoś innego',
  passwordByOtherNote: 'Hasło wybrał ktoś inny. Poproś właściciela konta, aby się zalogował i je zmienił.',
  passwordAdvice: (name) =>
    `Osoba, która wybrała hasło, może się zalogować na konto ${name}. Poproś właściciela konta, aby się zalogował i wybrał nowe hasło.`,
  password: 'Hasło',
  ownPassword: 'Wybrane przez właściciela konta',
  createdBy: (name) => `Konto utworzone przez: ${name}`,
  creator: 'Utworzone przez',
  you: 'Ciebie',
  email: 'Adres e-mail',
  emailVerified: 'Zweryfikowany',
  emailNotVerified: 'Niezweryfikowany',
  disabledBy: (name, day) => `Zablokowane ${day} przez: ${name}`,
  disabledOn: (day) => `Zablokowane ${day}`,
  enableTitle: (name) => `Odblokować konto ${name}?`,
  enableText: (by, day) =>
    `To konto zostało zablokowane ${day} przez: ${by}. Upewnij się, że powód jest już nieaktualny: po odblokowaniu znów będzie można się na nie zalogować.`,
  twoFactor: 'Weryfikacja dwuetapowa',
  twoFactorOn: 'Weryfikacja dwuetapowa',
  on: 'Włączona',
  off: 'Wyłączona',
  resetTwoFactor: 'Zresetuj weryfikację',
  resetTwoFactorTitle: 'Zresetować weryfikację dwuetapową?',
  resetTwoFactorText: (name) =>
    `Na konto ${name} będzie się można zalogować samym hasłem, dopóki weryfikacja dwuetapowa nie zostanie ponownie skonfigurowana. Kody odzyskiwania przestaną działać. Najpierw upewnij się, że prośba naprawdę pochodzi od tej osoby.`,
  twoFactorReset: (name) => `Zresetowano weryfikację dwuetapową konta: ${name}.`,
  activity: 'Logowania i zmiany tej osoby',
  changes: 'Zmiany tego konta',
  ownAccount: 'To Twoje własne konto. Hasłem i sesjami zarządzasz na stronie bezpieczeństwa.',
  toSecurity: 'Otwórz stronę bezpieczeństwa',
  temporaryPassword: 'Przy logowaniu ta osoba zostanie poproszona o wybranie własnego hasła.',
  inviteTitle: (name) => `Zaprosić wykonawcę ${name}?`,
  inviteRisk: (name) =>
    `Osoba, która wybrała hasło, może się zalogować na konto ${name}, dołączyć i czytać Twoje zgłoszenia. Najpierw poproś właściciela konta, aby wybrał nowe hasło.`,
  sendInvitation: 'Wyślij zaproszenie',
  otherWorker: 'Wybierz innego wykonawcę',
  notLoaded: 'Nie udało się sprawdzić, kto wybrał hasło do tego konta.',
};
