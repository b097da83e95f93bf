import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createProjectFixture, type ProjectFixture, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { violations } from '../testing/invariants.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';

interface SchedulerTask extends Task {
  /** Rules that are due at the start of each round. */
  rules: number;
}

/** Due rules over three instances that start together, of which some are killed on the way. */
export async function runScheduler({ rounds, rules, seed, server, log }: SchedulerTask): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const env = { ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir };
  const instances = await startInstances(3, env);
  const db = await connectPostgres(database.url);
  let kills = 0;
  try {
    const base = instances[0]?.url ?? '';
    const fixture = await createProjectFixture(base, await signInAdmin(base), 1);
    for (let round = 1; round <= rounds; round++) {
      await Promise.all(instances.map((instance) => instance.stop()));
      const first = await insertDueRules(db, fixture, rules);
      for (const instance of instances) instance.spawn();
      kills += await killWhileRunning(db, instances, first, rules, random);
      for (const problem of await checkRuns(db, first, rules)) problems.add(`round ${round}: ${problem}`);
      for (const instance of instances)
        if (!instance.isAlive) problems.add(`round ${round}: an instance has ended: ${instance.output}`);
      log(`${round * rules} firings, ${kills} kills, ${problems.all().length} problems`);
    }
    for (const violation of await violations(db)) problems.add(violation);
    const figure = `${rounds * rules} rules fired over 3 instances with ${kills} kills, ${problems.all().length} duplicates or misses`;
    return { figure, problems: problems.all() };
  } finally {
    await db.end();
    await Promise.all(instances.map((instance) => instance.kill()));
    await database.drop();
    remove();
  }
}

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
async function killWhileRunning(
  db: pg.Client,
  instances: ServiceInstance[],
  first: number,
  rules: number,
  random: Random,
): Promise<number> {
  let kills = 0;
  const began = performance.now();
  const killThresholds = [random.next(), random.next(), random.next()].sort().map((share) => Math.floor(share * rules));
  for (;;) {
    const { rows } = await db.query<{ n: string }>('select count(*) as n from recurring_runs where rule_id >= $1', [first]);
    const done = Number(rows[0]?.n);
    const [killThreshold] = killThresholds;
    if (killThreshold !== undefined && done >= killThreshold && done < rules) {
      killThresholds.shift();
      const victim = random.pick(instances);
      await victim.kill();
      victim.spawn();
      kills++;
    }
    if (done >= rules || performance.now() - began > 150_000) break;
    await sleep(5);
  }
  await Promise.all(instances.map((instance) => instance.waitUntilReady()));
  await sleep(300); // for one more run, if there were one
  return kills;
}

async function checkRuns(db: pg.Client, first: number, rules: number): Promise<string[]> {
  const { rows } = await db.query<{ missed: string; twice: string; tickets: string; entries: string; due: string }>(
    `select count(*) filter (where runs = 0) as missed, count(*) filter (where runs > 1) as twice,
       (select count(*) from tickets where rule_id >= $1) as tickets,
       (select count(*) from ticket_events e join tickets t on t.id = e.ticket_id where t.rule_id >= $1) as entries,
       count(*) filter (where next_run_at <= last_run_at) as due
     from (select r.*, (select count(*) from recurring_runs where rule_id = r.id) as runs from recurring_rules r where r.id >= $1) as r`,
    [first],
  );
  const { missed, twice, tickets, entries, due } = rows[0] ?? { missed: '?', twice: '?', tickets: '?', entries: '?', due: '?' };
  const right = missed === '0' && twice === '0' && due === '0' && Number(tickets) === rules && Number(entries) === rules;
  return right
    ? []
    : [`${missed} rules missed, ${twice} run twice, ${tickets} tickets and ${entries} entries of ${rules}, ${due} still due`];
}

export const program: Program = {
  summary: 'due rules over 3 instances that start together, with kills: each rule runs once',
  unit: '500 rules each',
  rounds: 20,
  run: (task) => runScheduler({ ...task, rules: 500 }),
};
