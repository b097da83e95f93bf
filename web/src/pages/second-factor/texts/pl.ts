import type { SecondFactorTexts } from './en.ts';

export const pl: SecondFactorTexts = {
  title: 'Potwierdź kluczem dostępu',
  lead: 'Twoje konto wymaga też klucza dostępu: odcisku palca, twarzy lub kodu PIN na Twoim urządzeniu.',
  use: 'Użyj klucza dostępu',
  otherAccount: 'Użyj innego konta',
  cancelled: 'Nie użyto klucza dostępu. Spróbuj ponownie.',
  failed: 'Ta przeglądarka nie mogła tu użyć klucza dostępu.',
  oneTimeCode: {
    title: 'Weryfikacja dwuetapowa',
    lead: 'Wpisz kod z aplikacji uwierzytelniającej.',
    leadRecovery: 'Wpisz jeden z kodów odzyskiwania. Każdy działa raz.',
    recoveryCode: 'Kod odzyskiwania',
    useRecoveryCode: 'Użyj kodu odzyskiwania',
    useApp: 'Użyj aplikacji uwierzytelniającej',
    wrong: 'Ten kod jest nieprawidłowy, wygasł lub został już użyty.',
    otherAccount: 'Zaloguj się na inne konto',
  },
};
