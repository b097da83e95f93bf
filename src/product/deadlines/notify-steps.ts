import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import { deliverEvent } from '../../platform/capability/events.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DeadlineEventPayload } from '../tickets/events.ts';
import { notifyTicketChanged } from '../tickets/notify-change.ts';
import { type Deadlines, type Step, stepsOf } from './deadline.ts';
import { toDates } from './deadline-row.ts';
import { valuesOf } from './refresh.ts';

/** Tickets per transaction. */
const batchSize = 100;

type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries'>;

/**
 * Tells subscribers of the deadlines that come near or have passed, once for each step. Instances can do it at the same time: each skips
 * the tickets that another has locked.
 * @returns of how many tickets
 */
export async function notifySteps(deps: NotifyDeps, stopping?: AbortSignal): Promise<number> {
  let told = 0;
  let count = batchSize;
  while (count === batchSize && !stopping?.aborted) {
    const now = deps.clock();
    count = await deps.db.transaction(async (tx) => {
      const rows = await lockDue(tx, now);
      for (const row of rows) await notify(tx, deps, row, now);
      return rows.length;
    });
    told += count;
  }
  return told;
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

async function notify(tx: Tx, deps: NotifyDeps, row: DueRow, now: Date): Promise<void> {
  const deadlines = toDates(row.deadlines);
  const passed = stepsOf(deadlines).filter(({ at }) => at <= now);
  const news = passed.map(({ step }) => step).filter((step) => !row.notified_steps.includes(step));
  for (const name of ['take', 'finish'] as const) {
    // After an outage both may have passed: then it is not due soon any more.
    const isOverdue = news.includes(`${name}_overdue`);
    const by = deadlines[name]?.by.toISOString();
    if (by === undefined || (!isOverdue && !news.includes(`${name}_soon`))) continue;
    const event = { step: isOverdue ? 'overdue' : 'due_soon', deadline: name } as const;
    const payload: DeadlineEventPayload = { kind: 'deadline', ticket_id: row.ticket_id, by, ...event };
    await deliverEvent(tx, deps, 'deadline', event, payload, now);
  }
  const { notified_steps, next_step_at } = valuesOf(
    deadlines,
    passed.map(({ step }) => step),
  );
  await sql`
    update ticket_deadlines set notified_steps = ${notified_steps}::text[], next_step_at = ${next_step_at}::timestamptz
    where ticket_id = ${row.ticket_id}`.execute(tx);
  await notifyTicketChanged(tx, row.ticket_id);
}
