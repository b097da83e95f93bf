import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { tenantOfTicket } from '../../tenant.ts';
import type { DeadlineEventPayload } from '../events.ts';
import { ticketChangeNotice } from '../notify-change.ts';
import { type Deadlines, type Step, stepsOf } from './deadline.ts';
import { toDates } from './deadline-row.ts';
import { valuesOf } from './refresh.ts';

/** Tickets per transaction. */
const batchSize = 100;

type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries'>;

/**
 * Notifies subscribers of the deadlines that come near or have passed, once for each step. Instances can do it at the same time: each skips
 * the tickets that another has locked.
 * @returns of how many tickets
 */
export async function notifySteps(deps: NotifyDeps, stopping?: AbortSignal): Promise<number> {
  let notified = 0;
  let count = batchSize;
  while (count === batchSize && !stopping?.aborted) {
    const now = deps.clock();
    count = await deps.db.transaction(async (tx) => {
      const rows = await lockDue(tx, now);
      if (rows.length > 0) await notify(tx, deps, rows, now);
      return rows.length;
    });
    notified += count;
  }
  return notified;
}

interface DueRow {
  ticket_id: number;
  deadlines: Deadlines<string>;
  notified_steps: Step[];
}

async function lockDue(tx: Tx, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select ticket_id, deadlines, notified_steps
    from ticket_deadlines where next_step_at <= ${now} order by next_step_at limit ${batchSize}
    for update skip locked`.execute(tx);
  return rows;
}

/** Writes the events of these tickets, the steps that are done with, and the notices to consoles, with one statement of each kind. */
async function notify(tx: Tx, deps: NotifyDeps, rows: readonly DueRow[], now: Date): Promise<void> {
  const due = rows.map((row) => {
    const deadlines = toDates(row.deadlines);
    const passed = stepsOf(deadlines).filter(({ at }) => at <= now);
    const steps = passed.map(({ step }) => step);
    const newSteps = steps.filter((step) => !row.notified_steps.includes(step));
    const { notified_steps, next_step_at } = valuesOf(deadlines, steps);
    return { ticket_id: row.ticket_id, deadlines, newSteps, notified_steps, next_step_at };
  });
  for (const deadline of ['take', 'finish'] as const) {
    for (const step of ['due_soon', 'overdue'] as const) {
      const event = { step, deadline };
      const payloads = due.flatMap(({ ticket_id, deadlines, newSteps }): DeadlineEventPayload[] => {
        // After an outage both may have passed: then it is not due soon any more.
        const isOverdue = newSteps.includes(`${deadline}_overdue`);
        const isDue = step === 'overdue' ? isOverdue : !isOverdue && newSteps.includes(`${deadline}_soon`);
        const by = deadlines[deadline]?.by.toISOString();
        return isDue && by !== undefined ? [{ kind: 'deadline', ticket_id, by, ...event }] : [];
      });
      await deliverEvent(tx, deps, 'deadline', event, payloads, tenantOfTicket(sql`(payload ->> 'ticket_id')::integer`), now);
    }
  }
  const changes = due.map(({ ticket_id, notified_steps, next_step_at }) => ({ ticket_id, notified_steps, next_step_at }));
  await sql`
    with changed as (
      update ticket_deadlines as d set notified_steps = c.notified_steps, next_step_at = c.next_step_at
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c (ticket_id integer, notified_steps text[], next_step_at timestamptz)
      where d.ticket_id = c.ticket_id
      returning d.ticket_id
    )
    select ${ticketChangeNotice(sql`ticket_id`)} from changed`.execute(tx);
}
