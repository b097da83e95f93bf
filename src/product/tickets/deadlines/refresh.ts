import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { type Deadlines, dueAt, openStepsOf, type Step, stepsOf, type TimedStep } from './deadline.ts';
import { type DeadlineInputs, deadlinesFrom, inputsAsJson, toTexts } from './deadline-row.ts';

/** Tickets per transaction, which locks them: few enough that nobody waits for long. */
const batchSize = 100;
/**
 * For so long the tickets of changed targets are looked through again: a statement that had begun before, and takes 55 s at most, does not
 * see that its ticket has targets now.
 */
const settleMs = seconds(90);

/** Calculates the deadlines of a ticket after a change of it. */
export function refreshDeadline(tx: Tx, ticketId: number, now: Date): Promise<number> {
  return refreshDeadlines(tx, [ticketId], waitsForLock, ({ notified }) =>
    notified.filter((one) => one.at <= now).map(({ step }) => step),
  );
}

/**
 * Calculates the deadlines of the open tickets of projects whose targets have changed, a batch of each project in turn. Nobody is notified of steps that have
 * passed by then: new targets would otherwise notify of all old tickets at once. Tickets that somebody else has locked come with the next run.
 * @returns how many tickets
 * @throws when a project has failed, after the others
 */
export async function applyChangedTargets(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  let changed = await db.read.selectFrom('project_targets').select('project_id').where(isChanged).execute();
  let count = 0;
  let failed = 0;
  while (changed.length > 0) {
    const unfinished: typeof changed = [];
    for (const project of changed) {
      if (stopping?.aborted) return count;
      try {
        const { refreshed, isLast } = await db.transaction((tx) => refreshProject(tx, project.project_id, clock()));
        count += refreshed;
        if (!isLast) unfinished.push(project);
      } catch (error) {
        failed++;
        log.error(
          { err: error, project: project.project_id },
          'the targets of a project could not be applied; those of others are',
        );
      }
    }
    changed = unfinished;
  }
  if (failed > 0) throw new Error(`the targets of ${failed} projects could not be applied`);
  return count;
}

const isChanged = sql<boolean>`applied < version`;

/**
 * Refreshes a batch of the tickets of a project, unless another instance does or the project is being deleted.
 * @returns how many tickets, and whether no batch is left for now
 */
async function refreshProject(tx: Tx, projectId: number, now: Date): Promise<{ refreshed: number; isLast: boolean }> {
  const { rows } = await sql<{ version: number; has_targets: boolean; changed_at: string }>`
    select target.version, target.has_targets, target.changed_at
    from projects as p join project_targets as target on target.project_id = p.id
    where p.id = ${projectId} and ${isChanged}
    for key share of p skip locked
    for no key update of target skip locked`.execute(tx);
  const [targets] = rows;
  if (!targets) return { refreshed: 0, isLast: true };
  const ids = await findOutdated(tx, projectId, targets);
  const refreshed = await refreshDeadlines(tx, ids, skipsLocked, ({ steps }) =>
    steps.filter(({ at }) => at <= now).map(({ step }) => step),
  );
  if (ids.length === 0 && Date.parse(targets.changed_at) < now.getTime() - settleMs)
    await tx.updateTable('project_targets').set({ applied: targets.version }).where('project_id', '=', projectId).execute();
  // A batch of locked tickets only would come again at once.
  return { refreshed, isLast: ids.length < batchSize || refreshed === 0 };
}

/** Open tickets whose deadlines were calculated from other targets. New ones and others have an index each. */
async function findOutdated(
  tx: Tx,
  projectId: number,
  { version, has_targets }: { version: number; has_targets: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select open.id from (
      select id, status from tickets where project_id = ${projectId} and status = 'new'
      union all
      select id, status from tickets where project_id = ${projectId} and status not in ('new', 'closed')
    ) as open
    left join ticket_deadlines as d on d.ticket_id = open.id
    where case when d.ticket_id is null then ${has_targets}::boolean
      else d.targets_version <> ${version}::integer or d.status <> open.status end
    limit ${batchSize}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface StepsOfTicket {
  /** of the clocks that run, or stand still until the work is rejected */
  steps: TimedStep[];
  /** those of them of which people were notified */
  notified: TimedStep[];
}

/** Two refreshes of a ticket wait for each other, and the later one reads what the earlier one has written. */
const waitsForLock = sql``;
const skipsLocked = sql`skip locked`;

/** @param notifiedOf the steps of which nobody is to be notified any more @returns how many tickets */
async function refreshDeadlines(
  tx: Tx,
  wanted: readonly number[],
  ifLocked: RawBuilder<unknown>,
  notifiedOf: (steps: StepsOfTicket) => Step[],
): Promise<number> {
  if (wanted.length === 0) return 0;
  const { rows: locked } = await sql<{ id: number }>`
    select id from tickets where id = any(${wanted}::integer[]) order by id for no key update ${ifLocked}`.execute(tx);
  const ids = locked.map(({ id }) => id);
  const { rows } = await sql<{ id: number; inputs: DeadlineInputs; notified_steps: Step[] | null }>`
    select t.id, ${inputsAsJson} as inputs, d.notified_steps
    from tickets as t
    join project_targets as target on target.project_id = t.project_id
    left join ticket_deadlines as d on d.ticket_id = t.id
    where t.id = any(${ids}::integer[])`.execute(tx);
  const deadlines = await mapInSlices(rows, ({ id, inputs, notified_steps }) => {
    const found = deadlinesFrom(inputs);
    const steps = openStepsOf(found);
    const notified = steps.filter(({ step }) => notified_steps?.includes(step));
    const shared = { ticket_id: id, status: inputs.status, targets_version: inputs.version };
    return { ...shared, ...valuesOf(found, notifiedOf({ steps, notified })) };
  });
  await upsert(tx, deadlines);
  return ids.length;
}

/** The columns of a row that follow from deadlines and the steps of which people were notified. */
export function valuesOf(deadlines: Deadlines, notified: Step[]) {
  const next = stepsOf(deadlines).find(({ step }) => !notified.includes(step));
  return {
    deadlines: toTexts(deadlines),
    due_at: dueAt(deadlines)?.toISOString() ?? null,
    notified_steps: notified,
    next_step_at: next?.at.toISOString() ?? null,
  };
}

async function upsert(tx: Tx, rows: object[]): Promise<void> {
  await sql`
    insert into ticket_deadlines (ticket_id, status, targets_version, deadlines, due_at, notified_steps, next_step_at)
    select ticket_id, status, targets_version, deadlines, due_at, notified_steps, next_step_at
    from jsonb_populate_recordset(null::ticket_deadlines, ${JSON.stringify(rows)}::jsonb)
    on conflict (ticket_id) do update set
      status = excluded.status, targets_version = excluded.targets_version, deadlines = excluded.deadlines,
      due_at = excluded.due_at, notified_steps = excluded.notified_steps, next_step_at = excluded.next_step_at`.execute(tx);
}
