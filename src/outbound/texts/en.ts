import type { Language } from '../../platform/lib/languages.ts';
import type { Category, Priority } from '../../product/tickets/tables.ts';
import { durationFormatter } from './duration.ts';

// The texts of mails and messages. The names of categories and priorities are those of the console (web/src/i18n).

const category: Record<Category, string> = {
  electric: 'Electrical',
  plumbing: 'Plumbing',
  climate: 'Heating & cooling',
  elevator: 'Elevator',
  other: 'Other',
};

const priority: Record<Priority, string> = { low: 'Low', normal: 'Normal', high: 'High' };

export const en = {
  language: 'en' as Language,
  category,
  priority,
  mail: {
    /** @param name may be empty */
    hello: (name: string): string => (name ? `Hello ${name},` : 'Hello,'),
    passwordReset: {
      subject: 'Choose a new password',
      asked: 'Somebody, hopefully you, asked for a new password for your Callout account.',
      openLink: 'Open this link within 24 hours to choose one. It works once, and earlier links are void.',
      link: 'Choose a new password',
      notYou: 'If it was not you, you need not do anything: your password stays as it is.',
    },
    choosePassword: {
      subject: 'Your account is confirmed',
      confirmed: 'Your Callout account was confirmed. Choose a password of your own to sign in with this address.',
      link: 'Choose a password',
      expires: 'The link works once, for 24 hours. After that, use "Forgot your password?" on the sign-in page.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      changed: 'The password of your Callout account was changed, and all other sessions were ended.',
      notYou: 'If it was not you, choose a new password now and tell the administrator.',
      link: 'Choose a new password',
    },
    accountEnabled: {
      subject: 'An account was enabled again',
      enabled: (account: string, by: string): string =>
        `The account of ${account}, which you had disabled, was enabled by ${by}.`,
      disableAgain: 'Disable it again if that is wrong.',
      link: 'Show the accounts',
    },
    twoFactorReset: {
      subject: 'Two-factor authentication was switched off',
      switchedOff:
        'An administrator has switched off two-factor authentication for your Callout account. Signing in takes only your password now.',
      setUpAgain:
        'You can set it up again in your account settings. If you did not ask for this, choose a new password now and tell the administrator.',
      link: 'Choose a new password',
    },
    accountConfirmed: {
      subject: 'Your account is confirmed',
      confirmed:
        'Your Callout account was confirmed. You can sign in with this address and the password that was chosen with it.',
      link: 'Sign in',
    },
  },
  ticket: {
    reminder: (id: number): string => `Ticket #${id} still waits for a worker`,
    waitsFor: (duration: string): string => `Nobody has taken it for ${duration}.`,
    createdByRule: (id: number): string => `A rule has made ticket #${id}`,
    createdBefore: (duration: string): string => `It came ${duration} ago.`,
    duration: durationFormatter(
      'en',
      {
        day: { one: 'day', other: 'days' },
        hour: { one: 'hour', other: 'hours' },
        minute: { one: 'minute', other: 'minutes' },
      },
      'less than a minute',
    ),
    floor: (floor: string): string => `floor ${floor}`,
    withPriority: (name: string): string => `${name.toLowerCase()} priority`,
  },
  testMessage: 'This is a test. You will be told of your maintenance tickets here.',
  botReplies: {
    welcome:
      'This bot tells you of your maintenance tickets. To bind this chat, ask for a code under “Notifications” in the console and send it here.',
    bound: 'This chat is bound. You will be told here of tickets that wait and of tickets that rules make. /stop ends it.',
    expired: 'This code was used already or is too old. Ask for a new one in the console.',
    unknown: 'This code is not known. Ask for a new one in the console.',
    bound_here: 'This chat is bound: you are told here. /stop ends it.',
    not_bound: 'This chat is not bound to any account. Ask for a code in the console and send it here.',
    stop_refused: 'Somebody else bound this chat. Only that person can end it here, or its owner in the console.',
    stopped: 'You will not be told here any more. A new code from the console binds this chat again.',
  },
};

export type Texts = typeof en;
