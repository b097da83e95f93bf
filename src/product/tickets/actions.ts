import { type AliasableExpression, type SqlBool, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/open.ts';
import { type Slots, shaped } from '../../platform/database/shapes.ts';
import { badRequest, conflict, notFound } from '../../platform/http/errors.ts';
import type { Role } from '../../platform/security/roles.ts';
import { createRule } from '../recurring/actions.ts';
import { type Actor, everyone, isAssignee, isOwner } from '../visibility.ts';
import { insertTicket, type NewTicket } from './insert.ts';
import { journalColumns, journalEntry } from './journal.ts';
import { type Operation, type Standing, type TicketStatus, transitionFor } from './lifecycle.ts';
import { type PresentedTicket, present, type TicketRow, ticketColumns } from './queries.ts';
import { refusalOf } from './transition-errors.ts';

// Every write is one statement: it locks the ticket, checks status and standing under the
// lock, changes the row and writes the journal. No row means refused; why is read afterwards.

/** @throws 404 object missing or foreign, 409 project or object disabled */
export async function createTicket(db: Database, actor: Actor, ticket: NewTicket, now: Date): Promise<PresentedTicket> {
  const values = { ...ticket, owner: actor.id, me: actor.id, author_name: '', rule_id: null, now };
  const [row] = await db.statement((writer) => insertTicket(writer, 'create', values));
  if (row) return present(row);
  const place = await db.read
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('o.id')
    .where('o.id', '=', ticket.object_id)
    .where('p.client_id', '=', actor.id)
    .executeTakeFirst();
  throw place ? conflict('the project or the object is disabled') : notFound('object');
}

/**
 * A ticket together with the rule that makes it come again; it counts as the rule's first.
 * @throws as createTicket
 */
export async function createRecurringTicket(
  tx: Tx,
  actor: Actor,
  ticket: NewTicket,
  recurrence: { anchor_at: string; period_days: number },
  now: Date,
): Promise<PresentedTicket> {
  const rule_id = await createRule(tx, actor, { ...ticket, ...recurrence }, now);
  const [row] = await insertTicket(tx, 'create', { ...ticket, owner: actor.id, me: actor.id, author_name: '', rule_id, now });
  if (!row) throw conflict('the project or the object is disabled');
  return present(row);
}

/** What an operation is told beside the ticket. */
export interface Details {
  worker_id?: string;
  reason?: string;
}

interface MoveShape {
  op: Operation;
  role: Role;
}
interface MoveValues {
  ticket: number;
  me: string;
  now: Date;
  /** the worker to be assigned */
  worker: string;
  reason: string;
}

const moveTicket = shaped<MoveShape, MoveValues, TicketRow>((db, { op, role }, slot) => {
  const { transition, standing } = required(op, role);
  const details = {
    fromStatus: sql<TicketStatus | null>`t.from_status`,
    ...((op === 'reject' || op === 'cancel') && { comment: sql<string>`${slot('reason')}::text` }),
  };
  return db
    .with('old', (q) =>
      q
        .selectFrom('tickets as t')
        .select(['t.id', 't.status'])
        .where('t.id', '=', slot('ticket'))
        .where('t.status', 'in', [...transition.from])
        .where((where) => where.and([holds(standing, slot), ...(op === 'assign' ? [worksHere(slot('worker'))] : [])]))
        .forUpdate('t'),
    )
    .with('moved', (q) =>
      q
        .updateTable('tickets as t')
        .from('old')
        .whereRef('t.id', '=', 'old.id')
        .set({ status: transition.to, ...stamps(op, slot) })
        .returningAll('t')
        .returning('old.status as from_status'),
    )
    .with('entry', (q) =>
      q
        .insertInto('ticket_events')
        .columns(journalColumns)
        .expression((from) => from.selectFrom('moved as t').select(journalEntry(transition.action, slot, details))),
    )
    .selectFrom('moved as t')
    .select(ticketColumns);
});

/** How often a refused write is looked into: another one may have undone the reason meanwhile. */
const attempts = 3;

/**
 * Carries one operation of the lifecycle table out, for a role that the route has admitted.
 * @throws 404, 403, 400 and 409 as transition-errors.ts orders them
 */
export async function move(
  db: Database,
  actor: Actor,
  op: Operation,
  ticket: number,
  now: Date,
  { worker_id = actor.id, reason = '' }: Details = {},
): Promise<PresentedTicket> {
  const values = { ticket, me: actor.id, now, worker: worker_id, reason };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [row] = await db.statement((writer) => moveTicket(writer, { op, role: actor.role }, values));
    if (row) return present(row);
    const refusal = await refusalOf(db.read, actor, op, ticket, worker_id);
    if (refusal) throw refusal;
  }
  throw conflict('the ticket is being changed by others');
}

function required(op: Operation, role: Role) {
  const found = transitionFor(op, role);
  if (!found) throw badRequest(`a ${role} cannot ${op} tickets`);
  return found;
}

function holds(standing: Standing, slot: Slots<MoveValues>): AliasableExpression<SqlBool> {
  switch (standing) {
    case 'admin':
      return everyone;
    case 'owner':
      return isOwner(slot('me'));
    case 'assignee':
      return isAssignee(slot('me'));
    case 'member':
      return worksHere(slot('me'));
  }
}

// Whoever is to get a ticket is held in their place until it is theirs: removing a member and
// disabling an account wait for it, or are seen by it.
function worksHere(worker: AliasableExpression<string>): AliasableExpression<SqlBool> {
  return sql<SqlBool>`exists (
    select from project_workers as m join users as u on u.id = m.worker_id
    where m.project_id = t.project_id and m.worker_id = ${worker} and m.status = 'active'
      and u.is_active and u.role = 'worker'
    for share of u, m -- in the order of all locks: account, then membership
  )`;
}

function stamps(op: Operation, slot: Slots<MoveValues>) {
  const now = sql<Date>`${slot('now')}::timestamptz`;
  const me = sql<string>`${slot('me')}::uuid`;
  const reason = sql<string>`${slot('reason')}::text`;
  switch (op) {
    case 'assign':
    case 'take':
      return { worker_id: slot('worker'), assigned_at: now, assigned_by: me };
    case 'start':
      return { started_at: sql<Date>`coalesce(t.started_at, ${now})` }; // the first round's stays
    case 'done':
      return { done_at: now };
    case 'confirm':
      return { confirmed_at: now, closed_at: now, closed_by: me };
    case 'reject':
      return { rejected_at: now, reject_reason: reason, rework_count: sql<number>`t.rework_count + 1` };
    case 'cancel':
      return { cancel_reason: reason, closed_at: now, closed_by: me };
  }
}
