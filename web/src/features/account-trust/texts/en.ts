/** How far an account can be trusted. */
export const en = {
  passwordByOther: 'Chosen by someone else',
  passwordByOtherNote: 'Password chosen by someone else. Ask the account owner to sign in and change it.',
  passwordAdvice: (name: string) =>
    `The person who chose the password can sign in as ${name}. Ask ${name} to sign in and choose a new one.`,
  password: 'Password',
  ownPassword: 'Chosen by the account owner',
  createdBy: (name: string) => `Created by ${name}`,
  creator: 'Created by',
  you: 'you',
  email: 'Email address',
  emailVerified: 'Verified',
  emailNotVerified: 'Not verified',
  disabledBy: (name: string, day: string) => `Disabled by ${name} on ${day}`,
  disabledOn: (day: string) => `Disabled on ${day}`,
  enableTitle: (name: string) => `Enable ${name}?`,
  enableText: (by: string, day: string) =>
    `${by} disabled this account on ${day}. Make sure that the reason no longer applies: once enabled, it can sign in again.`,
  twoFactor: 'Two-factor authentication',
  twoFactorOn: 'Two-factor on',
  on: 'On',
  off: 'Off',
  resetTwoFactor: 'Reset two-factor',
  resetTwoFactorTitle: 'Reset two-factor authentication?',
  resetTwoFactorText: (name: string) =>
    `${name} can then sign in with the password alone, until two-factor authentication is set up again. The recovery codes stop working. First make sure that it is really ${name} who asked for this.`,
  twoFactorReset: (name: string) => `Two-factor authentication of ${name} reset.`,
  activity: 'Sign-ins and account changes by this person',
  changes: 'Changes to this account',
  ownAccount: 'This is your own account. Change your password and manage sessions in your security settings.',
  toSecurity: 'Open security settings',
  temporaryPassword: 'They are asked to choose their own password when they sign in.',
  inviteTitle: (name: string) => `Invite ${name}?`,
  inviteRisk: (name: string) =>
    `The person who chose the password can sign in as ${name}, join and read your requests. Ask ${name} to choose a new one first.`,
  sendInvitation: 'Send invitation',
  otherWorker: 'Choose another worker',
  notLoaded: "It couldn't be checked who chose the password of this account.",
};

export type TrustTexts = typeof en;
