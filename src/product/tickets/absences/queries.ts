import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import { lockWithActor } from '../../identity/users/actions.ts';
import type { Actor } from '../../visibility.ts';
import type { Absence, AbsenceQuery, MemberAbsence, NewAbsences } from './schemas.ts';

/** Workers whose absences somebody may know: oneself, the active members of a client's projects, all for an admin. Alias `u`. */
function seesAbsences(actor: Actor): RawBuilder<SqlBool> {
  if (actor.role === 'admin') return sql`true`;
  if (actor.role === 'worker') return sql`u.id = ${actor.id}`;
  return sql`exists (
    select from project_workers as m join projects as p on p.id = m.project_id
    where m.worker_id = u.id and m.status = 'active' and p.client_id = ${actor.id})`;
}

/** @throws 404 when the worker is missing, or the actor may not know of its absences */
export async function requireKnownWorker(db: Db, actor: Actor, workerId: string): Promise<void> {
  const worker = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', workerId)
    .where('u.role', '=', 'worker')
    .where(seesAbsences(actor))
    .executeTakeFirst();
  if (!worker) throw notFound('worker');
}

const columns = [sql<string>`a.from_date::text`.as('from'), sql<string>`a.to_date::text`.as('to'), 'a.note'] as const;
const order = { column: 'a.from_date', id: 'a.id', direction: 'asc' } as const;

export async function listAbsences(db: Db, workerId: string, query: AbsenceQuery): Promise<Page<Absence>> {
  const absences = db.selectFrom('worker_absences as a').where('a.worker_id', '=', workerId);
  return selectPage(absences.select(columns), query, order);
}

/**
 * Lists the absences of the active members of a project that are not over in any time zone; its caller has checked that the
 * project may be seen.
 */
export async function listMemberAbsences(
  db: Db,
  projectId: number,
  query: AbsenceQuery,
  now: Date,
): Promise<Page<MemberAbsence>> {
  const earliestToday = plus(now, -days(1)).toISOString().slice(0, 10);
  const absences = db
    .selectFrom('worker_absences as a')
    .innerJoin('project_workers as m', 'm.worker_id', 'a.worker_id')
    .innerJoin('users as u', 'u.id', 'a.worker_id')
    .where('m.project_id', '=', projectId)
    .where('m.status', '=', 'active')
    .where('a.to_date', '>=', earliestToday);
  return selectPage(absences.select(['a.worker_id', 'u.name as worker_name', ...columns]), query, order);
}

/**
 * Replaces all absences of a worker.
 * @throws 404 no such worker, or another one; 400 an end before its beginning; 401, 403 as for every change of an account
 */
export async function replaceAbsences(tx: Tx, actor: Actor, workerId: string, absences: NewAbsences): Promise<void> {
  await lockWithActor(tx, actor, workerId);
  await requireKnownWorker(tx, actor, workerId);
  await tx.deleteFrom('worker_absences').where('worker_id', '=', workerId).execute();
  await sql`
    insert into worker_absences (worker_id, from_date, to_date, note)
    select ${workerId}::uuid, a."from", a."to", coalesce(a.note, '')
    from jsonb_to_recordset(${JSON.stringify(absences)}::jsonb) as a ("from" date, "to" date, note text)`.execute(tx);
}
