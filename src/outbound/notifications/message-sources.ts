import type { Tx } from '../../platform/database/database.ts';
import type { DomainEvents, Subscription } from '../../platform/module/events.ts';
import type { TicketEventPayload, TicketNoticePayload } from '../../product/tickets/events.ts';
import type { TicketAction } from '../../product/tickets/lifecycle.ts';
import { messagesAboutAppointment, messagesAboutAppointmentAnswer } from './appointments.ts';
import { messagesAboutDeadline } from './deadlines.ts';
import { messagesAboutDocument } from './documents.ts';
import {
  type EventMessage,
  messagesAboutComment,
  messagesAboutEdit,
  messagesAboutHandBack,
  messagesAboutInvitation,
  messagesAboutMissingWorker,
  messagesAboutNotice,
  messagesAboutReport,
  messagesAboutTicketEvent,
  messagesAboutWebhook,
} from './event-messages.ts';
import { messagesAboutHold } from './holds.ts';
import { type NotificationEvent, notificationEvents, notificationKinds, type TicketNotice } from './kinds.ts';
import { messagesAboutQuote } from './quotes.ts';

const queue = 'notifications';
const actionsWithoutMessage: ReadonlySet<TicketAction> = new Set(['photo_added', 'photo_removed']);

type MessagesAbout<Payload> = (tx: Tx, payload: Payload, now: Date) => Promise<EventMessage[]>;

/** Makes the messages about the payloads of some kinds; undefined: the payload is of another kind. */
interface Source<Payload> {
  messagesAbout: MessagesAbout<Payload>;
  messagesIfOwn: (tx: Tx, payload: { kind: string }, now: Date) => Promise<EventMessage[]> | undefined;
  subscriptions: readonly Subscription[];
}

function source<Payload extends { kind: string }>(
  kinds: readonly Payload['kind'][],
  messagesAbout: MessagesAbout<Payload>,
  subscriptions: readonly Subscription[],
): Source<Payload> {
  const isOwn = (payload: { kind: string }): payload is Payload => kinds.some((kind) => kind === payload.kind);
  return {
    messagesAbout,
    messagesIfOwn: (tx, payload, now) => (isOwn(payload) ? messagesAbout(tx, payload, now) : undefined),
    subscriptions,
  };
}

/** The payloads of these domain events have their names as kinds. */
const eventSource = <Payload extends { kind: keyof DomainEvents }>(
  events: readonly Payload['kind'][],
  messagesAbout: MessagesAbout<Payload>,
): Source<Payload> =>
  source(
    events,
    messagesAbout,
    events.map((event) => ({ event, queue })),
  );

const isNotice = (event: NotificationEvent): event is TicketNotice => notificationKinds[event].to !== undefined;

const sources = [
  source<TicketEventPayload>(['ticket_event'], messagesAboutTicketEvent, [
    { event: 'ticket', queue, wants: ({ action }) => !actionsWithoutMessage.has(action) },
  ]),
  source(['comment_added', 'internal_comment_added'], messagesAboutComment, [{ event: 'comment_added', queue }]),
  eventSource<TicketNoticePayload<TicketNotice>>(notificationEvents.filter(isNotice), messagesAboutNotice),
  eventSource(['ticket_edited'], messagesAboutEdit),
  eventSource(['invitation'], messagesAboutInvitation),
  eventSource(['hand_back'], messagesAboutHandBack),
  eventSource(['ticket_on_hold', 'hold_ended'], messagesAboutHold),
  eventSource(['appointment_set', 'appointment_canceled', 'appointment_soon'], messagesAboutAppointment),
  eventSource(['appointment_answered'], messagesAboutAppointmentAnswer),
  eventSource(['quote_sent', 'quote_answered'], messagesAboutQuote),
  eventSource(['deadline'], messagesAboutDeadline),
  eventSource(['rule_worker_missing'], messagesAboutMissingWorker),
  eventSource(['report_received'], messagesAboutReport),
  eventSource(['document_expiring'], messagesAboutDocument),
  eventSource(['webhook_disabled'], messagesAboutWebhook),
];

/** The events whose recipients are not found yet. */
export type NotificationPayload = Parameters<(typeof sources)[number]['messagesAbout']>[1];

/** The domain events of which people are notified. */
export const notificationSubscriptions: readonly Subscription[] = sources.flatMap(({ subscriptions }) => subscriptions);

/** @throws when the payload is of a kind that only a later release knows, which then has to handle it */
export async function messagesAbout(tx: Tx, payload: NotificationPayload, now: Date): Promise<EventMessage[]> {
  for (const { messagesIfOwn } of sources) {
    const messages = messagesIfOwn(tx, payload, now);
    if (messages) return messages;
  }
  throw new Error(`nothing makes messages about ${payload.kind}`);
}
