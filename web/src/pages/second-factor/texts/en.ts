export const en = {
  title: 'Confirm with your passkey',
  lead: 'Your account also asks for a passkey: your fingerprint, face or PIN on a device of yours.',
  use: 'Use a passkey',
  otherAccount: 'Use another account',
  cancelled: 'No passkey was used. Try again.',
  failed: 'This browser could not use a passkey here.',
  oneTimeCode: {
    title: 'Two-factor authentication',
    lead: 'Enter the code from your authenticator app.',
    leadRecovery: 'Enter one of your recovery codes. Each works once.',
    recoveryCode: 'Recovery code',
    useRecoveryCode: 'Use a recovery code instead',
    useApp: 'Use the authenticator app instead',
    wrong: 'This code is wrong, expired or already used.',
    otherAccount: 'Sign in with another account',
  },
};
export type SecondFactorTexts = typeof en;
