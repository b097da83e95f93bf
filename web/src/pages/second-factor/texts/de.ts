import type { SecondFactorTexts } from './en.ts';

export const de: SecondFactorTexts = {
  title: 'Mit dem Passkey bestätigen',
  lead: 'Ihr Konto verlangt auch einen Passkey: Fingerabdruck, Gesicht oder PIN auf einem Ihrer Geräte.',
  use: 'Passkey verwenden',
  otherAccount: 'Anderes Konto verwenden',
  cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal.',
  failed: 'Dieser Browser konnte hier keinen Passkey verwenden.',
  oneTimeCode: {
    title: 'Zwei-Faktor-Anmeldung',
    lead: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
    leadRecovery: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.',
    recoveryCode: 'Wiederherstellungscode',
    useRecoveryCode: 'Wiederherstellungscode verwenden',
    useApp: 'Authenticator-App verwenden',
    wrong: 'Dieser Code ist falsch, abgelaufen oder schon verwendet.',
    otherAccount: 'Mit einem anderen Konto anmelden',
  },
};
