import { plus } from '../../platform/lib/clock.ts';
import { days, hours, minutes } from '../../platform/lib/duration.ts';
import { changeRule, createRule } from '../../product/recurring/actions.ts';
import { runDueRules } from '../../product/recurring/run-due-rules.ts';
import { transition } from '../../product/tickets/transition.ts';
import { type DemoRule, demoRules } from './fixtures.ts';
import { projectByName, type SeededData, type SeededProject } from './seed-accounts.ts';

const daysOfRuns = 50;

/** Schedules the recurring rules, their evaluation each morning, and the work on the tickets that they create. */
export function scheduleRules(data: SeededData): void {
  const { timeline } = data;
  for (const rule of demoRules) scheduleRule(data, rule);
  for (let day = daysOfRuns; day >= 0; day--) {
    const at = plus(sixOClockUtc(timeline.ago({ days: day })), minutes(5));
    timeline.schedule(at, () => evaluateRules(data));
  }
}

function scheduleRule(data: SeededData, fixture: DemoRule): void {
  const { deps, timeline } = data;
  const { project, object, startedDaysAgo, periodDays, disabledDaysAgo, ...template } = fixture;
  const { owner, objects } = projectByName(data, project);
  const object_id = objects.find(({ name }) => name === object)?.id;
  if (object_id === undefined) throw new Error(`the demo has no object ${object}`);
  const anchor = sixOClockUtc(timeline.ago({ days: startedDaysAgo }));
  const rule = { ...template, object_id, floor: '', anchor_at: anchor.toISOString(), period_days: periodDays };
  timeline.schedule(plus(anchor, -days(1)), async () => {
    const id = await deps.db.transaction((tx) => createRule(tx, owner, rule, timeline.now));
    if (disabledDaysAgo === undefined) return;
    timeline.schedule(timeline.ago({ days: disabledDaysAgo }), () =>
      deps.db.transaction((tx) => changeRule(tx, owner, id, { is_active: false })),
    );
  });
}

const sixOClockUtc = (day: Date): Date => new Date(`${day.toISOString().slice(0, 10)}T06:00:00.000Z`);

async function evaluateRules(data: SeededData): Promise<void> {
  const { deps, timeline, projects } = data;
  await runDueRules(deps);
  const created = await deps.db.read
    .selectFrom('recurring_runs as r')
    .innerJoin('tickets as t', 't.id', 'r.ticket_id')
    .select(['t.id', 't.project_id'])
    .where('r.run_at', '=', timeline.now.toISOString())
    .execute();
  for (const { id, project_id } of created) {
    const project = projects.find((one) => one.id === project_id);
    if (project) scheduleWork(data, project, id);
  }
}

/** A member does the work on the same day, the client confirms on the next. */
function scheduleWork({ deps, timeline }: SeededData, { owner, members }: SeededProject, ticket: number): void {
  const worker = members[ticket % members.length] ?? owner;
  const steps = [
    [hours(1.3), worker, 'take'],
    [hours(3.7), worker, 'start'],
    [hours(4.6), worker, 'done'],
    [hours(27.2), owner, 'confirm'],
  ] as const;
  for (const [delayMs, actor, operation] of steps) {
    const at = plus(timeline.now, delayMs + minutes(ticket % 40));
    timeline.schedule(at, () => transition(deps, actor, operation, ticket, timeline.now));
  }
}
