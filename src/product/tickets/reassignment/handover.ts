import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { currentRequestTransaction } from '../../../platform/database/request-transaction.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, HttpError, notFound } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { requireProject } from '../../places/projects/queries.ts';
import { type Actor, seesAccount, seesTicket } from '../../visibility.ts';
import { reassign, reassignableStatuses, reassignmentError } from './reassign.ts';
import type { Handover, HandoverResult } from './schemas.ts';

/** Tickets of one request; further ones are moved by calling it again. */
const maxTickets = 1_000;

type HandoverDeps = Pick<Deps, 'db' | 'subscriptions' | 'clock'>;

/**
 * Reassigns all tickets that a worker has yet to do, of those that the actor sees, each in a transaction of its own, or all of them
 * in that of a request with an Idempotency-Key.
 * @param dryRun changes nothing and answers what would happen now
 * @throws 404 no such account or project, 400 the new worker is none or disabled, 409 both are the same
 */
export async function handOver(
  deps: HandoverDeps,
  actor: Actor,
  workerId: string,
  { to_worker_id, project_id }: Handover,
  dryRun: boolean,
): Promise<HandoverResult> {
  const { db, clock } = deps;
  await requireVisibleWorker(db.read, actor, workerId);
  if (project_id !== undefined) await requireProject(db.read, actor, project_id);
  if (to_worker_id === workerId) throw conflict('already_assigned_to_worker', errorMessages.alreadyAssignedToWorker);
  await requireActiveWorker(db.read, to_worker_id);
  const result: HandoverResult = { moved: [], refused: [] };
  const ticketIds = await findTickets(db.read, actor, workerId, project_id);
  if (!dryRun && currentRequestTransaction()) await db.transaction((tx) => lockTickets(tx, ticketIds));
  for (const ticketId of ticketIds) {
    const error = dryRun
      ? await reassignmentError(db.read, actor, { ticketId, workerId: to_worker_id, fromWorkerId: workerId })
      : await tryToReassign(deps, actor, ticketId, workerId, to_worker_id, clock());
    if (error) result.refused.push({ id: ticketId, error: error.message });
    else result.moved.push(ticketId);
  }
  return result;
}

/**
 * Whoever changes a ticket locks it before the counters of its client. One transaction for all tickets keeps the counters of the first
 * until its end, so it locks all tickets before that, after their projects as a deletion does, which prevents deadlocks.
 */
async function lockTickets(tx: Tx, ids: number[]): Promise<void> {
  const tickets = sql`any(${ids}::integer[])`;
  await sql`
    select from projects where id in (select project_id from tickets where id = ${tickets})
    order by id for key share`.execute(tx);
  await sql`select from tickets where id = ${tickets} order by id for no key update`.execute(tx);
}

async function tryToReassign(
  deps: HandoverDeps,
  actor: Actor,
  ticketId: number,
  fromWorkerId: string,
  workerId: string,
  now: Date,
): Promise<HttpError | undefined> {
  try {
    await reassign(deps, actor, { ticketId, workerId, fromWorkerId, reason: '' }, now);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error;
    throw error;
  }
}

async function requireVisibleWorker(db: Db, actor: Actor, id: string): Promise<void> {
  const account = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', id)
    .where('u.role', '=', 'worker')
    .where(seesAccount(actor))
    .executeTakeFirst();
  if (!account) throw notFound('worker');
}

async function requireActiveWorker(db: Db, id: string): Promise<void> {
  const account = await db.selectFrom('users').select(['role', 'is_active']).where('id', '=', id).executeTakeFirst();
  if (account?.role !== 'worker') throw badRequest('not_a_worker', 'to_worker_id is not a worker');
  if (!account.is_active) throw badRequest('worker_disabled', errorMessages.newWorkerDisabled);
}

async function findTickets(db: Db, actor: Actor, workerId: string, projectId: number | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tickets as t
    where t.worker_id = ${workerId} and t.status in (${sql.join(reassignableStatuses)}) and ${seesTicket(actor)}
      and (${projectId ?? null}::integer is null or t.project_id = ${projectId ?? null}::integer)
    order by t.id limit ${maxTickets}`.execute(db);
  return rows.map(({ id }) => id);
}
