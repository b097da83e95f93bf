import type { Role } from '../../../contract/enums.ts';
import type { Notification, NotificationDecision, NotificationPreferences, SendReason } from '../../../contract/schemas.ts';
import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

type Event = Notification['event'];
type Deadline = Notification['params']['deadline'];
type Answer = Notification['params']['answer'];
type Channel = keyof NotificationPreferences['channels'];
type SendState = NotificationDecision['sends'][number]['state'];

export const en = {
  title: 'Notifications',
  unread: 'Unread:',
  newItems: (count: number) => n(count, { one: 'Show {n} new notification', other: 'Show {n} new notifications' }),
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  settings: 'Settings',
  none: 'No notifications yet',
  noneFor: {
    client: 'When work on your requests starts, is done or waits for your confirmation, it appears here.',
    worker: 'New requests in your projects, requests that are assigned to you and answers from clients appear here.',
    admin: 'Requests that are handed back or late appear here.',
  } satisfies Record<Role, string>,
  highPriority: 'High priority',
  reason: (reason: string) => `Reason: ${reason}`,
  sentences: {
    ticket_available: () => 'New request in your projects',
    ticket_assigned: (actor: string) => (actor ? `${actor} assigned it to you` : 'Assigned to you'),
    ticket_started: (actor: string) => (actor ? `${actor} started the work` : 'The work has started'),
    ticket_done: (actor: string) => (actor ? `${actor} finished the work: please check it` : 'The work is done: please check it'),
    ticket_rejected: (actor: string) => (actor ? `${actor} requested rework` : 'Rework was requested'),
    ticket_confirmed: (actor: string) => (actor ? `${actor} confirmed your work` : 'Your work was confirmed'),
    ticket_canceled: (actor: string) => (actor ? `${actor} cancelled it` : 'It was cancelled'),
    ticket_edited: (actor: string) => (actor ? `${actor} changed it` : 'It was changed'),
    comment_added: (actor: string) => (actor ? `${actor} commented` : 'New comment'),
    invitation: (actor: string) => (actor ? `${actor} invited you to this project` : 'You were invited to this project'),
    confirmation_waiting: () => 'Reminder: the work waits for your confirmation',
    handed_back: (actor: string) => (actor ? `${actor} handed it back: please reassign it` : 'Handed back: please reassign it'),
    ticket_on_hold: (actor: string) => (actor ? `${actor} put it on hold` : 'It is on hold'),
    hold_ended: (actor: string) =>
      actor ? `${actor} ended the hold: the work can go on` : 'The hold has ended: the work can go on',
    appointment_set: (actor: string) => (actor ? `${actor} set an appointment` : 'An appointment was set'),
    appointment_canceled: (actor: string) => (actor ? `${actor} cancelled the appointment` : 'The appointment was cancelled'),
    worker_on_the_way: (actor: string) => (actor ? `${actor} is on the way` : 'The worker is on the way'),
    appointment_soon: () => 'Reminder: there is an appointment soon',
    quote_sent: (actor: string) => (actor ? `${actor} sent a quote: please answer it` : 'There is a quote: please answer it'),
    quote_answered: (actor: string) => (actor ? `${actor} answered the quote` : 'The quote was answered'),
    appointment_answered: (_: string, _deadline?: Deadline, answer?: Answer): string =>
      answer === 'accepted'
        ? 'The person who reported it accepted the appointment'
        : 'The person who reported it declined: please find another time',
    due_soon: (_: string, deadline?: Deadline): string =>
      deadline === 'take' ? 'Due soon: nobody has taken it yet' : 'Due soon: the time for the work is almost over',
    overdue: (_: string, deadline?: Deadline): string =>
      deadline === 'take' ? 'Late: it was not taken in time' : 'Late: the work was not finished in time',
    rule_worker_missing: (worker: string) =>
      worker ? `${worker} cannot be assigned any more: please assign somebody else` : 'Please assign a worker',
    report_received: (worker: string) =>
      worker ? `${worker} found it: please look at it` : 'Reported without an account: please look at it',
    document_expiring: () => 'A document expires: please renew it',
    webhook_disabled: () => 'Disabled: nothing is sent to it any more',
  } satisfies Record<Event, (actor: string, deadline?: Deadline, answer?: Answer) => string>,
  events: {
    ticket_available: 'New request in my projects',
    ticket_assigned: 'Request assigned to me',
    ticket_started: 'Work started',
    ticket_done: 'Work done, to confirm',
    ticket_rejected: 'Rework requested',
    ticket_confirmed: 'Work confirmed',
    ticket_canceled: 'Request cancelled',
    ticket_edited: 'Request changed',
    comment_added: 'Comment on a request',
    invitation: 'Invitation to a project',
    confirmation_waiting: 'Reminder to confirm, once a day for three days',
    handed_back: 'Request handed back by the worker',
    ticket_on_hold: 'Request put on hold',
    hold_ended: 'Hold ended',
    appointment_set: 'Appointment set',
    appointment_canceled: 'Appointment cancelled',
    worker_on_the_way: 'Worker on the way',
    appointment_soon: 'Reminder of an appointment, a day before',
    quote_sent: 'Quote sent',
    quote_answered: 'Quote answered',
    appointment_answered: 'Answer about an appointment',
    due_soon: 'Request due soon',
    overdue: 'Request late',
    rule_worker_missing: 'Worker of a schedule cannot be assigned',
    report_received: 'Report of somebody without an account, or of a worker',
    document_expiring: 'Document expires, 30 days before and on the day',
    webhook_disabled: 'Webhook disabled',
  } satisfies Record<Event, string>,
  channels: { messenger: 'Telegram', email: 'Email', push: 'Browser' } satisfies Record<Channel, string>,
  settingsTitle: 'Notification settings',
  settingsLead: 'Notifications are always listed in the console. Choose what is also sent to you, where and when.',
  nothingToSet: 'Nothing to set up',
  what: 'What is sent',
  when: 'When it is sent',
  notReady: {
    messenger: 'Telegram is not connected.',
    email: 'This server sends no email.',
    push: 'No browser of yours shows notifications. Turn them on above.',
  } satisfies Record<Channel, string>,
  connectTelegram: 'Connect Telegram',
  digest: 'Send',
  atOnce: 'At once',
  daily: 'Once a day, all together',
  digestAt: 'Time of day',
  quietHours: 'Quiet hours',
  quietHoursText: 'What comes in this time is sent afterwards.',
  from: 'From',
  to: 'To',
  urgentBreaks: 'Send requests of high priority even then',
  saved: 'Notification settings saved.',
  push: {
    title: 'This browser',
    states: {
      unavailable: "This server doesn't send notifications to browsers. Ask an admin to set it up.",
      unsupported: 'This browser offers no notifications. Use a current version of Chrome, Edge, Firefox or Safari.',
      insecure: 'Browsers show notifications only over HTTPS. Open Callout at its https:// address.',
      needsHomeScreen:
        'An iPhone or iPad shows notifications once Callout is on the home screen: open the share menu, choose “Add to Home Screen”, and open Callout from there.',
      denied:
        'Notifications are blocked in this browser. Allow them for this site in the settings of the browser, then come back.',
      off: 'Shows notifications on this device, also while Callout is closed. They pause while you are signed out.',
      on: 'This browser shows your notifications, also while Callout is closed. They pause while you are signed out.',
    },
    stateTitles: { on: 'On in this browser', off: 'Off in this browser' },
    turnOn: 'Turn on in this browser',
    turnOff: 'Turn off in this browser',
    turnedOn: 'This browser shows your notifications.',
    turnedOff: 'This browser shows no notifications any more.',
    notAllowed: 'The browser asked for permission and did not get it. Try again, and choose “Allow”.',
    noService: "The push service of this browser can't be reached. Some browsers and company networks block it.",
  },
  offer: {
    title: 'Get notified',
    text: {
      client: 'Get a message when work is done and waits for your confirmation, and when a request is commented on or cancelled.',
      worker:
        'Get a message when there is a new request in your projects, and when yours are assigned, sent back, commented on or cancelled.',
    } satisfies Record<Exclude<Role, 'admin'>, string>,
    turnOn: 'Turn on',
    dismiss: 'No, thanks',
    turnedOn: 'Notifications are on.',
    change: 'Settings',
    settingsHint: 'Single events, quiet hours and a daily summary are under “Settings” of “Notifications”.',
  },
  deliveries: 'Delivery log',
  deliveriesLead: 'Why did I not get a message? What was done with each notification, the newest first.',
  deliveriesOf: 'Account',
  ownDeliveries: 'Your own notifications',
  noneSent: 'No notifications',
  noneSentText: 'This account was not notified of anything yet.',
  noChannel: 'Only in the list of notifications: nothing is turned on for this event.',
  states: {
    waiting: 'Waiting',
    queued: 'Being sent',
    sent: 'Sent',
    dropped: 'Not sent',
    failed: 'Failed',
  } satisfies Record<SendState, string>,
  waitsUntil: (at: string) => `until ${at}`,
  reasons: {
    quiet_hours: 'Waits for the end of the quiet hours.',
    digest: 'Comes with the daily summary.',
    not_true: 'It was no longer true when it was due: somebody else had taken the request, or it had moved on.',
    read: 'It was read in the console before it was due.',
    newer_of_ticket: 'A newer message about the same request was sent instead.',
    turned_off: 'It was turned off in the settings before it was sent.',
    disabled: 'The account was disabled.',
    no_chat: 'No Telegram chat was connected, or the chat has blocked the bot.',
    no_mail: 'This server sends no email.',
    no_browser: 'No browser was signed in with notifications turned on.',
    rejected: 'The recipient refused it: Telegram, the mail server or the push service does not take messages for this account.',
    given_up: 'It could not be sent for a day and was given up.',
  } satisfies Record<SendReason, string>,
  lastError: (error: string) => `It could not be sent for a day. Last error: ${error}`,
};

export type NotificationTexts = typeof en;
