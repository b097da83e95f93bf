import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, type ProjectFixture } from '../testing/api-fixtures.ts';
import { inParallel } from '../testing/http-client.ts';
import { waitFor } from '../testing/wait.ts';
import { Deployment } from './lib/deployment.ts';
import { notRun, type Outcome, type Program, type Task } from './lib/program.ts';
import { Workload } from './lib/workload.ts';
import { DatabasePair } from './mirror/database-pair.ts';
import { Editors } from './mirror/editors.ts';
import { Mirror } from './mirror/mirror.ts';

const writesPerSecond = Number(process.env['WRITES_PER_SECOND'] ?? 30);
const renamesTimeoutMs = 60_000;

const scaleOf = (isShort: boolean) =>
  isShort
    ? { instances: 2, clients: 9, editors: 3, kills: 1, killEveryMs: 3_000, openTransactions: 2, maxOpenMs: 2_000 }
    : { instances: 3, clients: 40, editors: 10, kills: 4, killEveryMs: 20_000, openTransactions: 4, maxOpenMs: 15_000 };

/** Keeps copies while people write, and instances and the database are taken away, and compares them each time before one starts over. */
async function mirror(task: Task, database: DatabasePair): Promise<Outcome> {
  const { instances, clients, editors, kills, killEveryMs, openTransactions, maxOpenMs } = scaleOf(task.isShort);
  const env = { MAX_COMMENTS_PER_HOUR: '1000000' };
  return Deployment.run(task, { instances, env, database: database.url }, async (deployment) => {
    const { service, root, random, expected, problems } = deployment;
    const fixtures: ProjectFixture[] = await inParallel(4, () => createProjectFixture(service.url, root, 2));
    const [fixture] = fixtures;
    if (!fixture) throw new Error('no fixture');
    const pauseMs = ((clients + editors) * 1_000) / writesPerSecond;
    const editing = await Editors.create(deployment, fixture, { editors, pauseMs, openTransactions, maxOpenMs });
    const load = { clients, pauseMs, fixtures, photoBytes: 2_000 };
    const workload = await Workload.create(deployment, { ...load, onFailure: 'continue' });
    const mirrors = [root, fixture.client].map((user) => new Mirror(deployment, user, editing.renamed));
    for (const one of mirrors) one.start();
    deployment.cleanup.defer(async () => {
      await Promise.all([editing.stop(), workload.stop(), ...mirrors.map((one) => one.stop())]);
    });

    let [crashes, switchovers, comparisons, reported] = [0, 0, 0, 0];
    const write = (): void => {
      workload.start();
      editing.start();
    };
    const compare = async (): Promise<void> => {
      await Promise.all([editing.stop(), workload.stop()]);
      await Promise.all(deployment.instances.map((instance) => instance.waitUntilReady()));
      // A job marks the tickets in which somebody or something has another name.
      await waitFor(async () => (await deployment.query('select from changed_scopes')).length === 0, renamesTimeoutMs);
      for (const one of mirrors) problems.add(...(await one.compare()));
      comparisons++;
    };

    const began = performance.now();
    write();
    // Both kinds of losses happen in the shortest run, too.
    for (let round = 1; round <= 2 || performance.now() - began < task.rounds * 60_000; round++) {
      for (let kill = 0; kill < kills; kill++) {
        await sleep(random.below(killEveryMs));
        await deployment.killOne();
      }
      await sleep(killEveryMs / 2);
      await compare();
      await workload.check(`round ${round}`);
      expected.removeClosedTickets();
      write();
      await sleep(killEveryMs / 2);
      if (round % 2 === 1) {
        await database.switchOver();
        switchovers++;
      } else {
        await database.crash();
        crashes++;
      }
      await sleep(killEveryMs / 2);
      const { tickets, restarts } = mirrors[0] ?? { tickets: 0, restarts: 0 };
      task.log(`round ${round}: ${expected.acknowledged + editing.writes} writes, ${tickets} tickets, ${restarts} restarts`);
      for (const problem of problems.all().slice(reported)) task.log(problem);
      reported = problems.all().length;
    }
    await compare();
    for (const one of mirrors) {
      const refused = `${one.restarts} cursors of a copy were refused`;
      if (one.restarts !== switchovers + crashes)
        problems.add(`${refused}, at ${switchovers} switchovers and ${crashes} kills of PostgreSQL`);
    }
    return [
      `${expected.acknowledged + editing.writes} acknowledged writes of ${clients + editors} writers, ${editing.committed} transactions that stayed open`,
      `${deployment.kills} kills of an instance, ${crashes} of PostgreSQL, ${switchovers} switchovers`,
      `copies compared ${comparisons} times`,
      ...mirrors.map(
        ({ tickets, read, failed, restarts, repeated }, i) =>
          `${i === 0 ? 'admin' : 'client'}: ${tickets} tickets, ${read} read, ${failed} requests failed, ${restarts} cursors refused; unchanged again: ${repeated.restart} after these, ${repeated.name} after a new name, ${repeated.rule} after the deletion of a rule`,
      ),
    ].join('\n');
  });
}

export const program: Program = {
  summary:
    'copies that are kept by GET /ext/changes under 50 writers, open transactions, kills and switchovers: equal, nothing read twice',
  unit: 'minutes; about every minute and a half four kills of instances and a comparison, and by turns a switchover and a kill of PostgreSQL',
  rounds: 60,
  run: async (task) => {
    const cleanup = new AsyncDisposableStack();
    try {
      const database = await DatabasePair.start(cleanup);
      return database ? await mirror(task, database) : notRun('no PostgreSQL 15, 16 or 17 is installed here');
    } finally {
      await cleanup.disposeAsync();
    }
  },
};
