import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { instantOf, limits, NullableText, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import type { ListCaller, TicketField, TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { readsInternalComments } from '../../visibility.ts';

/** The fields of a ticket that are read from the journal and the photos. */
export const coreFields: readonly TicketField[] = [
  {
    name: 'updated_at',
    schema: { ...Timestamp, description: 'When it was changed last: by an entry of its journal or a correction.' },
    columns: sql`coalesce(t.updated_at, t.created_at) as updated_at`,
  },
  {
    name: 'reference',
    schema: { ...NullableText, description: 'What another system calls it; null: nothing.' },
    columns: sql`t.reference`,
  },
  {
    name: 'photos',
    schema: Type.Integer({ description: 'How many photos prove the work.' }),
    // With what other modules count (026_ticket_summaries.sql), because each table more that is read costs a list time.
    columns: (_now, caller) =>
      sql`coalesce(summary.photos, 0) as photos, ${countFor(caller, 'attachments')}, ${countFor(caller, 'comments')}`,
  },
];

/** How many attachments or comments a ticket has for somebody: internal ones are counted for those who read them. */
function countFor(caller: ListCaller, name: 'attachments' | 'comments'): RawBuilder<unknown> {
  const all = `coalesce(summary.${name}, 0)`;
  if (caller.role === 'client') return sql.raw(`${all} as ${name}`);
  const internal = sql.raw(`coalesce(summary.internal_${name}, 0)`);
  return sql`${sql.raw(all)} + case when ${readsInternalComments(caller)} then ${internal} else 0 end as ${sql.raw(name)}`;
}

/** Instants between which a column lies; the second one is not included. */
function period(column: 'created_at' | 'closed_at', what: string): TicketFilter[] {
  const time = sql.ref(`t.${column}`);
  const name = column.replace('_at', '');
  // The condition of the index tickets_closed, without which it is not used.
  const andStatus = column === 'closed_at' ? sql` and t.status = 'closed'` : sql``;
  return [
    {
      name: `${name}_from`,
      schema: { ...Timestamp, description: `Only those that were ${what} at this time or later.` },
      condition: (value) => sql`${time} >= ${instantOf(value)}${andStatus}`,
      isSlow: true,
    },
    {
      name: `${name}_to`,
      schema: { ...Timestamp, description: `Only those that were ${what} before this time.` },
      condition: (value) => sql`${time} < ${instantOf(value)}${andStatus}`,
      isSlow: true,
    },
  ];
}

export const coreFilters: readonly TicketFilter[] = [
  ...period('created_at', 'created'),
  ...period('closed_at', 'closed'),
  {
    name: 'updated_from',
    schema: { ...Timestamp, description: 'Only those whose `updated_at` is this time or later.' },
    condition: (value) => sql`coalesce(t.updated_at, t.created_at) >= ${instantOf(value)}`,
    isSlow: true,
  },
  {
    name: 'reference',
    schema: { ...Text(1, limits.reference, ['WO-4711']), description: 'Only those that another system calls so.' },
    condition: (value) => sql`t.reference = ${value}`,
  },
  {
    name: 'reworked',
    schema: { ...OneOf(['true', 'false']), description: 'true: only those whose work was rejected at least once.' },
    condition: (value) => (value === 'true' ? sql`t.rework_count > 0` : sql`t.rework_count = 0`),
    isSlow: true,
  },
  {
    name: 'rework_count_from',
    schema: { ...OneOf(['1', '2', '3', '4', '5']), description: 'Only those whose work was rejected at least so many times.' },
    condition: (value) => sql`t.rework_count >= ${value}::integer`,
    isSlow: true,
  },
  {
    name: 'worker_disabled',
    schema: { ...OneOf(['true', 'false']), description: 'true: only those that wait for a worker whose account is disabled.' },
    condition: (value) => {
      const waits = sql`t.status in ('assigned', 'in_progress', 'rejected')`;
      const isDisabled = sql`t.worker_id in (select id from users where not is_active)`;
      return value === 'true' ? sql`(${waits} and ${isDisabled})` : sql`not (${waits} and coalesce(${isDisabled}, false))`;
    },
    isSlow: true,
  },
];
