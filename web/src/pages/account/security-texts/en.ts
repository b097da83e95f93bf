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
};
export type SecurityTexts = typeof en;
