import { type Static, Type } from 'typebox';
import { healthSchema, jobDetails } from '../../platform/health/schemas.ts';
import { pageParameters } from '../../platform/http/pagination.ts';
import { Id, limits, OneOf, onlyFor, PageOf, Text, Timestamp, Uuid } from '../../platform/http/schemas.ts';
import { ticketActions, ticketStatuses } from './lifecycle.ts';
import { Recurrence, TicketRecurring } from './recurrence-schemas.ts';
import { categories, priorities } from './tables.ts';

const Category = OneOf(categories);
const Priority = OneOf(priorities);
const Status = OneOf(ticketStatuses);
const filled = (when: string) => Type.Optional({ ...Timestamp, description: `Left out until ${when}.` });

export const Ticket = Type.Object(
  {
    id: Id,
    status: Status,
    category: Category,
    priority: Priority,
    description: Type.String(),
    floor: Type.String(),
    address: Type.String({ description: "The object's address at the moment the ticket was created." }),
    project_id: Id,
    project_name: Type.String(),
    object_id: Id,
    object_name: Type.String(),
    client_id: Uuid,
    client_name: Type.String(),
    worker_id: Type.Optional({ ...Uuid, description: 'Left out until a worker is assigned.' }),
    worker_name: Type.Optional(Type.String()),
    assigned_at: filled('a worker is assigned'),
    assigned_by: Type.Optional({ ...Uuid, description: 'Who assigned the worker; the worker, when they took it.' }),
    started_at: Type.Optional({ ...Timestamp, description: 'The first start; later rounds keep it.' }),
    done_at: filled('the work is reported done; the latest round'),
    confirmed_at: filled('the client confirms'),
    rejected_at: filled('the client rejects; the latest round'),
    closed_at: filled('the ticket is closed'),
    closed_by: Type.Optional(Uuid),
    reject_reason: Type.Optional(Type.String()),
    cancel_reason: Type.Optional(Type.String()),
    rework_count: Type.Integer({ description: 'How often the work was rejected.' }),
    created_at: Timestamp,
  },
  { title: 'Ticket' },
);

/** One ticket by itself also has its rule. */
export const TicketDetail = Type.Object(
  { ...Ticket.properties, recurring: Type.Optional(TicketRecurring) },
  { title: 'TicketDetail' },
);

export const TicketEvent = Type.Object(
  {
    id: Type.Integer(),
    ticket_id: Id,
    action: OneOf(ticketActions),
    from_status: Type.String({ description: 'Empty for `created`.' }),
    to_status: Status,
    actor_id: Type.String({ description: 'Empty when the account was deleted.' }),
    actor_name: Type.String(),
    comment: Type.String({ description: 'The reason of a rejection or cancellation, the file name of a photo, or empty.' }),
    created_at: Timestamp,
  },
  { title: 'TicketEvent' },
);

export const TicketPage = PageOf(Ticket);
export const TicketEventPage = PageOf(TicketEvent);

export const CreateTicket = Type.Object(
  {
    category: Category,
    description: Text(5, limits.description, ['The light in the hall flickers']),
    object_id: Id,
    floor: Type.Optional(Text(0, limits.floor, ['3'])),
    priority: Type.Optional({ ...Priority, default: 'normal' }),
    recurring: Type.Optional({ ...Recurrence, description: 'Makes a rule in the same step, with this ticket as its first.' }),
  },
  { title: 'CreateTicket' },
);

export const AssignWorker = Type.Object({ worker_id: Uuid }, { title: 'AssignWorker' });
export const WithReason = Type.Object({ reason: Text(5, limits.reason, ['The lamp is still dark']) }, { title: 'WithReason' });

export const TicketQuery = Type.Object({
  status: Type.Optional(Status),
  category: Type.Optional(Category),
  priority: Type.Optional(Priority),
  client_id: Type.Optional(onlyFor('admin', Uuid)),
  worker_id: Type.Optional(onlyFor('admin', Uuid)),
  project_id: Type.Optional(Id),
  object_id: Type.Optional(Id),
  date_from: Type.Optional(Type.String({ format: 'date', description: 'Created on or after this day (UTC).' })),
  date_to: Type.Optional(Type.String({ format: 'date', description: 'Created on or before this day (UTC).' })),
  ...pageParameters(['created_at', 'priority', 'id'], 'created_at'),
});
export type TicketQuery = Static<typeof TicketQuery>;

export const EventQuery = Type.Object(pageParameters(['id', 'created_at'], 'id'));
export type EventQuery = Static<typeof EventQuery>;

export const RetentionHealth = healthSchema('RetentionHealth', ['working', 'switched_off', 'failed', 'late'], {
  days: Type.Integer({ description: 'How long closed tickets are kept; 0: for ever.' }),
  archive: Type.Boolean({ description: 'Whether they are archived before they are deleted.' }),
  ...jobDetails,
});
