import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { CounterDifference } from './recount-counters.ts';

// The triggers of migrations 026, 056, 115 and 120 keep ticket_summaries. As counters, they differ only after a change that ran without triggers.

const columns = [
  'photos',
  'newest_photo_id',
  'attachments',
  'first_attachment_id',
  'comments',
  'internal_attachments',
  'internal_comments',
] as const;

/** The tables of what `TicketField.sparseColumn` looks up. */
const additionTables = [
  'ticket_tags',
  'ticket_appointments',
  'ticket_equipment',
  'ticket_checklists',
  'ticket_costs',
  'ticket_quotes',
  'ticket_holds',
  'ticket_hand_backs',
] as const;

/** Some tickets: the ids of a range, both included, or certain ids; undefined: all. */
type Tickets = { first: number; last: number } | { ids: number[] } | undefined;

/** @returns the columns of summaries that differ from the photos, attachments and comments, without changing them */
export async function findSummaryDifferences(db: Db, tickets?: Tickets): Promise<CounterDifference[]> {
  return (await summaryDifferences(tickets).execute(db)).rows;
}

/** The differences of some tickets, or of all, in their order. */
export function summaryDifferences(tickets?: Tickets): RawBuilder<CounterDifference> {
  const stored = sql.join(columns.map((column) => sql`(${sql.lit(column)}, s.${sql.ref(column)}, c.${sql.ref(column)})`));
  return sql`
    select 'ticket_summaries' as "table", ticket_id || ' ' || name as key, coalesce(stored, 0) as stored, coalesce(counted, 0) as counted
    from (select * from ticket_summaries where ${isOf(tickets)}) as s full join (${counted(tickets)}) as c using (ticket_id)
    cross join lateral (
      values ${stored}, ('has_additions', s.has_additions::integer, (coalesce(s.has_additions, false) or coalesce(c.has_additions, false))::integer)
    ) as each_column (name, stored, counted)
    where coalesce(stored, 0) <> coalesce(counted, 0)
    order by ticket_id, name`;
}

/**
 * Sets summaries to what there is, in a transaction of its own: it locks tickets, and transitions lock counters after them. Whoever
 * adds or removes a photo, an attachment or a comment locks the ticket, and waits for the commit when it is repaired.
 * @returns what differed
 */
export async function repairSummaries(tx: Tx): Promise<CounterDifference[]> {
  const ids = [...new Set((await findSummaryDifferences(tx)).map(({ key }) => Number.parseInt(key, 10)))];
  if (ids.length === 0) return [];
  await sql`select from tickets where id = any(${ids}::integer[]) order by id for update`.execute(tx);
  const differences = await findSummaryDifferences(tx, { ids });
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const counts = sql.join(
    columns.map((column) => (column.endsWith('_id') ? sql.ref(`c.${column}`) : sql`coalesce(${sql.ref(`c.${column}`)}, 0)`)),
  );
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  await sql`
    insert into ticket_summaries as s (ticket_id, has_additions, ${names})
    select t.id, coalesce(c.has_additions, false), ${counts}
    from tickets as t left join (${counted({ ids })}) as c on c.ticket_id = t.id
    where t.id = any(${ids}::integer[])
    on conflict (ticket_id) do update set has_additions = s.has_additions or excluded.has_additions, ${values}`.execute(tx);
  return differences;
}

function counted(tickets: Tickets): RawBuilder<unknown> {
  const of = (table: string, values: string) =>
    sql`(select ticket_id, ${sql.raw(values)} from ${sql.raw(table)} where ${isOf(tickets)} group by ticket_id)`;
  const added = additionTables.map(
    (table) => sql`select ticket_id, true as has_additions from ${sql.table(table)} where ${isOf(tickets)}`,
  );
  return sql`
    select ticket_id, d.has_additions, p.photos, p.newest_photo_id, a.attachments, a.first_attachment_id, a.internal_attachments, c.comments, c.internal_comments
    from ${of('ticket_photos', 'count(*)::integer as photos, max(id) as newest_photo_id')} as p
    full join ${of("(select * from ticket_attachments where kind <> 'signature') as pictures", `${publicAndInternal('attachments')}, min(id) filter (where not is_internal) as first_attachment_id`)} as a using (ticket_id)
    full join ${of('ticket_comments', publicAndInternal('comments'))} as c using (ticket_id)
    full join (${sql.join(added, sql` union `)}) as d using (ticket_id)`;
}

const publicAndInternal = (name: string): string =>
  `(count(*) filter (where not is_internal))::integer as ${name}, (count(*) filter (where is_internal))::integer as internal_${name}`;

function isOf(tickets: Tickets): RawBuilder<boolean> {
  if (tickets === undefined) return sql<boolean>`true`;
  if ('ids' in tickets) return sql<boolean>`ticket_id = any(${tickets.ids}::integer[])`;
  return sql<boolean>`ticket_id between ${tickets.first}::integer and ${tickets.last}::integer`;
}
