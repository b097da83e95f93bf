import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createProjectFixture, type ProjectFixture } from '../testing/api-fixtures.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';

const timeoutMs = 400_000;
/** Rules with patterns run within a minute of their moment (docs/rules.md, Patterns). */
const maxDelaySeconds = 60;

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
  for (let done = 0; done < rules && performance.now() - began < timeoutMs; await sleep(50)) {
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

/**
 * Rules with patterns that are all due at a full minute, some for a worker: the next one, or in a short run the last one, so that it does
 * not wait. They are inserted while the instances run, as a schedule of everybody for eight o'clock is.
 * @returns the first one's id, and when they are due
 */
async function insertPatterns(
  db: pg.Client,
  { client, project, objects, workers }: ProjectFixture,
  rules: number,
  isShort: boolean,
): Promise<{ first: number; dueAt: Date }> {
  await db.query('begin');
  const { rows } = await db.query<{ first: number; due_at: Date }>(
    `with moment as (select date_trunc('minute', now() + make_interval(secs => $6)) as due_at),
     made as (
       insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, anchor_at, period_days,
         next_run_at, created_by, created_by_name, created_at)
       select $1, ($2::int[])[1 + n % array_length($2::int[], 1)], $3, '', (array['plumbing', 'electric', 'other'])[1 + n % 3]::ticket_category, 'normal', 'Look after it', due_at, 1, due_at, $3, '',
         now()
       from generate_series(1, $4::int) as n, moment
       returning id, next_run_at
     ), patterns as (
       insert into recurring_patterns (rule_id, rrule, starts_on, local_time, timezone, lead_days, has_worker, worker_id, set_at)
       select id, 'FREQ=DAILY;INTERVAL=' || 1 + id % 7, (next_run_at at time zone 'UTC')::date,
         to_char(next_run_at at time zone 'UTC', 'HH24:MI'), 'UTC', 0, id % 2 = 0, case when id % 2 = 0 then $5::uuid end, now()
       from made
     )
     select min(id)::int as first, min(next_run_at) as due_at from made`,
    [project, objects, client.id, rules, workers[0]?.id, isShort ? 0 : 70],
  );
  await db.query('commit');
  const { first = 0, due_at = new Date() } = rows[0] ?? {};
  return { first, dueAt: due_at };
}

/** @returns the greatest delay of a run in seconds */
async function longestDelay(db: pg.Client, first: number, dueAt: Date): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    'select coalesce(max(extract(epoch from run_at - $2::timestamptz)), 0)::float8 as seconds from recurring_runs where rule_id >= $1',
    [first, dueAt],
  );
  return rows[0]?.seconds ?? 0;
}

async function checkRuns(db: pg.Client, first: number, rules: number, assigned = 0): Promise<string[]> {
  const { rows } = await db.query<Record<'missed' | 'repeated' | 'due' | 'tickets' | 'entries', number>>(
    `select count(*) filter (where runs = 0)::int as missed, count(*) filter (where runs > 1)::int as repeated,
       count(*) filter (where next_run_at <= last_run_at)::int as due,
       (select count(*) from tickets where rule_id >= $1)::int as tickets,
       (select count(*) from ticket_events e join tickets t on t.id = e.ticket_id where t.rule_id >= $1)::int as entries
     from (select r.*, (select count(*) from recurring_runs where rule_id = r.id) as runs from recurring_rules r where r.id >= $1) as r`,
    [first],
  );
  const found = JSON.stringify(rows[0]);
  const expected = JSON.stringify({ missed: 0, repeated: 0, due: 0, tickets: rules, entries: rules + assigned });
  return found === expected ? [] : [`${found} instead of ${expected}`];
}

/** Lets rules with patterns become due at once while all instances run. @returns the greatest delay of a run in seconds */
async function runPatterns(
  deployment: Deployment,
  db: pg.Client,
  fixture: ProjectFixture,
  { rules, isShort }: { rules: number; isShort: boolean },
): Promise<number> {
  const { first, dueAt } = await insertPatterns(db, fixture, rules, isShort);
  await killWhileRunning(deployment, db, first, rules);
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from recurring_patterns where rule_id >= $1 and has_worker',
    [first],
  );
  for (const problem of await checkRuns(db, first, rules, rows[0]?.n)) deployment.problems.add(`patterns: ${problem}`);
  return longestDelay(db, first, dueAt);
}

export const program: Program = {
  summary: 'due rules over 3 instances that start together, with kills: each runs once, and those with patterns within a minute',
  unit: '500 rules each, and at the end as many with patterns as in all of them together',
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
      const figure = `${task.rounds * rules} rules ran over 3 instances with ${deployment.kills} kills`;
      const delay = await runPatterns(deployment, db, fixture, { rules: task.rounds * rules, isShort: task.isShort });
      task.log(`${task.rounds * rules} rules with patterns ran, the last one after ${delay.toFixed(1)} s`);
      if (!task.isShort && delay > maxDelaySeconds)
        problems.add(`a rule with a pattern ran ${delay.toFixed(1)} s after it was due`);
      return `${figure}, and as many with patterns up to ${delay.toFixed(1)} s after they were due, with ${deployment.kills} kills in all`;
    }),
};
