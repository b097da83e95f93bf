export const en = {
  title: 'Choose your password',
  submit: 'Save and sign in',
  used: 'This link has expired or was used already. If you have chosen a password, sign in. Otherwise ask for a new link.',
  waits: 'Your password is saved. You can sign in as soon as your account is approved.',
  isSet: 'Your password is saved. Sign in with it.',
  signedIn: (name: string): string => `You are signed in as ${name} in this browser. That session ends here.`,
};
export type JoinTexts = typeof en;
