import { type Static, type TProperties, Type } from 'typebox';
import { Id, NullableTimestamp, OneOf, Timestamp, Uuid } from '../../platform/http/schemas.ts';
import { attachmentKinds } from '../../product/files/attachments/schemas.ts';
import { appointmentAnswers, appointmentEnds, OfferedWindow } from '../../product/tickets/appointments/schemas.ts';
import { editableFields } from '../../product/tickets/edits/schemas.ts';
import { holdEnds, holdReasons } from '../../product/tickets/holds/schemas.ts';
import { type TicketStatus, ticketStatuses } from '../../product/tickets/lifecycle.ts';
import { TicketQuote } from '../../product/tickets/quotes/schemas.ts';
import { TicketDetail } from '../../product/tickets/schemas.ts';
import { categories } from '../../product/tickets/tables.ts';
import { type MessageType, ticketWebhookEvents } from './events.ts';

// What webhooks are sent, for the description of the API (docs/webhooks.md, Messages). Receivers ignore fields that they do not know.

const Person = Type.Object({
  id: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: the account was deleted.' }),
  name: Type.String(),
});
const Reason = Type.String({ description: 'Empty when none was given.', examples: ['The lamp is still dark'] });

function messageSchema(title: string, events: readonly MessageType[], data: TProperties) {
  return Type.Object(
    { type: OneOf(events), timestamp: { ...Timestamp, description: 'When it happened.' }, data: Type.Object(data) },
    { title },
  );
}

/** The ticket is as its owner saw it at the first attempt. */
const ticketFields = { ticket_id: Id, project_id: Id, ticket: TicketDetail };

const TicketMessage = messageSchema('WebhookTicketMessage', ticketWebhookEvents, {
  ...ticketFields,
  journal_id: Type.Integer({ description: 'Of the entry in the journal of the ticket.' }),
  from_status: Type.Unsafe<TicketStatus | null>({
    type: ['string', 'null'],
    enum: [...ticketStatuses, null],
    description: 'null: the ticket is new.',
  }),
  to_status: OneOf(ticketStatuses),
  actor: Person,
  reason: Reason,
});

const EditMessage = messageSchema('WebhookEditMessage', ['ticket_edited'], {
  ...ticketFields,
  changes: Type.Array(Type.Object({ field: OneOf(editableFields), from: Type.String(), to: Type.String() })),
  actor: Person,
});

const CommentMessage = messageSchema('WebhookCommentMessage', ['comment_added'], {
  ...ticketFields,
  comment: Type.Object({
    id: Id,
    author_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'null: somebody without an account who has reported the ticket.',
    }),
    author_name: Type.String(),
    text: Type.String(),
    internal: Type.Boolean({ description: 'Only webhooks of admins are told of internal comments.' }),
  }),
});

const PhotoMessage = messageSchema('WebhookPhotoMessage', ['photo_added'], {
  ...ticketFields,
  journal_id: Type.Integer({ description: 'Of the entry in the journal of the ticket.' }),
  actor: Person,
  photo: Type.Object({ id: Id, original_name: Type.String() }),
});

const AttachmentMessage = messageSchema('WebhookAttachmentMessage', ['attachment_added'], {
  ...ticketFields,
  actor: Person,
  attachment: Type.Object({
    id: Id,
    original_name: Type.String(),
    kind: OneOf(attachmentKinds),
    comment_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'The comment that it came with.' }),
  }),
});

const ObjectMessage = messageSchema('WebhookObjectMessage', ['object_changed'], {
  project_id: Id,
  change: OneOf(['created', 'changed'] as const),
  object: Type.Object({ id: Id, name: Type.String(), address: Type.String(), is_active: Type.Boolean() }),
});

const ProjectDeletedMessage = messageSchema('WebhookProjectDeletedMessage', ['project_deleted'], {
  project: Type.Object({ id: Id, name: Type.String() }),
});

const TestMessage = messageSchema('WebhookTestMessage', ['test'], {});

const HandBackMessage = messageSchema('WebhookHandBackMessage', ['handed_back'], {
  ...ticketFields,
  worker: Person,
  reason: Reason,
});

const DeadlineMessage = messageSchema('WebhookDeadlineMessage', ['due_soon', 'overdue'], {
  ...ticketFields,
  deadline: OneOf(['take', 'finish'] as const),
  by: Timestamp,
});

const ConfirmationMessage = messageSchema('WebhookConfirmationMessage', ['confirmation_waiting'], {
  ...ticketFields,
  days: Type.Integer({ description: 'Full days since the work was reported done.' }),
});

const InvitationMessage = messageSchema('WebhookInvitationMessage', ['invitation'], {
  project_id: Id,
  project_name: Type.String(),
  worker: Person,
  actor: Person,
  expires_at: Timestamp,
});

const ReportMessage = messageSchema('WebhookReportMessage', ['report_received'], {
  project_id: Id,
  object_id: Id,
  report_id: Uuid,
  category: Type.Optional(OneOf(categories)),
});

const HoldMessage = messageSchema('WebhookHoldMessage', ['ticket_on_hold', 'hold_ended'], {
  ...ticketFields,
  hold: Type.Object({
    reason: OneOf(holdReasons),
    note: Type.String(),
    since: Timestamp,
    until: NullableTimestamp,
    ended_at: NullableTimestamp,
    end_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...holdEnds, null] }),
    by: Person,
  }),
  actor: { ...Person, description: 'Without id and name when it has ended by itself or with a transition.' },
});

const AppointmentOfMessage = Type.Object({
  from: Timestamp,
  to: Timestamp,
  note: Type.String(),
  set_by: Person,
  set_at: Timestamp,
  answer: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...appointmentAnswers, null] }),
  ended_at: NullableTimestamp,
  end_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...appointmentEnds, null] }),
});

const AppointmentMessage = messageSchema('WebhookAppointmentMessage', ['appointment_set', 'appointment_canceled'], {
  ...ticketFields,
  appointment: AppointmentOfMessage,
  actor: { ...Person, description: 'Without id and name when the person who reported the problem chose it.' },
});

const { ticket_id: _ticket, sent_by_name, answered_by_name, ...quoteFields } = TicketQuote.properties;
const QuoteMessage = messageSchema('WebhookQuoteMessage', ['quote_sent', 'quote_answered'], {
  ...ticketFields,
  quote: Type.Object({
    ...quoteFields,
    sent_by: Person,
    answered_by: { ...Person, description: 'Without id and name when nobody has answered.' },
  }),
  actor: Person,
});

const AnswerMessage = messageSchema('WebhookAppointmentAnswerMessage', ['appointment_answered'], {
  ...ticketFields,
  answer: { ...OneOf(appointmentAnswers), description: 'Of the person who reported the problem, without an account.' },
  note: Type.String({ description: 'What they wrote with it.' }),
  appointment: Type.Unsafe<Static<typeof AppointmentOfMessage> | null>({
    anyOf: [AppointmentOfMessage, { type: 'null' }],
    description: 'null: they have declined all times of `windows`.',
  }),
  windows: Type.Unsafe<OfferedWindow[] | null>({ anyOf: [Type.Array(OfferedWindow), { type: 'null' }] }),
});

const OnTheWayMessage = messageSchema('WebhookOnTheWayMessage', ['worker_on_the_way'], {
  ...ticketFields,
  on_the_way_at: { ...Timestamp, description: 'When the worker said so.' },
  actor: Person,
});

export const WebhookMessage = Type.Union(
  [
    ...[
      TicketMessage,
      EditMessage,
      CommentMessage,
      PhotoMessage,
      AttachmentMessage,
      HandBackMessage,
      DeadlineMessage,
      ConfirmationMessage,
    ],
    ...[HoldMessage, AppointmentMessage, QuoteMessage, AnswerMessage, OnTheWayMessage],
    ...[InvitationMessage, ReportMessage, ObjectMessage, ProjectDeletedMessage, TestMessage],
  ],
  { title: 'WebhookMessage' },
);
