import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { serviceSettings } from '../testing/api-fixtures.ts';
import { violations } from '../testing/invariants.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { findAdmin } from './lib/find-admin.ts';
import { LoadBalancer } from './lib/load-balancer.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { SteadyWorkload } from './lib/steady-workload.ts';
import { LockWaits } from './upgrade/lock-waits.ts';
import { checkOut, findPreviousVersion, type PreviousVersion } from './upgrade/previous-version.ts';

interface UpgradeTask extends Task {
  requestsPerSecond: number;
  /** in the database before */
  tickets: number;
  previous: string;
}

const maxLockWaitMs = 200;

/** Replaces three instances of the version before one after the other, goes back and forth again, while people work. */
export async function runUpgrade(task: UpgradeTask): Promise<Outcome> {
  const { seed, server, requestsPerSecond, tickets } = task;
  const problems = new Problems();
  const random = new Random(seed);
  const expected = new ExpectedState();
  const previous = checkOut(task.previous);
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  if (tickets > 0) fill(previous, database.url, tickets);
  const instances = await startInstances(
    3,
    { ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir },
    previous.folder,
  );
  const proxy = await LoadBalancer.open(
    instances.map(({ url }) => Number(new URL(url).port)),
    true,
  );
  const db = await connectPostgres(database.url);
  const waits = await LockWaits.start(database.url);
  try {
    const root = await findAdmin(proxy.url, tickets);
    const load = await SteadyWorkload.start({ url: proxy.url, root, random, expected, problems, requestsPerSecond });
    await replaceBackAndForth(task, instances, previous, problems, load);
    await load.stop();
    for (const problem of [...(await expected.compare(db, dataDir)), ...(await violations(db))]) problems.add(problem);
    const { ms, what } = waits.longest;
    if (ms > maxLockWaitMs) problems.add(`a lock was waited for ${Math.round(ms)} ms: ${what}`);
    const figure =
      `${expected.acknowledged} writes while 3 instances went from ${previous.name} to this version, back and forth again, ` +
      `with ${tickets} tickets: ${problems.all().length} problems; longest wait for a table ${Math.round(ms)} ms`;
    return { figure, problems: problems.all() };
  } finally {
    await waits.stop();
    await db.end();
    proxy.close();
    await Promise.all(instances.map((instance) => instance.stop()));
    await database.drop();
    remove();
    previous.remove();
  }
}

/** By its own program: this version would make its own schema. */
function fill({ folder }: PreviousVersion, url: string, tickets: number): void {
  const module = pathToFileURL(`${folder}/testing/benchmark-data.ts`).href;
  const program = `import { seed } from ${JSON.stringify(module)}; await seed(${JSON.stringify(url)}, ${tickets});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'inherit' });
}

async function replaceBackAndForth(
  { rounds, log }: UpgradeTask,
  instances: ServiceInstance[],
  previous: PreviousVersion,
  problems: Problems,
  load: SteadyWorkload,
): Promise<void> {
  await sleep(1_000);
  for (let round = 1; round <= rounds && !load.isStopping; round++) {
    for (const folder of [undefined, previous.folder, undefined]) {
      for (const instance of instances) {
        const code = await instance.stop();
        if (code !== 0) problems.add(`an instance ended with ${code}: ${instance.output}`);
        instance.runFrom(folder);
        await instance.start();
        await sleep(300);
      }
      log(`${folder ? `back to ${previous.name}` : 'to this version'}: ${problems.all().length} problems`);
    }
  }
}

export const program: Program = {
  summary:
    'replaces 3 instances of the version before, one after the other, back and forth, at 100 requests a second: none fails',
  unit: 'to this version, back and forth again',
  rounds: 1,
  run: async (task) => {
    const previous = findPreviousVersion();
    if (!previous) return { figure: 'not run: there is no history of the sources', problems: [] };
    const tickets = Number(process.env['UPGRADE_TICKETS'] ?? 0);
    return runUpgrade({ ...task, previous, tickets, requestsPerSecond: 100 });
  },
};
