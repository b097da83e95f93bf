import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { serviceSettings } from '../testing/api-fixtures.ts';
import { lockOrder, violations } from '../testing/invariants.ts';
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
  /** Whether a long wait for a lock is a problem: on a machine that does nothing else. */
  hasTimeLimits: boolean;
}

const maxLockWaitMs = 200;

/** Replaces three instances of the previous release by this version one after the other, then back, then forward again, under load. */
export async function runUpgrade(task: UpgradeTask): Promise<Outcome> {
  const cleanup = new AsyncDisposableStack();
  try {
    return await replaceUnderLoad(task, await install(task, cleanup), cleanup);
  } finally {
    await cleanup.disposeAsync();
  }
}

interface Installation {
  previous: PreviousVersion;
  instances: ServiceInstance[];
  /** of the load balancer */
  url: string;
  databaseUrl: string;
  dataDir: string;
}

/** Three instances of the previous release behind a load balancer. */
async function install({ server, previous: name, tickets }: UpgradeTask, cleanup: AsyncDisposableStack): Promise<Installation> {
  const previous = checkOut(name);
  cleanup.defer(() => previous.remove());
  const { dataDir, remove } = createDataDir();
  cleanup.defer(remove);
  const database = await createDatabase(server);
  cleanup.defer(() => database.drop());
  if (tickets > 0) fill(previous, database.url, tickets);
  const settings = { ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir };
  const instances = await startInstances(3, settings, previous.folder);
  cleanup.defer(async () => void (await Promise.all(instances.map((instance) => instance.stop()))));
  const ports = instances.map(({ url }) => Number(new URL(url).port));
  const proxy = await LoadBalancer.open(ports, true);
  cleanup.defer(() => proxy.close());
  return { previous, instances, url: proxy.url, databaseUrl: database.url, dataDir };
}

async function replaceUnderLoad(task: UpgradeTask, installed: Installation, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const { seed, requestsPerSecond, tickets } = task;
  const { previous, url, databaseUrl, dataDir } = installed;
  const problems = new Problems();
  const random = new Random(seed);
  const expected = new ExpectedState();
  const db = await connectPostgres(databaseUrl);
  cleanup.defer(() => db.end());
  const waits = await LockWaits.start(databaseUrl);
  cleanup.defer(() => waits.stop());
  const root = await findAdmin(url, tickets);
  const load = await SteadyWorkload.start({ url, root, random, expected, problems, requestsPerSecond });
  cleanup.defer(() => load.stop());
  await replaceForwardAndBack(task, installed, problems, load);
  await load.stop();
  // The previous version, which takes part, has deadlocks that were mended since. Either version tries again, and no request fails.
  for (const problem of [...(await expected.compare(db, dataDir)), ...(await violations(db, lockOrder))]) problems.add(problem);
  const { ms, what } = waits.longest;
  if (task.hasTimeLimits && ms > maxLockWaitMs) problems.add(`a lock was waited for ${Math.round(ms)} ms: ${what}`);
  const figure =
    `${expected.acknowledged} writes while 3 instances went from ${previous.name} to this version, back, and forward again, ` +
    `with ${tickets} tickets: ${problems.all().length} problems; longest wait for a table ${Math.round(ms)} ms`;
  return { figure, problems: problems.all() };
}

/** By its own program: this version would make its own schema. */
function fill({ folder }: PreviousVersion, url: string, tickets: number): void {
  const module = pathToFileURL(`${folder}/testing/benchmark-data.ts`).href;
  const program = `import { seed } from ${JSON.stringify(module)}; await seed(${JSON.stringify(url)}, ${tickets});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'inherit' });
}

async function replaceForwardAndBack(
  { rounds, log }: UpgradeTask,
  { instances, previous }: Installation,
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
  summary: 'replaces 3 instances of the previous release one after the other, then back, at 100 requests a second: none fails',
  unit: 'to this version, back, and forward again',
  rounds: 1,
  run: async (task) => {
    const previous = findPreviousVersion();
    if (!previous) return { figure: 'not run: there is no history of the sources', problems: [] };
    const tickets = Number(process.env['UPGRADE_TICKETS'] ?? 0);
    return runUpgrade({ ...task, previous, tickets, requestsPerSecond: 100, hasTimeLimits: true });
  },
};
