import type { AppointmentAnswer } from '../../../product/tickets/appointments/schemas.ts';
import type { EditableField } from '../../../product/tickets/edits/schemas.ts';
import type { HoldReason } from '../../../product/tickets/holds/schemas.ts';
import type { NotificationEvent } from '../kinds.ts';
import type { NotificationParams } from '../params.ts';

/** What a message says of one event: a headline before the title of the ticket, and a sentence. */
interface EventText {
  /** the one of a deadline depends on what has to be done */
  headline: string | ((deadline: NotificationParams['deadline']) => string);
  /** @param actor who did it; empty when the account was deleted @param deadline what has to be done */
  sentence: (actor: string, deadline: NotificationParams['deadline'], details: Details) => string;
}

interface Details {
  /** of a hold; otherwise empty */
  waitsFor: string;
  /** when a hold ends, an appointment is, or a document expires; empty when nobody knows */
  time: string;
  /** of a quote; otherwise empty */
  amount: string;
  /** of a quote that was answered */
  isApproved: boolean;
  /** of whoever reported the problem, without an account */
  answer?: AppointmentAnswer | 'approved';
}

export const en = {
  locale: 'en-GB',
  events: {
    ticket_available: { headline: 'New job', sentence: () => 'Nobody has taken it yet.' },
    ticket_assigned: {
      headline: 'Assigned to you',
      sentence: (actor) => (actor ? `${actor} assigned this job to you.` : 'This job was assigned to you.'),
    },
    ticket_started: {
      headline: 'Work has started',
      sentence: (actor) => (actor ? `${actor} has started to work on it.` : 'The work has started.'),
    },
    ticket_done: {
      headline: 'Ready for your confirmation',
      sentence: (actor) =>
        actor ? `${actor} has finished the work. Please check it.` : 'The work is finished. Please check it.',
    },
    ticket_rejected: {
      headline: 'Needs rework',
      sentence: (actor) => (actor ? `${actor} has sent the work back.` : 'The work was sent back.'),
    },
    ticket_confirmed: {
      headline: 'Confirmed',
      sentence: (actor) => (actor ? `${actor} has confirmed your work.` : 'Your work was confirmed.'),
    },
    ticket_canceled: {
      headline: 'Cancelled',
      sentence: (actor) => (actor ? `${actor} has cancelled it. No more work is needed.` : 'No more work is needed.'),
    },
    ticket_edited: {
      headline: 'Job changed',
      sentence: (actor) => (actor ? `${actor} has changed this job.` : 'This job was changed.'),
    },
    comment_added: {
      headline: 'New comment',
      sentence: (actor) => (actor ? `${actor} wrote:` : 'Somebody wrote:'),
    },
    invitation: {
      headline: 'Invitation',
      sentence: (actor) => (actor ? `${actor} has invited you to this project.` : 'You were invited to this project.'),
    },
    confirmation_waiting: {
      headline: 'Still waits for your confirmation',
      sentence: () => 'The work was finished more than a day ago. Please check it.',
    },
    handed_back: {
      headline: 'Handed back',
      sentence: (actor) =>
        actor ? `${actor} cannot do this job. Please assign somebody else.` : 'This job needs another worker.',
    },
    ticket_on_hold: {
      headline: 'On hold',
      sentence: (actor, _, { waitsFor, time }) =>
        `${actor ? `${actor} has put it on hold` : 'It is on hold'}: ${waitsFor}.${time && ` It goes on at ${time}.`}`,
    },
    hold_ended: {
      headline: 'No longer on hold',
      sentence: (actor) =>
        actor ? `${actor} has ended the hold. The work can go on.` : 'The hold has ended. The work can go on.',
    },
    appointment_set: {
      headline: 'Appointment',
      sentence: (actor, _, { time, answer }) => {
        if (answer) return `The person who reported it has chosen this time: ${time}.`;
        return actor ? `${actor} has set an appointment: ${time}.` : `An appointment was set: ${time}.`;
      },
    },
    appointment_canceled: {
      headline: 'Appointment cancelled',
      sentence: (actor, _, { time }) =>
        actor ? `${actor} has cancelled the appointment: ${time}.` : `The appointment was cancelled: ${time}.`,
    },
    appointment_soon: { headline: 'Appointment soon', sentence: (_actor, _, { time }) => `The appointment is near: ${time}.` },
    quote_sent: {
      headline: 'Quote',
      sentence: (actor, _, { amount }) =>
        actor ? `${actor} has sent a quote of ${amount}. Please answer it.` : `There is a quote of ${amount}. Please answer it.`,
    },
    quote_answered: {
      headline: 'Quote answered',
      sentence: (actor, _, { amount, isApproved }) => {
        const answer = isApproved ? 'approved' : 'declined';
        return actor ? `${actor} has ${answer} the quote of ${amount}.` : `The quote of ${amount} was ${answer}.`;
      },
    },
    appointment_answered: {
      headline: 'Answer about the appointment',
      sentence: (_actor, _, { time, answer }) => {
        if (!time) return 'The person who reported it has declined all offered times. Please offer others.';
        return `The person who reported it has ${answer} the appointment: ${time}.`;
      },
    },
    worker_on_the_way: {
      headline: 'On the way',
      sentence: (actor) => (actor ? `${actor} is on the way.` : 'The worker is on the way.'),
    },
    due_soon: {
      headline: (deadline) => (deadline === 'take' ? 'Waiting to be taken' : 'Due soon'),
      sentence: (_, deadline) =>
        deadline === 'take' ? 'Nobody has taken it yet, and its time is almost over.' : 'The time for the work is almost over.',
    },
    overdue: {
      headline: (deadline) => (deadline === 'take' ? 'Not taken in time' : 'Late'),
      sentence: (_, deadline) => (deadline === 'take' ? 'It was not taken in time.' : 'The work was not finished in time.'),
    },
    rule_worker_missing: {
      headline: 'Needs a worker',
      sentence: (worker) =>
        worker
          ? `The schedule wants ${worker}, who cannot be assigned any more. Please assign somebody else.`
          : 'The worker of the schedule cannot be assigned any more. Please assign somebody else.',
    },
    report_received: {
      headline: 'New report',
      sentence: (worker) =>
        worker
          ? `${worker} found this during another job. Please look at it.`
          : 'Somebody reported this without an account. Please look at it.',
    },
    document_expiring: { headline: 'Document expires', sentence: (_actor, _, { time }) => `It is valid until ${time}.` },
    webhook_disabled: {
      headline: 'Webhook disabled',
      sentence: () => 'Nothing is sent to it any more. Under “Webhooks” you see why, and can enable it again.',
    },
  } satisfies Record<NotificationEvent, EventText> as Record<NotificationEvent, EventText>,
  changed: (fields: string): string => `Changed: ${fields}`,
  fields: {
    description: 'description',
    category: 'category',
    priority: 'priority',
    floor: 'floor',
  } satisfies Record<EditableField, string>,
  /** after `on hold:` */
  waitsFor: {
    part: 'a part is missing',
    access: 'there is no access',
    quote: 'a quote is to be answered',
    weather: 'the weather does not allow it',
    other: 'the work has to wait',
  } satisfies Record<HoldReason, string>,
  reason: (reason: string): string => `Reason: ${reason}`,
  internalComment: 'An internal comment: open the request to read it.',
  urgent: 'High priority',
  open: 'Open',
  digestSubject: (count: number): string => (count === 1 ? 'One notification' : `${count} notifications`),
  more: (count: number): string => `and ${count} more:`,
  unsubscribe: {
    question: 'Do you want no more notifications by email?',
    button: 'Unsubscribe',
    done: 'You get no more notifications by email. Turn them on again in Callout under “Notifications”.',
  },
  settings: 'You get this because you turned it on in Callout. Change or stop it under “Notifications”.',
};

export type NotificationTexts = typeof en;
