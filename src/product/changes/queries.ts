import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnswerContext, TicketAdditions } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { gone } from '../../platform/http/errors.ts';
import { mapInSlices } from '../../platform/lib/slices.ts';
import { hiddenColumnsOf, presentItem } from '../ticket-details/queries.ts';
import { type ListRow, rowsStatement } from '../tickets/list-page.ts';
import { type Actor, seesTicket } from '../visibility.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import type { ChangesQuery } from './schemas.ts';
import './tables.ts';

/** Tickets whose fields one statement reads. */
const rowsPerStatement = 100;

interface FoundTicket {
  id: number;
  /** in the list of all tickets: its place */
  created_at?: string;
  /** of the transaction that changed it */
  xid?: string;
}

/** What one statement finds, and the snapshot with which it was read. */
interface Found {
  epoch: string;
  snapshot: string;
  tickets: FoundTicket[];
}

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
  const found = await (isList ? findListed(db, actor, cursor, limit) : findChanged(db, actor, cursor, limit));
  if (cursor && cursor.epoch !== found.epoch) throw gone('cursor_of_other_database', errorMessages.cursorOfOtherDatabase);
  const tickets = found.tickets.slice(0, limit);
  const more = found.tickets.length > limit;
  const now = { text: found.snapshot, atMs: context.now.getTime() };
  const next = nextCursor(cursor ?? { epoch: found.epoch, of, since: now }, isList, now, more ? tickets.at(-1) : undefined);
  return { items: await readTickets(db, actor, tickets, additions, context), cursor: writeCursor(next), more };
}

/** @param last of the page, when there is another one */
function nextCursor({ epoch, of, since, changes }: Cursor, isList: boolean, now: Cursor['since'], last?: FoundTicket): Cursor {
  // Later pages read the changes between the same two snapshots: nothing can come to them before the place where they stand.
  const until = changes?.until ?? now;
  if (!last) return { epoch, of, since: isList ? since : until };
  const { id, created_at: createdAt = '', xid = '0' } = last;
  return isList ? { epoch, of, since, list: { createdAt, id } } : { epoch, of, since, changes: { until, xid, id } };
}

/**
 * What makes transactions the same ones: this database of this server, which was not restored to an earlier time and whose place no
 * standby has taken, since transactions may be lost then and their numbers used again.
 */
const epoch: RawBuilder<string> = sql`md5(concat_ws(' ', (select epoch from change_epochs),
  (select system_identifier from pg_control_system()), (select oid from pg_database where datname = current_database()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8)))`;

async function readFound(db: Db, tickets: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Found>`
    select ${epoch} as epoch, pg_current_snapshot()::text as snapshot,
      coalesce((select json_agg(found order by ${order}) from (${tickets}) as found), '[]') as tickets`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a select without a from had no row');
  return found;
}

const xidColumn = (actor: Actor): RawBuilder<string> => (actor.role === 'admin' ? sql`c.xid` : sql`c.client_xid`);
const ofActor = (actor: Actor): RawBuilder<SqlBool> => (actor.role === 'admin' ? sql`true` : sql`c.client_id = ${actor.id}`);

/** The next tickets of all, in the order of their creation. Those that changed since the list began are told as changes afterwards. */
function findListed(db: Db, actor: Actor, cursor: Cursor | undefined, limit: number): Promise<Found> {
  const { list, since } = cursor ?? {};
  const behind = list ? sql`and (t.created_at, t.id) > (${list.createdAt}::timestamptz, ${list.id}::integer)` : sql``;
  const unchanged = since
    ? sql`and not exists (select from ticket_changes as c
        where c.ticket_id = t.id and not pg_visible_in_snapshot(${xidColumn(actor)}, ${since.text}::pg_snapshot))`
    : sql``;
  const tickets = sql`
    select t.id, t.created_at from tickets as t where ${seesTicket(actor)} ${behind} ${unchanged}
    order by t.created_at, t.id limit ${limit + 1}`;
  return readFound(db, tickets, sql`found.created_at, found.id`);
}

/**
 * The next tickets that transactions changed which the snapshot of the cursor does not contain: those that were open then, and those that
 * began later. Looked up by their numbers, so that a transaction that stays open for long makes nothing slower.
 */
function findChanged(db: Db, actor: Actor, { since, changes }: Cursor, limit: number): Promise<Found> {
  const xid = xidColumn(actor);
  const until = changes ? sql`${changes.until.text}::pg_snapshot` : sql`pg_current_snapshot()`;
  const behind = changes ? sql`and (${xid}, c.ticket_id) > (${changes.xid}::xid8, ${changes.id}::integer)` : sql``;
  const of = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select c.ticket_id as id, ${xid} as xid from ticket_changes as c
    where ${ofActor(actor)} and ${condition} ${behind} and pg_visible_in_snapshot(${xid}, ${until})
    order by ${xid}, c.ticket_id limit ${limit + 1}`;
  const tickets = sql`
    select both_parts.id, both_parts.xid from (
      (select was_open.* from pg_snapshot_xip(${since.text}::pg_snapshot) as open_xid
        cross join lateral (${of(sql`${xid} = open_xid`)}) as was_open)
      union all
      (${of(sql`${xid} >= pg_snapshot_xmax(${since.text}::pg_snapshot) and ${xid} < pg_snapshot_xmax(${until})`)})
    ) as both_parts order by both_parts.xid, both_parts.id limit ${limit + 1}`;
  return readFound(db, tickets, sql`found.xid, found.id`);
}

async function readTickets(
  db: Db,
  actor: Actor,
  found: readonly FoundTicket[],
  additions: TicketAdditions,
  context: AnswerContext,
) {
  const rows = new Map<number, ListRow>();
  const query = { limit: rowsPerStatement, offset: 0, sort: 'id' };
  const list = { actor, query, added: { additions, now: context.now } };
  for (let at = 0; at < found.length; at += rowsPerStatement) {
    const ids = found.slice(at, at + rowsPerStatement).map(({ id }) => id);
    for (const row of (await rowsStatement(list, ids).execute(db)).rows) rows.set(row.id, row);
  }
  const [first = {}] = rows.values();
  const hiddenColumns = hiddenColumnsOf(additions.fields, first);
  return mapInSlices(found, ({ id }) => {
    const row = rows.get(id);
    return row ? { id, ticket: presentItem(additions.fields, hiddenColumns, row, context) } : { id, deleted: true as const };
  });
}
