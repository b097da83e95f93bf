import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { invalidValue, notFound } from '../../../platform/http/errors.ts';
import { nameCollation } from '../../../platform/http/pagination.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import { type Actor, isAssignee, readsObject, seesTicket, workersOfLead } from '../../visibility.ts';
import { maxLengthMs, type Period } from '../appointments/queries.ts';
import { isInWork } from '../queries.ts';
import {
  maxAppointments,
  maxDays,
  maxUnplanned,
  maxWorkers,
  type PlannedVisit,
  type PlannedWorker,
  type Planner,
  type PlannerQuery,
  summaryLength,
  type UnplannedTicket,
} from './schemas.ts';

/**
 * Reads who is where in some days, and what nobody has planned.
 * @throws 400 the days, or too much for one answer; 404 no such project, or not visible
 */
export async function readPlanner(db: Db, actor: Actor, query: PlannerQuery): Promise<Planner> {
  const period = requirePeriod(query);
  const { project_id: projectId } = query;
  if (projectId !== undefined) await requirePlannedProject(db, actor, projectId);
  const ofTeam = await withTeam(db, actor);
  const workers = await findWorkers(db, ofTeam, projectId, period);
  const ids = workers.map(({ id }) => id);
  const appointments = await findAppointments(db, ofTeam, ids, period);
  const absences = await findAbsences(db, ids, query);
  const open = await countOpen(db, ofTeam, ids);
  const unplanned = await findUnplanned(db, ofTeam, projectId);
  return {
    workers: workers.map((worker) => ({
      ...worker,
      absences: absences.get(worker.id) ?? [],
      open: open.get(worker.id) ?? 0,
      appointments: appointments.get(worker.id) ?? [],
    })),
    unassigned: await findUnassigned(db, actor, projectId, period),
    unplanned: unplanned.slice(0, maxUnplanned),
    has_more_unplanned: unplanned.length > maxUnplanned,
  };
}

function requirePeriod({ from, to }: PlannerQuery): Period {
  const period = { from: new Date(from), to: plus(new Date(to), days(1)) };
  const lengthMs = period.to.getTime() - period.from.getTime();
  if (lengthMs <= 0) throw invalidValue('to', 'must not be before from');
  if (lengthMs > days(maxDays)) throw invalidValue('to', `must be at most ${maxDays - 1} days after from`);
  return period;
}

/** A worker plans for projects of which one is an active member. */
async function requirePlannedProject(db: Db, actor: Actor, id: number): Promise<void> {
  const projects = db.selectFrom('projects as p').select('p.id').where('p.id', '=', id).where(readsObject(actor));
  if (!(await projects.executeTakeFirst())) throw notFound('project');
}

/** @returns the actor who sees the tickets of a team in place of its own, when it leads one */
async function withTeam(db: Db, actor: Actor): Promise<Actor> {
  if (actor.role !== 'worker') return actor;
  const { rows } = await workersOfLead(actor.id).execute(db);
  return rows.length === 0 ? actor : { ...actor, workers: rows.map(({ worker_id }) => worker_id) };
}

/** Workers whose time somebody plans: all for an admin, the active members of a client's projects, the team, oneself. Alias `u`. */
function plansWorker(actor: Actor, projectId: number | undefined): RawBuilder<SqlBool> {
  const ofTeam = actor.role === 'worker' ? sql<SqlBool>`u.id = any(${actor.workers ?? [actor.id]}::uuid[])` : sql<SqlBool>`true`;
  const ofProject = projectId === undefined ? sql`` : sql`and m.project_id = ${projectId}`;
  if (actor.role !== 'client' && projectId === undefined) return ofTeam;
  const ofClient = actor.role === 'client' ? sql`and p.client_id = ${actor.id}` : sql``;
  return sql`${ofTeam} and u.id in (
    select m.worker_id from project_workers as m join projects as p on p.id = m.project_id
    where m.status = 'active' ${ofProject} ${ofClient})`;
}

/** Appointments that overlap a time, over the index of their beginnings: none is longer than a day. Alias `a`. */
const overlaps = ({ from, to }: Period): RawBuilder<SqlBool> => sql`(
  a.ended_at is null and a.from_at < ${to} and a.from_at > ${plus(from, -maxLengthMs)} and a.to_at > ${from})`;

async function findWorkers(
  db: Db,
  actor: Actor,
  projectId: number | undefined,
  period: Period,
): Promise<Pick<PlannedWorker, 'id' | 'name'>[]> {
  const { rows } = await sql<Pick<PlannedWorker, 'id' | 'name'>>`
    select u.id, u.name from users as u
    where u.role = 'worker' and ${plansWorker(actor, projectId)} and (u.is_active or u.id in (
      select t.worker_id from ticket_appointments as a join tickets as t on t.id = a.ticket_id where ${overlaps(period)}))
    order by u.name ${nameCollation}, u.id limit ${maxWorkers + 1}`.execute(db);
  if (rows.length > maxWorkers) throw invalidValue('project_id', `must be given: there are more than ${maxWorkers} workers`);
  return rows;
}

interface AppointmentRow extends PlannedVisit {
  worker_id: string;
  visible: boolean;
}

const visitColumns = sql`a.ticket_id, t.status, left(t.description, ${sql.lit(summaryLength)}) as description, t.address,
  a.from_at as "from", a.to_at as "to"`;

async function findAppointments(
  db: Db,
  actor: Actor,
  workerIds: readonly string[],
  period: Period,
): Promise<Map<string, PlannedWorker['appointments']>> {
  // First the appointments, then their tickets by key: PostgreSQL would read all tickets in turn.
  const { rows } = await sql<AppointmentRow>`
    select t.worker_id, t.visible, a.ticket_id, t.status, t.description, t.address, a.from_at as "from", a.to_at as "to"
    from (select a.* from ticket_appointments as a where ${overlaps(period)} offset 0) as a
    cross join lateral (
      select t.worker_id, ${seesTicket(actor)} as visible, t.status, left(t.description, ${sql.lit(summaryLength)}) as description, t.address
      from tickets as t where t.id = a.ticket_id offset 0
    ) as t
    where t.worker_id = any(${workerIds}::uuid[])
    order by a.from_at, a.id limit ${maxAppointments + 1}`.execute(db);
  if (rows.length > maxAppointments)
    throw invalidValue('to', `must be earlier, or project_id be given: there are more than ${maxAppointments} appointments`);
  const byWorker = new Map<string, PlannedWorker['appointments']>();
  for (const { worker_id, visible, ...visit } of rows) {
    const shown = visible ? visit : { from: visit.from, to: visit.to, busy: true as const };
    const ofWorker = byWorker.get(worker_id);
    if (ofWorker) ofWorker.push(shown);
    else byWorker.set(worker_id, [shown]);
  }
  return byWorker;
}

async function findAbsences(db: Db, workerIds: readonly string[], { from, to }: PlannerQuery) {
  const { rows } = await sql<{ worker_id: string; from: string; to: string; note: string }>`
    select worker_id, from_date::text as "from", to_date::text as "to", note from worker_absences
    where worker_id = any(${workerIds}::uuid[]) and from_date <= ${to}::date and to_date >= ${from}::date
    order by from_date, id`.execute(db);
  const byWorker = Map.groupBy(rows, ({ worker_id }) => worker_id);
  return new Map([...byWorker].map(([id, absences]) => [id, absences.map(({ worker_id: _, ...absence }) => absence)]));
}

async function countOpen(db: Db, actor: Actor, workerIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ worker_id: string; open: number }>`
    select t.worker_id, count(*)::int as open from tickets as t
    where t.worker_id = any(${workerIds}::uuid[]) and ${isInWork} and ${seesTicket(actor)} group by t.worker_id`.execute(db);
  return new Map(rows.map(({ worker_id, open }) => [worker_id, open]));
}

const ofProject = (projectId: number | undefined): RawBuilder<unknown> =>
  projectId === undefined ? sql`` : sql`and t.project_id = ${projectId}`;

async function findUnassigned(db: Db, actor: Actor, projectId: number | undefined, period: Period): Promise<PlannedVisit[]> {
  const { rows } = await sql<PlannedVisit>`
    select ${visitColumns} from ticket_appointments as a join tickets as t on t.id = a.ticket_id
    where ${overlaps(period)} and t.status = 'new' and ${seesTicket(actor)} ${ofProject(projectId)}
    order by a.from_at, a.id limit ${maxAppointments}`.execute(db);
  return rows;
}

/** Whose work is to be done: the condition of the index tickets_to_plan, word for word. */
const isUnfinished = sql<SqlBool>`t.status not in ('closed', 'done')`;

/** Finds one ticket more than an answer has. Free tickets are for those to plan who assign them. */
async function findUnplanned(db: Db, actor: Actor, projectId: number | undefined): Promise<UnplannedTicket[]> {
  const visible = actor.role === 'worker' && !actor.workers ? isAssignee(actor.id) : seesTicket(actor);
  const { rows } = await sql<UnplannedTicket>`
    select t.id as ticket_id, t.status, left(t.description, ${sql.lit(summaryLength)}) as description, t.address from tickets as t
    where ${isUnfinished} and ${visible} ${ofProject(projectId)}
      and not exists (select from ticket_appointments as a where a.ticket_id = t.id and a.ended_at is null)
    order by t.priority desc, t.created_at, t.id limit ${maxUnplanned + 1}`.execute(db);
  return rows;
}
