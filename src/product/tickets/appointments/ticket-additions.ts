import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Type } from 'typebox';
import { instantOf, Timestamp } from '../../../platform/http/schemas.ts';
import type { TicketAdditions, TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { Appointment } from './schemas.ts';

const isAppointment = (value: unknown): value is Appointment => typeof value === 'object' && value !== null;
const toIso = (time: string): string => new Date(time).toISOString();

/** Both ends in one condition, so that they are one range of the index. */
function beginsBetween(from: unknown, to: unknown): RawBuilder<SqlBool> {
  const conditions = [
    ...(typeof from === 'string' ? [sql`a.from_at >= ${instantOf(from)}`] : []),
    ...(typeof to === 'string' ? [sql`a.from_at < ${instantOf(to)}`] : []),
  ];
  return sql`t.id in (select a.ticket_id from ticket_appointments as a where a.ended_at is null and ${sql.join(conditions, sql` and `)})`;
}

const filters: TicketFilter[] = [
  {
    name: 'appointment_from',
    schema: { ...Timestamp, description: 'Only those whose appointment begins at this time or later.' },
    condition: (from, { query }) => beginsBetween(from, query['appointment_to']),
    isSlow: true,
  },
  {
    name: 'appointment_to',
    schema: { ...Timestamp, description: 'Only those whose appointment begins before this time.' },
    condition: (to, { query }) => (query['appointment_from'] === undefined ? beginsBetween(undefined, to) : sql`true`),
    isSlow: true,
  },
];

/** What lists of tickets show of appointments. */
export const appointmentAdditions: TicketAdditions = {
  fields: [
    {
      name: 'appointment',
      schema: {
        ...Type.Unsafe<Appointment | null>({ anyOf: [Appointment, { type: 'null' }] }),
        description: 'When somebody comes; null: nothing was agreed.',
      },
      sparseColumn: {
        column: 'appointment',
        select: sql`
        select json_build_object('from', a.from_at, 'to', a.to_at, 'note', a.note, 'set_by_name', a.set_by_name, 'set_at', a.set_at,
          'answer', a.answer)
        from ticket_appointments as a where a.ticket_id = t.id and a.ended_at is null`,
      },
      present: ({ appointment: one }) =>
        isAppointment(one) ? { ...one, from: toIso(one.from), to: toIso(one.to), set_at: toIso(one.set_at) } : null,
    },
  ],
  filters,
  orders: [
    {
      name: 'appointment',
      // Of those whom a client or a worker sees, few have one; the planner would read the appointments of all.
      join: (isOfAll) =>
        isOfAll
          ? sql`join ticket_appointments as planned on planned.ticket_id = t.id and planned.ended_at is null`
          : sql`join lateral (
              select a.from_at from ticket_appointments as a where a.ticket_id = t.id and a.ended_at is null limit 1
            ) as planned on true`,
      rank: sql`planned.from_at`,
      hasNoRank: sql`not exists (
        select from ticket_appointments as planned where planned.ticket_id = t.id and planned.ended_at is null)`,
      direction: 'asc',
    },
  ],
};
