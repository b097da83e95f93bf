import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { directionOf, nameCollation, type Page, pageParameters } from '../../../platform/http/pagination.ts';
import { PageOf, Uuid } from '../../../platform/http/schemas.ts';
import { type Actor, seesAccount, seesTicket } from '../../visibility.ts';
import { isInWork, type PresentedTicket, present, type TicketRow, ticketColumns } from '../queries.ts';

const Count = Type.Integer();

/** What one worker has to do. */
export const Workload = Type.Object(
  { worker_id: Uuid, worker_name: Type.String(), open: Count, assigned: Count, in_progress: Count, rejected: Count, done: Count },
  { title: 'Workload', description: 'Tickets that are not closed, by status; `open` is their sum.' },
);
export const WorkloadPage = PageOf(Workload);
export type Workload = Static<typeof Workload>;

export const WorkloadQuery = Type.Object(pageParameters(['open', 'name'], 'open'));
export type WorkloadQuery = Static<typeof WorkloadQuery>;

export const OpenWorkQuery = Type.Object(pageParameters(['created_at', 'priority', 'id'], 'created_at'));
export type OpenWorkQuery = Static<typeof OpenWorkQuery>;

/** Lists how many tickets in work each worker has, of those who have some. Counted over the index tickets_in_work. */
export async function listWorkload(db: Db, query: WorkloadQuery): Promise<Page<Workload>> {
  const { limit, offset } = query;
  const { rows } = await sql<Workload>`
    select l.*, u.name as worker_name
    from (select worker_id, ${counts} from tickets where ${isInWork} group by worker_id) as l
    join users as u on u.id = l.worker_id
    ${pageOf(query)}`.execute(db);
  const { rows: all } = await sql<{ total: number }>`
    select count(distinct worker_id)::int as total from tickets where ${isInWork}`.execute(db);
  return { items: rows, total: all[0]?.total ?? 0, limit, offset };
}

/**
 * Lists how many tickets in work each active member of a project has, in all projects that the actor sees; members
 * without work are listed, too. The caller has checked that the actor sees the project.
 */
export async function listProjectWorkload(
  db: Db,
  actor: Actor,
  projectId: number,
  query: WorkloadQuery,
): Promise<Page<Workload>> {
  const { limit, offset } = query;
  const members = sql`from project_workers as m join users as u on u.id = m.worker_id`;
  const ofProject = sql`m.project_id = ${projectId} and m.status = 'active'`;
  const { rows } = await sql<Workload>`
    select m.worker_id, l.*, u.name as worker_name
    ${members} cross join lateral (
      select ${counts} from tickets as t where t.worker_id = m.worker_id and ${isInWork} and ${seesTicket(actor)}) as l
    where ${ofProject} ${pageOf(query)}`.execute(db);
  const { rows: all } = await sql<{ total: number }>`
    select count(*)::int as total ${members} where ${ofProject}`.execute(db);
  return { items: rows, total: all[0]?.total ?? 0, limit, offset };
}

const counts = sql`
  count(*)::int as open,
  (count(*) filter (where status = 'assigned'))::int as assigned,
  (count(*) filter (where status = 'in_progress'))::int as in_progress,
  (count(*) filter (where status = 'rejected'))::int as rejected,
  (count(*) filter (where status = 'done'))::int as done`;

/** Order and limits, over counts with the alias `l` and workers with the alias `u`. */
function pageOf(query: WorkloadQuery): RawBuilder<unknown> {
  const direction = sql.raw(directionOf(query, 'desc'));
  const key = query.sort === 'name' ? sql`u.name ${nameCollation}` : sql`l.open`;
  return sql`order by ${key} ${direction}, u.id ${direction} limit ${query.limit} offset ${query.offset}`;
}

/**
 * Lists the tickets of an account that are assigned and not closed, of those that the actor sees. They are found over the
 * index tickets_in_work, before the order is known: in the order of another index all that was ever closed would be read.
 * @throws 404 when the account is missing or not visible to the actor
 */
export async function listOpenWork(db: Db, actor: Actor, userId: string, query: OpenWorkQuery): Promise<Page<PresentedTicket>> {
  const { sort, limit, offset } = query;
  const direction = sql.raw(directionOf(query, 'desc'));
  const ofUser = sql`worker_id = ${userId} and ${isInWork}`;
  const visible = seesTicket(actor);
  const [account, { rows }, { rows: all }] = await Promise.all([
    db.selectFrom('users as u').select('u.id').where('u.id', '=', userId).where(seesAccount(actor)).executeTakeFirst(),
    sql<TicketRow>`
      with t as materialized (select * from tickets where ${ofUser})
      select ${ticketColumns} from t where ${visible}
      order by ${sql.ref(`t.${sort}`)} ${direction}, t.id ${direction} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from tickets as t where ${ofUser} and ${visible}`.execute(db),
  ]);
  if (!account) throw notFound('user');
  return { items: rows.map(present), total: all[0]?.total ?? 0, limit, offset };
}
