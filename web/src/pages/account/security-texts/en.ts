import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  passwordChanged: 'Password changed. Your other sessions have ended.',
  forgotText: "Forgot your current password? We'll email you a link to set a new one.",
  forgotNoMail: "Forgot your current password? This server doesn't send email: ask an admin for a reset link.",
  sessions: 'Sessions',
  sessionsText: 'Where you are signed in. A device that you sign out may stay active for up to an hour.',
  thisDevice: 'This device',
  lastUsed: 'last used',
  signedIn: 'signed in',
  endSession: 'Sign out',
  sessionEnded: (device: string) => `${device} signed out.`,
  endAll: 'End everything else too',
  endAllHint:
    'Revokes your API tokens and the address of your calendar feed, disables your webhooks, disconnects your chat and your own bot, and removes your passkeys and the link to your company account. People whom the account has created remain: look through them.',
  memberSince: 'Member since',
  appearance: 'Appearance',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  languageLabel: 'Language',
  signOutHereText: 'Ends the session in this browser and removes the requests that are saved on this device.',
  unsent: (what: string) => `Not sent yet: ${what}. Kept on this device and sent when you sign in here again.`,
  signOutEverywhere: 'Sign out everywhere',
  signOutEverywhereText: 'Ends your sessions on all devices. Open sessions may stay active for up to an hour.',
  revoked: (count: number) => n(count, { one: '{n} session ended.', other: '{n} sessions ended.' }),
  passwordSend: 'Email me a link',
  passwordSent: "We've sent a link to your email address. Check your inbox.",
};
export type SecurityTexts = typeof en;
