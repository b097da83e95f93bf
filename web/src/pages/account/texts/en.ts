export const en = {
  or: 'or',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  withPasskey: 'Sign in with a passkey',
  noPasskey: 'No passkey was used. You can add one on the security page, after you have signed in.',
};
export type SignInTexts = typeof en;
