import { type Static, Type } from 'typebox';
import { Id, OneOf, Timestamp, Uuid } from '../../platform/http/schemas.ts';
import { appointmentAnswers } from '../../product/tickets/appointments/schemas.ts';
import { editableFields } from '../../product/tickets/edits/schemas.ts';
import { holdReasons } from '../../product/tickets/holds/schemas.ts';

/** What a notification says beside its event. */
export const NotificationParams = Type.Object(
  {
    title: Type.Optional(Type.String()),
    object_name: Type.Optional(Type.String()),
    project_name: Type.Optional(Type.String()),
    actor_name: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    comment: Type.Optional(Type.String({ description: 'The beginning of a comment.' })),
    priority: Type.Optional(Type.String()),
    fields: Type.Optional(Type.Array(OneOf(editableFields), { description: 'What was corrected.' })),
    deadline: Type.Optional({ ...OneOf(['take', 'finish']), description: 'What has to be done by the time in `by`.' }),
    by: Type.Optional(Timestamp),
    principal_id: Type.Optional({ ...Uuid, description: 'The client for which you act as deputy: Act-For of what it leads to.' }),
    principal_name: Type.Optional(Type.String()),
    hold_reason: Type.Optional({ ...OneOf(holdReasons), description: 'What the work waits for.' }),
    until: Type.Optional({ ...Timestamp, description: 'When the hold ends by itself.' }),
    amount: Type.Optional(Type.Integer({ description: 'Of a quote, in minor units.' })),
    currency: Type.Optional(Type.String()),
    from: Type.Optional({ ...Timestamp, description: 'When the appointment begins.' }),
    to: Type.Optional(Timestamp),
    object_id: Type.Optional({ ...Id, description: 'Of a document: the object that it is of.' }),
    expires_on: Type.Optional(Type.String({ format: 'date', description: 'The last day on which a document is valid (UTC).' })),
    equipment_name: Type.Optional(Type.String({ description: 'Of a document of equipment.' })),
    answer: Type.Optional({
      ...OneOf([...appointmentAnswers, 'approved']),
      description: 'To a quote, or of the person who reported the problem to an appointment.',
    }),
  },
  { description: 'Names and reasons as they were when it happened.' },
);
export type NotificationParams = Static<typeof NotificationParams>;
