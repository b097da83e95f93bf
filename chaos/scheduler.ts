import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createProjectFixture, type ProjectFixture } from '../testing/api-fixtures.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';

const timeoutMs = 400_000;

/** Rules whose moment has come, some of them many periods ago. @returns the first one's id */
async function insertDueRules(db: pg.Client, { client, project, objects }: ProjectFixture, rules: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, anchor_at, period_days,
       next_run_at, created_by, created_by_name, created_at)
     select $1, ($2::int[])[1 + n % array_length($2::int[], 1)], $3, '', 'other', 'normal', 'Look after it', at, 1 + n % 60, at, $3, '', at
     from generate_series(1, $4::int) as n, lateral (select date_trunc('milliseconds', now()) - make_interval(hours => n) as at) as moment
     returning id`,
    [project, objects, client.id, rules],
  );
  return Math.min(...rows.map(({ id }) => id));
}

/** Kills instances while rules are being run and starts them again, until all rules have run. */
async function killWhileRunning(deployment: Deployment, db: pg.Client, first: number, rules: number): Promise<void> {
  const { random, instances } = deployment;
  const began = performance.now();
  const killAt = [random.next(), random.next(), random.next()].sort().map((share) => Math.floor(share * rules));
  for (let done = 0; done < rules && performance.now() - began < timeoutMs; await sleep(5)) {
    const { rows } = await db.query<{ n: number }>('select count(*)::int as n from recurring_runs where rule_id >= $1', [first]);
    done = rows[0]?.n ?? 0;
    const [next = rules] = killAt;
    if (done < next || done >= rules) continue;
    killAt.shift();
    await deployment.killOne();
  }
  await Promise.all(instances.map((instance) => instance.waitUntilReady()));
  // A second run of a rule would be one of the first ticks of the instances, which come at once.
  await sleep(300);
}

async function checkRuns(db: pg.Client, first: number, rules: number): Promise<string[]> {
  const { rows } = await db.query<Record<'missed' | 'repeated' | 'due' | 'tickets' | 'entries', number>>(
    `select count(*) filter (where runs = 0)::int as missed, count(*) filter (where runs > 1)::int as repeated,
       count(*) filter (where next_run_at <= last_run_at)::int as due,
       (select count(*) from tickets where rule_id >= $1)::int as tickets,
       (select count(*) from ticket_events e join tickets t on t.id = e.ticket_id where t.rule_id >= $1)::int as entries
     from (select r.*, (select count(*) from recurring_runs where rule_id = r.id) as runs from recurring_rules r where r.id >= $1) as r`,
    [first],
  );
  const found = JSON.stringify(rows[0]);
  const expected = JSON.stringify({ missed: 0, repeated: 0, due: 0, tickets: rules, entries: rules });
  return found === expected ? [] : [`${found} instead of ${expected}`];
}

export const program: Program = {
  summary: 'due rules over 3 instances that start together, with kills: each rule runs once',
  unit: '500 rules each',
  rounds: 20,
  run: (task) =>
    Deployment.run(task, { instances: 3 }, async (deployment) => {
      const { instances, problems, service, root } = deployment;
      const rules = task.isShort ? 150 : 500;
      const db = await deployment.connect();
      const fixture = await createProjectFixture(service.url, root, 1);
      for (let round = 1; round <= task.rounds; round++) {
        await Promise.all(instances.map((instance) => instance.stop()));
        const first = await insertDueRules(db, fixture, rules);
        for (const instance of instances) instance.spawn();
        await killWhileRunning(deployment, db, first, rules);
        for (const problem of await checkRuns(db, first, rules)) problems.add(`round ${round}: ${problem}`);
        task.log(`${round * rules} rules ran, ${deployment.kills} kills, ${problems.count} problems`);
      }
      return `${task.rounds * rules} rules ran over 3 instances with ${deployment.kills} kills`;
    }),
};
