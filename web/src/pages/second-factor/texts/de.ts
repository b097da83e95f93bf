import type { SecondFactorTexts } from './en.ts';

export const de: SecondFactorTexts = {
  title: 'Mit dem Passkey bestätigen',
  lead: 'Ihr Konto verlangt auch einen Passkey: Fingerabdruck, Gesicht oder PIN auf einem Ihrer Geräte.',
  use: 'Passkey verwenden',
  otherAccount: 'Anderes Konto verwenden',
  cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal.',
  failed: 'Dieser Browser konnte hier keinen Passkey verwenden.',
};
