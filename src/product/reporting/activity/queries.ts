import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { invalidValue } from '../../../platform/http/errors.ts';
import { lastKey } from '../../../platform/http/page-links.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { instantOf } from '../../../platform/http/schemas.ts';
import { authorRole } from '../../tickets/comments/queries.ts';
import type { AuthorRole } from '../../tickets/comments/schemas.ts';
import { ticketActions } from '../../tickets/lifecycle.ts';
import '../../tickets/comments/tables.ts';
import '../../tickets/tables.ts';
import { type Actor, seesOfTicket, seesTicket } from '../../visibility.ts';
import type { ActivityAction, ActivityEntry, ActivityFilters, ActivityQuery } from './schemas.ts';

type Condition = RawBuilder<SqlBool>;
type Status = ActivityEntry['ticket']['status'];

/** An entry of a journal, or a comment, with its ticket. */
export interface ActivityRow {
  at: string;
  source: 0 | 1;
  id: number;
  action: ActivityAction;
  from_status: Status | null;
  actor_id: string | null;
  actor_name: string;
  actor_role: AuthorRole | null;
  comment: string;
  internal: boolean;
  ticket_id: number;
  description: string;
  status: Status;
  object_id: number;
  object_name: string;
  project_id: number;
  project_name: string;
}

/** What the entries are read from, in the order of entries of the same time. */
const sources = ['event', 'comment'] as const;
const sourceNames: readonly string[] = sources;

/** Behind which entry a page begins. */
interface Key {
  at: Date;
  source: number;
  id: string;
}

/** So many tickets have some ten thousand entries, which are read in less than 0.1 s. */
const fewTickets = 10_000;

/** Larger than any id. */
const aboveAllIds = '9223372036854775807';

/**
 * Reads a page of what was done with the tickets that an actor sees, the newest first. Entries are not counted: there are millions, and
 * one more than the page has is read.
 * @throws 400 `after` is no time
 */
export async function listActivity(db: Db, actor: Actor, query: ActivityQuery): Promise<Page<ActivityEntry>> {
  const { limit, offset, after, ...filters } = query;
  const key = after === undefined ? undefined : parseKey(after);
  const skipped = key ? 0 : offset;
  const page = { key, maxRows: skipped + limit + 1, hasFewTickets: await hasFewTickets(db, actor, filters) };
  const { rows } = await sql<ActivityRow>`
    ${forceCustomPlan}
    ${withTickets(sql`(${foundEntries(actor, filters, page)} limit ${limit + 1} offset ${skipped})`)}`.execute(db);
  const items = rows.slice(0, limit).map(presentEntry);
  const hasMore = rows.length > limit;
  const isBehindEnd = items.length === 0 && skipped > 0;
  const total = isBehindEnd ? await countUpTo(skipped, db, actor, filters, page) : offset + items.length + (hasMore ? 1 : 0);
  const last = items.at(-1);
  return {
    ...{ items, total, ...(hasMore && { total_is_lower_bound: true }), limit, offset },
    ...(hasMore && last && { [lastKey]: `${last.at},${last.id}` }),
  };
}

/** @returns how many entries there are, at most `max` of which are counted */
async function countUpTo(max: number, db: Db, actor: Actor, filters: ActivityFilters, page: PagePart): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    ${forceCustomPlan}
    select count(*)::integer as n from (${foundEntries(actor, filters, page)} limit ${max}) as counted`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The SELECT of all that was done with the tickets that an actor sees, the newest first. */
export const allActivity = (actor: Actor, filters: ActivityFilters): RawBuilder<ActivityRow> =>
  withTickets(sql`(${foundEntries(actor, filters)})`);

const newestFirst = (alias: string) =>
  sql.join([...['at', 'source', 'id'].map((column) => sql`${sql.ref(`${alias}.${column}`)} desc`)]);

/** Names come from scalar sub-selects, as those of tickets do (tickets/queries.ts). */
const withTickets = (found: RawBuilder<unknown>): RawBuilder<ActivityRow> => sql`
  select found.*, coalesce(found.author_role, (select role::text from users where id = found.actor_id)) as actor_role, t.description, t.status,
    t.object_id, (select name from objects where id = t.object_id) as object_name,
    t.project_id, (select name from projects where id = t.project_id) as project_name
  from ${found} as found join tickets as t on t.id = found.ticket_id
  order by ${newestFirst('found')}`;

/** Which rows a page needs. */
interface PagePart {
  key: Key | undefined;
  /** with those that are skipped */
  maxRows: number;
  /** it asks for the entries of so few tickets that these are read first */
  hasFewTickets: boolean;
}

/** Entries of journals and comments. Of a page each part ends by itself, so that it is read over the index of its order. */
function foundEntries(actor: Actor, filters: ActivityFilters, page?: PagePart): RawBuilder<unknown> {
  const actions = filters.action?.split(',');
  const events = actions?.filter((action) => action !== 'commented') ?? ticketActions;
  const parts: RawBuilder<unknown>[] = [];
  if (events.length > 0) parts.push(journalEntries(actor, filters, actions ? events : undefined, page));
  if (!actions || events.length < actions.length) parts.push(commentEntries(actor, filters, page));
  const found = parts.map((part) => (page ? sql`(${part} limit ${page.maxRows})` : sql`(${part})`));
  return sql`select * from (${sql.join(found, sql` union all `)}) as entries order by ${newestFirst('entries')}`;
}

function journalEntries(
  actor: Actor,
  filters: ActivityFilters,
  actions: readonly string[] | undefined,
  page?: PagePart,
): RawBuilder<unknown> {
  const [first, ...others] = actions ?? [];
  const ofAction =
    first === undefined
      ? []
      : [others.length === 0 ? sql`e.action = ${first}::ticket_action` : sql`e.action = any(${actions}::ticket_action[])`];
  const ofActor = filters.actor_id === undefined ? [] : [sql`e.actor_id = ${filters.actor_id}`];
  return sql`
    select e.created_at as at, 0 as source, e.id, e.action::text, e.from_status, e.actor_id, e.actor_name, null as author_role, e.comment,
      false as internal, e.ticket_id
    from ${withScope(actor, filters, 'ticket_events', 'e', page)}
    where ${allOf(...ofAction, ...ofActor, ...scopeOf(actor, filters), ...timesOf(filters, 'e', 0, page))}
    ${page ? sql`order by e.created_at desc, e.id desc` : sql``}`;
}

/** The alias is the name of the table, as seesOfTicket() wants it. */
function commentEntries(actor: Actor, filters: ActivityFilters, page?: PagePart): RawBuilder<unknown> {
  const table = 'ticket_comments';
  const ofActor = filters.actor_id === undefined ? [] : [sql`author_id = ${filters.actor_id}`];
  return sql`
    select ticket_comments.created_at as at, 1 as source, ticket_comments.id::bigint, 'commented' as action,
      null::ticket_status as from_status, author_id as actor_id, author_name as actor_name, ${authorRole} as author_role,
      text as comment, is_internal as internal, ticket_id
    from ${withScope(actor, filters, table, table, page)}
    where ${allOf(seesOfTicket(actor, table), ...ofActor, ...scopeOf(actor, filters), ...timesOf(filters, table, 1, page))}
    ${page ? sql`order by ticket_comments.created_at desc, ticket_comments.id desc` : sql``}`;
}

const allOf = (...conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** The conditions over the ticket, alias `t`; none for all tickets. */
function scopeOf(actor: Actor, { project_id, object_id }: ActivityFilters): Condition[] {
  return [
    ...(actor.role === 'admin' ? [] : [seesTicket(actor)]),
    ...(project_id === undefined ? [] : [sql<SqlBool>`t.project_id = ${project_id}`]),
    ...(object_id === undefined ? [] : [sql<SqlBool>`t.object_id = ${object_id}`]),
  ];
}

/** A table of what belongs to tickets, with the ticket where conditions need it. */
function withScope(actor: Actor, filters: ActivityFilters, table: string, alias: string, page?: PagePart): RawBuilder<unknown> {
  const name = sql.ref(alias);
  const source = sql`${sql.table(table)} as ${name}`;
  if (scopeOf(actor, filters).length === 0) return source;
  if (!page?.hasFewTickets) return sql`${source} join tickets as t on t.id = ${name}.ticket_id`;
  // The offset keeps the planner from reading the table in the order of time until enough is found, of which there may be nothing.
  return sql`tickets as t cross join lateral (select * from ${source} where ${name}.ticket_id = t.id offset 0) as ${name}`;
}

function timesOf({ from, to }: ActivityFilters, alias: string, source: number, page?: PagePart): Condition[] {
  const [at, id] = [sql.ref(`${alias}.created_at`), sql.ref(`${alias}.id`)];
  const key = page?.key;
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${at} >= ${instantOf(from)}::timestamptz`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${at} < ${instantOf(to)}::timestamptz`]),
    ...(key ? [sql<SqlBool>`(${at}, ${id}) < (${key.at}::timestamptz, ${idBehind(key, source)}::bigint)`] : []),
  ];
}

/**
 * Whether the entries are those of few tickets. Of many they are looked for in the order of time, which takes long when the newest are old;
 * an account has an index of its own.
 */
async function hasFewTickets(db: Db, actor: Actor, filters: ActivityFilters): Promise<boolean> {
  const scope = scopeOf(actor, filters);
  if (scope.length === 0 || filters.actor_id !== undefined) return false;
  const { rows } = await sql<{ tickets: number }>`
    ${forceCustomPlan}
    select count(*) as tickets from (select from tickets as t where ${allOf(...scope)} limit ${fewTickets + 1}) as counted`.execute(
    db,
  );
  return (rows[0]?.tickets ?? 0) <= fewTickets;
}

/** Of the entries of the time of the key, those with a smaller id come behind it: all of a source that comes later, none of one before. */
function idBehind(key: Key, source: number): string {
  if (source === key.source) return key.id;
  return source < key.source ? aboveAllIds : '0';
}

function parseKey(after: string): Key {
  const [time = '', name = ''] = after.split(',');
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) throw invalidValue('after', 'must be what the header Link has');
  const [source = '', id = '0'] = name.split('-');
  return { at, source: sourceNames.indexOf(source), id };
}

/** @returns the id of an entry among those of all sources, such as `event-42` */
export const entryId = ({ source, id }: Pick<ActivityRow, 'source' | 'id'>): string => `${sources[source]}-${id}`;

function presentEntry(row: ActivityRow): ActivityEntry {
  return {
    id: entryId(row),
    at: row.at,
    action: row.action,
    ...(row.from_status && { from_status: row.from_status }),
    actor: { id: row.actor_id ?? '', name: row.actor_name, ...(row.actor_role && { role: row.actor_role }) },
    ticket: { id: row.ticket_id, description: row.description, status: row.status },
    object: { id: row.object_id, name: row.object_name },
    project: { id: row.project_id, name: row.project_name },
    comment: row.comment,
    internal: row.internal,
  };
}
