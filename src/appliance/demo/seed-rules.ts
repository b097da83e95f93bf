import { plus } from '../../platform/lib/clock.ts';
import { days, hours, minutes } from '../../platform/lib/duration.ts';
import { changeRule, createRule } from '../../product/schedules/recurring/actions.ts';
import { setPattern } from '../../product/schedules/recurring/pattern/actions.ts';
import { runDueRules } from '../../product/schedules/recurring/run-due-rules.ts';
import type { Operation } from '../../product/tickets/lifecycle.ts';
import { transition } from '../../product/tickets/transition.ts';
import type { Actor } from '../../product/visibility.ts';
import { type DemoRule, demoRules } from './fixtures.ts';
import { projectByKey, type SeededData, type SeededProject } from './seed-accounts.ts';
import { answerMonthlyRound, createMonthlyRound } from './seed-checklists.ts';
import { addDemoPhoto } from './seed-photos.ts';
import type { PhotoSubject } from './ticket-templates.ts';

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
  const { deps, timeline, language } = data;
  const { project, object, startedDaysAgo, periodDays, rrule, hasChecklist, disabledDaysAgo, category, priority } = fixture;
  const { owner, objects } = projectByKey(data, project);
  const object_id = objects[object];
  if (object_id === undefined) throw new Error(`the demo has no object ${object} of ${project}`);
  const anchor = sixOClockUtc(timeline.ago({ days: startedDaysAgo }));
  const description = fixture.description[language];
  const template = { object_id, category, priority, floor: '', description };
  const rule = { ...template, anchor_at: anchor.toISOString(), period_days: periodDays };
  timeline.schedule(plus(anchor, -days(1)), async () => {
    const id = await deps.db.transaction(async (tx) => {
      const created = await createRule(tx, owner, rule, timeline.now);
      const dates = { starts_on: anchor.toISOString().slice(0, 10), time: '07:00', timezone: 'Europe/Berlin' };
      const checklist = hasChecklist ? await createMonthlyRound(tx, owner, language, timeline.now) : undefined;
      const pattern = { ...dates, ...(checklist && { checklist_id: checklist.id }) };
      if (rrule !== undefined) await setPattern(tx, owner, created, { rrule, ...pattern }, timeline.now);
      return created;
    });
    if (disabledDaysAgo === undefined) return;
    timeline.schedule(timeline.ago({ days: disabledDaysAgo }), () =>
      deps.db.transaction((tx) => changeRule(tx, owner, id, { is_active: false }, timeline.now)),
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
    .select(['t.id', 't.project_id', 't.category'])
    .where('r.run_at', '=', timeline.now.toISOString())
    .execute();
  for (const { id, project_id, category } of created) {
    const project = projects.find((one) => one.id === project_id);
    const rule = demoRules.find((one) => one.project === project?.key && one.category === category);
    if (project) scheduleWork(data, project, id, rule?.photoSubject);
  }
}

/** A member does the work on the same day, the client confirms on the next. */
function scheduleWork(data: SeededData, { owner, members }: SeededProject, ticket: number, photoSubject?: PhotoSubject): void {
  const { deps, timeline } = data;
  const worker = members[ticket % members.length] ?? owner;
  const createdAt = timeline.now;
  const schedule = (delayHours: number, action: () => Promise<unknown>): void =>
    timeline.schedule(plus(createdAt, hours(delayHours) + minutes(ticket % 40)), action);
  const scheduleTransition = (delayHours: number, actor: Actor, operation: Operation): void =>
    schedule(delayHours, () => transition(deps, actor, operation, ticket, timeline.now));
  scheduleTransition(1.3, worker, 'take');
  scheduleTransition(3.7, worker, 'start');
  schedule(4.2, () => answerMonthlyRound(data, worker, ticket, timeline.now));
  if (photoSubject) schedule(4.4, () => addDemoPhoto(data, worker, ticket, `${photoSubject}-after`));
  scheduleTransition(4.6, worker, 'done');
  scheduleTransition(27.2, owner, 'confirm');
}
