import type { Language } from '../../platform/lib/languages.ts';
import type { HoldReason } from '../../product/tickets/holds/schemas.ts';
import { en as labels } from '../../product/tickets/labels/en.ts';
import { durationFormatter } from './times.ts';

// The texts of mails and messages.

export const en = {
  ...labels,
  language: 'en' as Language,
  mail: {
    /** @param name may be empty */
    hello: (name: string): string => (name ? `Hello ${name},` : 'Hello,'),
    passwordReset: {
      subject: 'Set a new password for your Callout account',
      asked: 'A new password was requested for your Callout account.',
      openLink: 'Open this link within 24 hours to set one. It works once and replaces earlier links.',
      link: 'Set new password',
      notYou: 'If you did not request this, ignore this email: your password stays the same.',
    },
    choosePassword: {
      subject: 'Your Callout account is approved',
      confirmed: 'Your Callout account has been approved. Choose your own password to sign in with this email address.',
      link: 'Choose password',
      expires: 'The link works once and expires after 24 hours. After that, use “Forgot your password?” on the sign-in page.',
    },
    passwordChanged: {
      subject: 'The password of your Callout account was changed',
      changed: 'The password of your Callout account was changed, and all other sessions have ended.',
      notYou: 'If you did not do this, set a new password now and tell an admin.',
      link: 'Set new password',
    },
    accountEnabled: {
      subject: 'A Callout account that you disabled is enabled again',
      enabled: (account: string, by: string): string =>
        `The account of ${account}, which you had disabled, was enabled by ${by}.`,
      disableAgain: 'If this is a mistake, disable it again.',
      link: 'View accounts',
    },
    twoFactorReset: {
      subject: 'Two-factor authentication of your Callout account was reset',
      reset:
        'An admin has reset two-factor authentication for your Callout account. Your password alone is now enough to sign in.',
      setUpAgain:
        'You can turn it on again in your security settings. If you did not ask for this, set a new password now and tell an admin.',
      link: 'Set new password',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your Callout account',
      added: 'A passkey was added to your Callout account. It signs in without the password.',
      notYou: 'If you did not do this, remove it now, change your password and tell an admin.',
      link: 'Security settings',
    },
    passkeysRemoved: {
      subject: 'The passkeys of your Callout account were removed',
      removed: 'An admin has removed all passkeys of your Callout account. Signing in with your password no longer requires one.',
      addAgain:
        'You can add a new one in your security settings. If you did not ask for this, change your password now and tell an admin.',
      link: 'Security settings',
    },
    test: {
      subject: 'Test mail',
      sentence: 'This mail was sent to test the settings of the mail server. It works.',
      link: 'Open the console',
    },
    accountInvitation: {
      subject: 'Your Callout account',
      created: 'An account was created for you on Callout. Choose a password to start.',
      link: 'Choose password',
      expires: 'The link works once and expires after 7 days.',
      notYou: 'If you do not expect this, ignore this email.',
    },
    grantInvitation: {
      subject: 'You are invited to act for somebody on Callout',
      invited: (principal: string): string => `${principal} invites you to act for them on Callout.`,
      link: 'Join',
      expires: 'The link works once and expires after 7 days.',
      notYou: 'If you do not know the sender, ignore this email.',
    },
    reportConfirmation: {
      subject: 'Confirm your email address',
      asked: (place: string): string =>
        `A problem was reported${place ? ` at ${place}` : ''}, and this address was left to hear how it goes on. Confirm it to get an email at each step.`,
      link: 'Confirm address',
      notYou: 'If that was not you, ignore this email: you get no others.',
    },
    reportStep: {
      subject: (headline: string, place: string): string => `Your report${place ? ` at ${place}` : ''}: ${headline}`,
      appointment: 'Appointment',
      appointmentSet: (time: string): string => `Somebody comes: ${time}`,
      answerIt: 'You can accept or decline this time on the page of your report.',
      appointmentCanceled: 'The appointment was cancelled.',
      timesOffered: 'Which time suits you? Choose one on the page of your report.',
      link: 'Page of your report',
      end: 'You get this email because you reported a problem and confirmed your address.',
      endLink: 'End these emails',
    },
    accountConfirmed: {
      subject: 'Your Callout account is approved',
      confirmed:
        'Your Callout account has been approved. Sign in with this email address and the password chosen for the account.',
      link: 'Sign in',
    },
  },
  ticket: {
    reminder: (id: number): string => `Request #${id} is still waiting for a worker`,
    waitsFor: (duration: string): string => `It was created ${duration} ago and has not been accepted yet.`,
    createdByRule: (id: number): string => `A schedule created request #${id}`,
    createdBefore: (duration: string): string => `It was created ${duration} ago.`,
    duration: durationFormatter(
      'en',
      {
        day: { one: 'day', other: 'days' },
        hour: { one: 'hour', other: 'hours' },
        minute: { one: 'minute', other: 'minutes' },
      },
      'less than a minute',
    ),
    floor: (floor: string): string => (/^\W?\d+\w?$/.test(floor) ? `Floor ${floor}` : floor),
    withPriority: (name: string): string => `${name.toLowerCase()} priority`,
  },
  /** on buttons below messages */
  buttons: {
    take: 'Take',
    start: 'Start',
    done: 'Done',
    confirm: 'Confirm',
    reject: 'Reject',
    hold: 'Put on hold',
    resume: 'End hold',
    back: 'Back',
  },
  quoteButtons: { approve: (amount: string): string => `Approve quote: ${amount}`, decline: 'Decline quote' },
  holdReasons: {
    part: 'Part is missing',
    access: 'No access',
    quote: 'Quote',
    weather: 'Weather',
    other: 'Other reason',
  } satisfies Record<HoldReason, string>,
  testMessage: 'This is a test. You will receive notifications about your requests here.',
  botReplies: {
    welcome:
      'This bot sends you notifications about requests. To connect this chat, get a code in Callout under “Notifications” and send it here.',
    bound:
      'This chat is connected. You will be notified here of requests that no worker accepts and of requests created by schedules. What else you hear of is up to you: see “Notifications” in Callout. Send /stop to turn this off.',
    bound_worker:
      'This chat is connected. Choose in Callout under “Notifications” what you hear of here. /free lists the jobs that nobody has taken, /mine lists yours. Send /stop to turn this off.',
    bound_admin:
      'This chat is connected. Choose in Callout under “Notifications” what you hear of here. Send /stop to turn this off.',
    expired: 'This code has been used or has expired. Get a new one in Callout under “Notifications”.',
    unknown: 'This code does not exist. Get a new one in Callout under “Notifications”.',
    bound_here: 'This chat is connected: you receive notifications here. Send /stop to turn them off.',
    not_bound: 'This chat is not connected to an account. Get a code in Callout under “Notifications” and send it here.',
    stop_refused:
      'Someone else connected this chat. Only that person can turn off the notifications here, or the owner of the account in Callout.',
    stopped: 'Notifications are turned off for this chat. A new code from Callout connects it again.',
  },
};

export type Texts = typeof en;
