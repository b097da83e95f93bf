import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../../../../platform/module/deps.ts';
import { deliverEvent } from '../../../../platform/module/events.ts';
import { tenantOfTicket } from '../../../tenant.ts';
import type { RuleWorkerMissingPayload } from '../../../tickets/events.ts';
import { journalCtes } from '../../../tickets/journal.ts';
import type { TicketStatus } from '../../../tickets/lifecycle.ts';
import { lockActiveMember } from '../../../tickets/transition.ts';
import { ruleAuthor } from '../rule-author.ts';
import '../tables.ts';

/** The new ticket of a rule with a worker. */
interface Assignment {
  ticketId: number;
  /** null: the account was deleted */
  workerId: string | null;
}

/**
 * Assigns new tickets of rules to the workers of their patterns, in the name of the rules' creators. A worker who is no active member any
 * more gets nothing: the ticket stays new, and its client is notified.
 */
export async function assignPatternWorkers(
  tx: Tx,
  events: Pick<Deps, 'subscriptions' | 'deliveries'>,
  assignments: readonly Assignment[],
  now: Date,
): Promise<void> {
  if (assignments.length === 0) return;
  const ticketIds = assignments.map(({ ticketId }) => ticketId);
  const entry = { action: 'assigned', fromStatus: sql<TicketStatus>`t.from_status`, ...ruleAuthor, now } as const;
  const { rows } = await sql<{ id: number }>`
    with old as (
      select t.id, t.status, pattern.worker_id
      from tickets as t join recurring_patterns as pattern on pattern.rule_id = t.rule_id
      where t.id = any(${ticketIds}::integer[]) and ${lockActiveMember(sql`pattern.worker_id`)}
      order by t.id
      for update of t
    ), changed as (
      update tickets as t set status = 'assigned', updated_at = ${now}, worker_id = old.worker_id, assigned_at = ${now},
        assigned_by = ${ruleAuthor.actorId}
      from old where t.id = old.id
      returning t.*, old.status as from_status
    ), ${journalCtes(entry, events.subscriptions)}
    select t.id from changed as t`.execute(tx);
  const assigned = new Set(rows.map(({ id }) => id));
  const payloads = assignments
    .filter(({ ticketId }) => !assigned.has(ticketId))
    .map(
      ({ ticketId, workerId }): RuleWorkerMissingPayload => ({
        kind: 'rule_worker_missing',
        ticket_id: ticketId,
        worker_id: workerId,
      }),
    );
  await deliverEvent(
    tx,
    events,
    'rule_worker_missing',
    {},
    payloads,
    tenantOfTicket(sql`(payload ->> 'ticket_id')::integer`),
    now,
  );
}
