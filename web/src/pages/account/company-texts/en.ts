export const en = {
  again: 'Try again',
  withPassword: 'Sign in with your password',
  failedTitle: 'Sign-in failed',
  /** by the parameter `error` of the page */
  failures: {
    denied: 'The sign-in was cancelled, or your company account may not use Callout.',
    refused: "The sign-in could not be verified. Try again; if that doesn't help, ask an admin.",
    expired: 'The sign-in took too long, or was started in another browser. Start it again.',
    unavailable: "Your company's sign-in can't be reached right now. Try again later, or sign in with your password.",
    limited: 'Too many sign-ins from your network. Wait a minute, then try again.',
  },
};
export type CompanyTexts = typeof en;
