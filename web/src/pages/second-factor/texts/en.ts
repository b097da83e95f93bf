export const en = {
  title: 'Confirm with your passkey',
  lead: 'Your account also asks for a passkey: your fingerprint, face or PIN on a device of yours.',
  use: 'Use a passkey',
  otherAccount: 'Use another account',
  cancelled: 'No passkey was used. Try again.',
  failed: 'This browser could not use a passkey here.',
};
export type SecondFactorTexts = typeof en;
