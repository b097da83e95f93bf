import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, validationFailed } from '../../../platform/http/errors.ts';
import { amountOf, sumOf } from '../../../platform/lib/money.ts';
import type { Actor } from '../../visibility.ts';
import type { TicketStatus } from '../lifecycle.ts';
import { type LockedTicket, lockTicketToChange } from '../lock-ticket.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { getCost, ticketOfCost } from './queries.ts';
import { type AddCost, type EditCost, maxCostEdits, maxCosts, type TicketCost } from './schemas.ts';
import { lockCurrencyOf } from './settings.ts';
import './tables.ts';

/** When the assigned worker writes down costs. */
const statusesOfWorker: readonly TicketStatus[] = ['in_progress', 'done'];

/**
 * Adds a line to the costs of a ticket.
 * @throws 404 no such ticket; 403 not visible; 400 the amount is too large, or the worker is not of the project; 409 the status, not the
 * worker's, or too many lines
 */
export async function addCost(tx: Tx, actor: Actor, ticketId: number, cost: AddCost, now: Date): Promise<TicketCost> {
  const { kind, text, quantity, unit = '', unit_price, worker_id = null, on = now.toISOString().slice(0, 10) } = cost;
  const amount = requireAmount(quantity, unit_price);
  await lockCurrencyOf(tx, ticketId);
  const ticket = await lockTicketToChange(tx, actor, ticketId);
  const worker_name = worker_id === null ? '' : await requireWorkerOf(tx, ticket, worker_id);
  requireOpenCosts(actor, ticket);
  const senderId = senderIdOf(actor);
  const { id } = await tx
    .insertInto('ticket_costs')
    .values({
      ...{ ticket_id: ticketId, kind, text, quantity, unit, unit_price, amount, on_day: on, worker_id, worker_name },
      created_by: senderId,
      created_by_name: sql<string>`coalesce((select name from users where id = ${senderId}), '')`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await requireWithinLimits(tx, ticketId);
  await notifyTicketChanged(tx, ticketId);
  return getCost(tx, id);
}

/**
 * Changes a line and keeps it as it was. Without another value than before nothing happens.
 * @throws 404 no such line; 403 its ticket is not visible; 400 and 409 as addCost()
 */
export async function editCost(tx: Tx, actor: Actor, id: number, changes: EditCost, now: Date): Promise<TicketCost> {
  const ticketId = await ticketOfCost(tx, id);
  const ticket = await lockToChangeCosts(tx, actor, ticketId);
  const before = await getCost(tx, id); // again, under the lock: it may have been changed or removed meanwhile
  const after = { ...before, ...changes };
  if (names.every((name) => after[name] === before[name])) return before;
  const { kind, text, quantity, unit, unit_price, worker_id, on } = after;
  const amount = requireAmount(quantity, unit_price);
  const hasOtherWorker = worker_id !== before.worker_id;
  const worker_name = worker_id === null || !hasOtherWorker ? '' : await requireWorkerOf(tx, ticket, worker_id);
  await keepFormer(tx, actor, before, 'changed', now);
  await tx
    .updateTable('ticket_costs')
    .set({ kind, text, quantity, unit, unit_price, amount, on_day: on, ...(hasOtherWorker && { worker_id, worker_name }) })
    .where('id', '=', id)
    .execute();
  await requireWithinLimits(tx, ticketId);
  await notifyTicketChanged(tx, ticketId);
  return getCost(tx, id);
}

const names = ['kind', 'text', 'quantity', 'unit', 'unit_price', 'worker_id', 'on'] as const;

/** Removes a line, which is kept among the changes of the ticket's costs. @throws as editCost() */
export async function removeCost(tx: Tx, actor: Actor, id: number, now: Date): Promise<void> {
  const ticketId = await ticketOfCost(tx, id);
  await lockToChangeCosts(tx, actor, ticketId);
  await keepFormer(tx, actor, await getCost(tx, id), 'removed', now);
  await tx.deleteFrom('ticket_costs').where('id', '=', id).execute();
  await requireWithinLimits(tx, ticketId);
  await notifyTicketChanged(tx, ticketId);
}

async function lockToChangeCosts(tx: Tx, actor: Actor, ticketId: number): Promise<LockedTicket> {
  const ticket = await lockTicketToChange(tx, actor, ticketId);
  requireOpenCosts(actor, ticket);
  return ticket;
}

/** @throws 409 the status */
function requireOpenCosts({ role }: Actor, { status }: LockedTicket): void {
  const isOpen = role === 'admin' ? status !== 'closed' : statusesOfWorker.includes(status);
  if (!isOpen) throw conflict('transition_not_allowed', `cannot change costs of a ticket that is ${status}`);
}

/** @throws 400 larger than an exact integer of JavaScript */
function requireAmount(quantity: string, unitPrice: number): number {
  const amount = amountOf(quantity, unitPrice);
  if (amount === undefined) throw validationFailed(errorMessages.amountTooLarge, '#/quantity');
  return amount;
}

/** @returns the name of a worker who can have done it @throws 400 neither the assigned worker nor an active member of the project */
async function requireWorkerOf(tx: Tx, { project_id, worker_id }: LockedTicket, workerId: string): Promise<string> {
  const worker = await tx
    .selectFrom('users as u')
    .select('u.name')
    .where('u.id', '=', workerId)
    .where(sql<boolean>`(u.id = ${worker_id} or exists (
      select from project_workers as m where m.project_id = ${project_id} and m.worker_id = u.id and m.status = 'active'))`)
    .executeTakeFirst();
  if (!worker) throw badRequest('worker_not_in_project', errorMessages.workerNotInProject);
  return worker.name;
}

async function keepFormer(tx: Tx, actor: Actor, line: TicketCost, change: 'changed' | 'removed', now: Date): Promise<void> {
  const { id: cost_id, ticket_id, kind, text, quantity, unit, unit_price, amount, worker_id, worker_name, on } = line;
  const senderId = senderIdOf(actor);
  await tx
    .insertInto('ticket_cost_edits')
    .values({
      ...{ ticket_id, cost_id, change, kind, text, quantity, unit, unit_price, amount, worker_id, worker_name, on_day: on },
      actor_id: senderId,
      actor_name: sql<string>`coalesce((select name from users where id = ${senderId}), '')`,
      created_at: now,
    })
    .execute();
}

/** After a change, with the ticket locked. @throws 400 the sum of the ticket is too large; 409 too many lines or changes */
async function requireWithinLimits(tx: Tx, ticketId: number): Promise<void> {
  const lines = await tx.selectFrom('ticket_costs').select('amount').where('ticket_id', '=', ticketId).execute();
  if (sumOf(lines.map(({ amount }) => amount)) === undefined) throw validationFailed(errorMessages.amountTooLarge, '#/quantity');
  const edits = tx.selectFrom('ticket_cost_edits').select(sql<number>`count(*)`.as('n')).where('ticket_id', '=', ticketId);
  const { n } = await edits.executeTakeFirstOrThrow();
  if (lines.length > maxCosts || n > maxCostEdits) throw conflict('too_many_costs', errorMessages.tooManyCosts);
}
