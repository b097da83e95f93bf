import type { DocumentExpiringPayload } from '../../product/files/documents/events.ts';
import type { WebhookDisabledPayload } from '../../product/identity/users/account-events.ts';
import type { InvitationPayload } from '../../product/places/members/events.ts';
import type {
  AppointmentAnsweredPayload,
  AppointmentPayload,
  CommentAddedPayload,
  DeadlineEventPayload,
  HandBackPayload,
  HoldPayload,
  OnTheWayPayload,
  QuotePayload,
  ReportReceivedPayload,
  RuleWorkerMissingPayload,
  TicketEditedPayload,
  TicketEventPayload,
} from '../../product/tickets/events.ts';

declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    /** events whose recipients are not found yet */
    notifications:
      | TicketEventPayload
      | TicketEditedPayload
      | InvitationPayload
      | CommentAddedPayload
      | AppointmentPayload
      | AppointmentAnsweredPayload
      | HandBackPayload
      | HoldPayload
      | QuotePayload
      | OnTheWayPayload
      | DeadlineEventPayload
      | ReportReceivedPayload
      | DocumentExpiringPayload
      | RuleWorkerMissingPayload
      | WebhookDisabledPayload;
    // One queue per channel: a slow one does not hold up the others.
    notification_messages: SendPayload;
    notification_mails: SendPayload;
    notification_pushes: SendPayload;
  }
}

/** A row of notification_sends. */
export interface SendPayload {
  kind: 'notification';
  send_id: number;
  user_id: string;
}
