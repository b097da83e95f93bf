import { plus } from '../../platform/lib/clock.ts';
import { days, hours, minutes } from '../../platform/lib/duration.ts';
import { changeRule, createRule } from '../../product/recurring/actions.ts';
import { runDueRules } from '../../product/recurring/run-due-rules.ts';
import { transition } from '../../product/tickets/transition.ts';
import type { Agenda } from './agenda.ts';
import type { Building, BuiltProject, City } from './built.ts';
import { rules } from './city.ts';

/** The rounds that come again: their rules, each morning's look at them, and the work that follows. */
export function planRules(deps: Building, agenda: Agenda, city: City): void {
  for (const { place, since, every, ...template } of rules) {
    const [client, project, object] = place;
    const built = city.clients[client]?.projects[project];
    const object_id = built?.objects[object];
    if (!built || object_id === undefined) throw new Error(`no place for: ${template.description}`);
    const anchor = sixOf(agenda.ago({ days: since }));
    agenda.plan(plus(anchor, -days(1)), async () => {
      const rule = { ...template, object_id, floor: '', anchor_at: anchor.toISOString(), period_days: every };
      const id = await deps.db.transaction((tx) => createRule(tx, built.owner, rule, agenda.now));
      if (since !== 44) return;
      // The laundry does without for a while.
      agenda.plan(agenda.ago({ days: 9 }), () =>
        deps.db.transaction((tx) => changeRule(tx, built.owner, id, { is_active: false })),
      );
    });
  }
  for (let day = 50; day >= 0; day--)
    agenda.plan(plus(sixOf(agenda.ago({ days: day })), minutes(5)), () => morning(deps, agenda, city));
}

const sixOf = (day: Date): Date => new Date(`${day.toISOString().slice(0, 10)}T06:00:00.000Z`);

async function morning(deps: Building, agenda: Agenda, city: City): Promise<void> {
  await runDueRules({ ...deps, clock: () => agenda.now });
  const made = await deps.db.read
    .selectFrom('recurring_runs as r')
    .innerJoin('tickets as t', 't.id', 'r.ticket_id')
    .select(['t.id', 't.project_id'])
    .where('r.run_at', '=', agenda.now.toISOString())
    .execute();
  for (const { id, project_id } of made) {
    const project = city.clients.flatMap(({ projects }) => projects).find((built) => built.id === project_id);
    if (project) follow(deps, agenda, project, id);
  }
}

/** Somebody does it in the course of the day, and the client confirms on the next. */
function follow({ db }: Building, agenda: Agenda, { owner, members }: BuiltProject, ticket: number): void {
  const worker = members[ticket % members.length] ?? owner;
  const steps = [
    [hours(1.3), worker, 'take'],
    [hours(3.7), worker, 'start'],
    [hours(4.6), worker, 'done'],
    [hours(27.2), owner, 'confirm'],
  ] as const;
  for (const [wait, actor, op] of steps) {
    agenda.plan(plus(agenda.now, wait + minutes(ticket % 40)), () => transition(db, actor, op, ticket, agenda.now));
  }
}
