import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { gone } from '../../../platform/http/errors.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import type { AnswerContext, TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { type Actor, seesTicket } from '../../visibility.ts';
import { columnsOf, joinsOf, type ListRow } from '../list-page.ts';
import { ticketColumns } from '../queries.ts';
import { hiddenColumnsOf, presentItem } from '../ticket-details/queries.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import type { ChangesQuery } from './schemas.ts';
import './tables.ts';

/** A ticket that was found, with its fields unless it is gone. Without one there is a row with the first two columns. */
type FoundRow = ListRow & {
  epoch: string;
  snapshot: string;
  found_id: number | null;
  /** of the transaction that changed it; null in the list of all tickets */
  found_xid: string | null;
  /** its place in the list of all tickets; null elsewhere */
  found_at: string | null;
};

/**
 * Reads the tickets that changed since a cursor, each once and in its present state (docs/decisions/changes.md).
 * @throws 400 the cursor is damaged or of somebody else; 410 it is too old, or of another database
 */
export async function readChanges(
  db: Db,
  actor: Actor,
  { after, limit }: ChangesQuery,
  additions: TicketAdditions,
  context: AnswerContext,
) {
  const of = actor.role === 'admin' ? 'all' : actor.id;
  const cursor = after === undefined ? undefined : readCursor(after, of, context.now);
  const isList = cursor === undefined || cursor.list !== undefined;
  const found = isList ? listedTickets(actor, cursor, limit + 1) : changedTickets(actor, cursor, limit + 1);
  const { rows } = await rowsOf(actor, found, additions, context).execute(db);
  const [first] = rows;
  if (!first) throw new Error('the row of the snapshot is missing');
  if (cursor && cursor.epoch !== first.epoch) throw gone('cursor_of_other_database', errorMessages.cursorOfOtherDatabase);
  const tickets = rows.filter(({ found_id }) => found_id !== null).slice(0, limit);
  const more = rows.length > limit;
  const now = { text: first.snapshot, atMs: context.now.getTime() };
  const next = nextCursor(cursor ?? { epoch: first.epoch, of, since: now }, isList, now, more ? tickets.at(-1) : undefined);
  const hiddenColumns = hiddenColumnsOf(additions.fields, first);
  const items = await mapInSlices(tickets, (row) => {
    const id = row.found_id ?? 0;
    // Without the row of tickets its columns are null.
    if (row.status === null) return { id, deleted: true as const };
    return { id, ticket: presentItem(additions.fields, hiddenColumns, row, context) };
  });
  return { items, cursor: writeCursor(next), more };
}

/** @param last of the page, when there is another one */
function nextCursor({ epoch, of, since, changes }: Cursor, isList: boolean, now: Cursor['since'], last?: FoundRow): Cursor {
  // Later pages read the changes between the same two snapshots: nothing can come to them before the place where they stand.
  const until = changes?.until ?? now;
  if (!last) return { epoch, of, since: isList ? since : until };
  const id = last.found_id ?? 0;
  if (isList) return { epoch, of, since, list: { createdAt: last.found_at ?? '', id } };
  return { epoch, of, since, changes: { until, xid: last.found_xid ?? '0', id } };
}

/**
 * What makes transactions the same ones: this database of this server, which was not restored to an earlier time, whose place no
 * standby has taken, and which has not crashed, since transactions may be lost then and their numbers used again. A crash, and no other
 * stop, resets the statistics.
 */
const epoch: RawBuilder<string> = sql`md5(concat_ws(' ', (select epoch from change_epochs),
  (select system_identifier from pg_control_system()), (select oid from pg_database where datname = current_database()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), extract(epoch from pg_stat_get_bgwriter_stat_reset_time())))`;

/**
 * Reads tickets and the snapshot with one statement: read by a second one, a ticket could show a change that comes once more.
 * @param found a SELECT of `found_id`, `found_xid` and `found_at`
 */
function rowsOf(
  actor: Actor,
  found: RawBuilder<unknown>,
  { fields }: TicketAdditions,
  { now }: AnswerContext,
): RawBuilder<FoundRow> {
  return sql`
    select head.*, found.*, ${ticketColumns} ${columnsOf(fields, now, actor)}
    from (select ${epoch} as epoch, pg_current_snapshot()::text as snapshot) as head
    left join (${found}) as found on true
    left join tickets as t on t.id = found.found_id
    ${joinsOf(fields)}
    order by found.found_at, found.found_xid, found.found_id`;
}

const xidColumn = (actor: Actor): RawBuilder<string> => (actor.role === 'admin' ? sql`c.xid` : sql`c.client_xid`);
const ofActor = (actor: Actor): RawBuilder<SqlBool> => (actor.role === 'admin' ? sql`true` : sql`c.client_id = ${actor.id}`);

/** The next tickets of all, in the order of their creation. Those that changed since the list began are listed as changes afterwards. */
function listedTickets(actor: Actor, cursor: Cursor | undefined, limit: number): RawBuilder<unknown> {
  const { list, since } = cursor ?? {};
  const behind = list ? sql`and (t.created_at, t.id) > (${list.createdAt}::timestamptz, ${list.id}::integer)` : sql``;
  // Looked up for each ticket of the page: as a join the whole table could be read for each.
  const changedBy = sql`(select ${xidColumn(actor)} from ticket_changes as c where c.ticket_id = t.id)`;
  const unchanged = since ? sql`and coalesce(pg_visible_in_snapshot(${changedBy}, ${since.text}::pg_snapshot), true)` : sql``;
  return sql`
    select t.id as found_id, null::xid8 as found_xid, t.created_at as found_at
    from tickets as t where ${seesTicket(actor)} ${behind} ${unchanged} order by t.created_at, t.id limit ${limit}`;
}

/**
 * The next tickets that transactions changed which the snapshot of the cursor does not contain: those that were open then, and those that
 * began later. Looked up by their numbers, so that a transaction that stays open for long makes nothing slower.
 */
function changedTickets(actor: Actor, { since, changes }: Cursor, limit: number): RawBuilder<unknown> {
  const xid = xidColumn(actor);
  const until = changes ? sql`${changes.until.text}::pg_snapshot` : sql`pg_current_snapshot()`;
  const behind = changes ? sql`and (${xid}, c.ticket_id) > (${changes.xid}::xid8, ${changes.id}::integer)` : sql``;
  const changedBy = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select c.ticket_id as found_id, ${xid} as found_xid from ticket_changes as c
    where ${ofActor(actor)} and ${condition} ${behind} and pg_visible_in_snapshot(${xid}, ${until})
    order by ${xid}, c.ticket_id limit ${limit}`;
  const beganLater = sql`${xid} >= pg_snapshot_xmax(${since.text}::pg_snapshot) and ${xid} < pg_snapshot_xmax(${until})`;
  return sql`
    select both_parts.found_id, both_parts.found_xid, null::timestamptz as found_at from (
      (select was_open.* from pg_snapshot_xip(${since.text}::pg_snapshot) as open_xid
        cross join lateral (${changedBy(sql`${xid} = open_xid`)}) as was_open)
      union all
      (${changedBy(beganLater)})
    ) as both_parts order by both_parts.found_xid, both_parts.found_id limit ${limit}`;
}
