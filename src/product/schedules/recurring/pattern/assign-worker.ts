import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../../../../platform/module/deps.ts';
import { deliverEvent } from '../../../../platform/module/events.ts';
import type { RuleWorkerMissingPayload } from '../../../tickets/events.ts';
import { journalCtes } from '../../../tickets/journal.ts';
import type { TicketStatus } from '../../../tickets/lifecycle.ts';
import { lockActiveMember } from '../../../tickets/transition.ts';
import '../tables.ts';

interface Assignment {
  ticketId: number;
  client_id: string;
  /** null: the account was deleted */
  worker_id: string | null;
  /** the creator of the rule; null: the account was deleted, and `authorName` names it */
  authorId: string | null;
  authorName: string;
}

/**
 * Assigns the new ticket of a rule to the worker of its pattern, in the name of the rule's creator. A worker who is no active member any
 * more gets nothing: the ticket stays new, and its client is notified.
 */
export async function assignPatternWorker(
  tx: Tx,
  events: Pick<Deps, 'subscriptions' | 'deliveries'>,
  assignment: Assignment,
  now: Date,
): Promise<void> {
  const { ticketId, client_id, worker_id } = assignment;
  if (worker_id !== null && (await assign(tx, events, { ...assignment, worker_id }, now))) return;
  const payload: RuleWorkerMissingPayload = { kind: 'rule_worker_missing', ticket_id: ticketId, worker_id };
  await deliverEvent(tx, events, 'rule_worker_missing', {}, [payload], client_id, now);
}

async function assign(
  tx: Tx,
  { subscriptions }: Pick<Deps, 'subscriptions'>,
  { ticketId, worker_id, authorId, authorName }: Assignment & { worker_id: string },
  now: Date,
): Promise<boolean> {
  const entry = {
    action: 'assigned',
    fromStatus: sql<TicketStatus>`t.from_status`,
    actorId: authorId,
    actorName: authorName,
  } as const;
  const { rows } = await sql`
    with old as (
      select t.id, t.status from tickets as t where t.id = ${ticketId} and ${lockActiveMember(worker_id)}
      for update of t
    ), changed as (
      update tickets as t set status = 'assigned', updated_at = ${now}, worker_id = ${worker_id}, assigned_at = ${now},
        assigned_by = ${authorId}::uuid
      from old where t.id = old.id
      returning t.*, old.status as from_status
    ), ${journalCtes({ ...entry, now }, subscriptions)}
    select t.id from changed as t`.execute(tx);
  return rows.length > 0;
}
