import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Subscription } from '../../platform/module/events.ts';
import type { InvitationPayload } from '../../product/places/members/schemas.ts';
import type { ObjectChangedPayload, ProjectDeletedPayload } from '../../product/places/projects/events.ts';
import type {
  AppointmentAnsweredPayload,
  AppointmentPayload,
  AttachmentAddedPayload,
  CommentAddedPayload,
  ConfirmationWaitingPayload,
  DeadlineEventPayload,
  HandBackPayload,
  HoldPayload,
  OnTheWayPayload,
  QuotePayload,
  ReportReceivedPayload,
  TicketEditedPayload,
  TicketEventPayload,
} from '../../product/tickets/events.ts';
import { type TicketAction, ticketActions } from '../../product/tickets/lifecycle.ts';

/** Transitions of a ticket. */
export const ticketWebhookEvents = [
  'ticket_created',
  'ticket_available',
  'ticket_assigned',
  'ticket_started',
  'ticket_done',
  'ticket_rejected',
  'ticket_confirmed',
  'ticket_canceled',
] as const;

/** What is not a transition, and whose payloads have its name as kind. */
const eventsWithOwnPayload = [
  'ticket_edited',
  'comment_added',
  'attachment_added',
  'confirmation_waiting',
  'invitation',
  'report_received',
  'object_changed',
  'project_deleted',
  'ticket_on_hold',
  'hold_ended',
  'appointment_set',
  'appointment_canceled',
  'quote_sent',
  'quote_answered',
  'appointment_answered',
  'worker_on_the_way',
] as const;

/** The events that a webhook can receive (docs/webhooks.md). */
export const webhookEvents = [
  ...ticketWebhookEvents,
  ...eventsWithOwnPayload,
  'photo_added',
  'due_soon',
  'overdue',
  'handed_back',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The types of messages: events, and `test`, which is sent when somebody asks for it. */
export const messageTypes = [...webhookEvents, 'test'] as const;
export type MessageType = (typeof messageTypes)[number];

const eventsOfAction: Record<TicketAction, readonly WebhookEvent[]> = {
  created: ['ticket_created', 'ticket_available'],
  assigned: ['ticket_assigned'],
  started: ['ticket_started'],
  done: ['ticket_done'],
  rejected: ['ticket_rejected'],
  confirmed: ['ticket_confirmed'],
  canceled: ['ticket_canceled'],
  photo_added: ['photo_added'],
  photo_removed: [],
};

/** The queue in which events wait until collect-events.ts finds out which webhooks receive them. No worker delivers it. */
export const eventQueue = 'webhooks';

/** What the queue has. */
export type EventPayload =
  | TicketEventPayload
  | TicketEditedPayload
  | CommentAddedPayload
  | AttachmentAddedPayload
  | HandBackPayload
  | HoldPayload
  | QuotePayload
  | OnTheWayPayload
  | (AppointmentPayload & { kind: 'appointment_set' | 'appointment_canceled' })
  | AppointmentAnsweredPayload
  | DeadlineEventPayload
  | ConfirmationWaitingPayload
  | InvitationPayload
  | ReportReceivedPayload
  | ObjectChangedPayload
  | ProjectDeletedPayload;

const isOwnPayload = (kind: string): boolean => eventsWithOwnPayload.some((one) => one === kind);

/**
 * @returns the events of a payload
 * @throws Error this release does not know the kind
 */
export function eventsOf(payload: EventPayload): readonly WebhookEvent[] {
  switch (payload.kind) {
    case 'ticket_event':
      return eventsOfAction[payload.action];
    case 'hand_back':
      return ['handed_back'];
    case 'deadline':
      return [payload.step];
    case 'internal_comment_added':
      return ['comment_added'];
    case 'internal_attachment_added':
      return ['attachment_added'];
    default:
      // An event of a release after this one stays in the queue for an instance of that release.
      if (!isOwnPayload(payload.kind)) throw new Error(`no event of webhooks is known for ${payload.kind}`);
      return [payload.kind];
  }
}

// Without a webhook that wants an event nothing is written, so that changes cost what they cost without this module.
const isWanted = (events: readonly WebhookEvent[]): RawBuilder<SqlBool> => sql`exists (
  select from webhooks as hook where hook.is_active and hook.events && ${[...events]}::text[])`;
const isWantedByOwner = (events: readonly WebhookEvent[]): RawBuilder<SqlBool> => sql`exists (
  select from webhooks as hook
  where hook.is_active and hook.events && ${[...events]}::text[] and (hook.sees_all or hook.owner_id = t.client_id))`;

export const webhookSubscriptions: readonly Subscription[] = [
  ...ticketActions
    .filter((action) => eventsOfAction[action].length > 0)
    .map((action) => ({
      event: 'ticket' as const,
      queue: eventQueue,
      wants: (ticket: { action: TicketAction }) => ticket.action === action,
      ifTicket: isWantedByOwner(eventsOfAction[action]),
    })),
  ...eventsWithOwnPayload.map((event) => ({
    event,
    queue: eventQueue,
    onlyIf: isWanted([event]),
  })),
  { event: 'hand_back', queue: eventQueue, onlyIf: isWanted(['handed_back']) },
  { event: 'deadline', queue: eventQueue, onlyIf: isWanted(['due_soon', 'overdue']) },
];
