import { setTimeout as sleep } from 'node:timers/promises';
import { serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { violations } from '../testing/invariants.ts';
import { missingNginx, startNginx } from '../testing/nginx.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { startInstances } from '../testing/service-instance.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { LoadBalancer } from './lib/load-balancer.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { SteadyWorkload } from './lib/steady-workload.ts';

interface RolloutTask extends Task {
  /** Requests a second. */
  requestsPerSecond: number;
  proxyKind: ProxyKind;
}

/** What stands before the instances: a balancer of our own, which keeps its connections or makes new ones, or nginx. */
type ProxyKind = 'kept connections' | 'new connections' | 'nginx';

interface OpenProxy {
  url: string;
  /** How many it has passed on so far. */
  requests: () => Promise<number>;
  /** What it complained of, besides instances that refuse connections. */
  errors: () => string;
  close: () => void;
}

async function openProxy(proxyKind: ProxyKind, ports: number[]): Promise<OpenProxy> {
  if (proxyKind === 'nginx') {
    const nginx = await startNginx(ports);
    return { url: nginx.url, requests: nginx.requests, errors: nginx.errors, close: () => void nginx.stop() };
  }
  const proxy = await LoadBalancer.open(ports, proxyKind === 'kept connections');
  return { url: proxy.url, requests: async () => proxy.requests, errors: () => '', close: () => proxy.close() };
}

/** Restarts three instances one after the other while people work through a balancer: nobody may notice. */
export async function runRollingRestarts({
  rounds,
  seed,
  server,
  log,
  requestsPerSecond,
  proxyKind,
}: RolloutTask): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const expected = new ExpectedState();
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const instances = await startInstances(3, {
    ...serviceSettings,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
  });
  const proxy = await openProxy(
    proxyKind,
    instances.map(({ url }) => Number(new URL(url).port)),
  );
  const db = await connectPostgres(database.url);
  try {
    const root = await signInAdmin(proxy.url);
    const work = await SteadyWorkload.start({ url: proxy.url, root, random, expected, problems, requestsPerSecond });
    await sleep(500);
    const began = performance.now();
    const before = await proxy.requests();
    for (let round = 1; round <= rounds && !work.isStopping; round++) {
      for (const instance of instances) {
        const code = await instance.stop();
        if (code !== 0) problems.add(`an instance ended with ${code}: ${instance.output}`);
        await instance.start();
        await sleep(300);
      }
      log(`${round} rounds, ${expected.acknowledged} writes, ${problems.all().length} failed`);
    }
    const requests = (await proxy.requests()) - before;
    const measured = Math.round((requests / (performance.now() - began)) * 1000);
    await work.stop();
    for (const problem of [...(await expected.compare(db, dataDir)), ...(await violations(db))]) problems.add(problem);
    if (problems.all().length > 0 && proxy.errors()) problems.add(proxy.errors());
    const who = `3 instances behind ${proxyKind}`;
    const figure = `${rounds} rolling restarts of ${who} at ${measured} requests a second (${requests} in all): ${problems.all().length} failed`;
    return { figure, problems: problems.all() };
  } finally {
    await db.end();
    proxy.close();
    await Promise.all(instances.map((instance) => instance.stop()));
    await database.drop();
    remove();
  }
}

export const program: Program = {
  summary: 'restarts 3 instances one after the other behind a balancer, at 200 requests a second: none fails',
  unit: 'restarts of all three, behind each kind of balancer',
  rounds: 5,
  run: async (task) => {
    const missing = missingNginx();
    if (missing) task.log(`without nginx: ${missing}`);
    const proxyKinds: ProxyKind[] = ['new connections', 'kept connections', ...(missing ? [] : ['nginx' as const])];
    const outcomes: Outcome[] = [];
    for (const proxyKind of proxyKinds) outcomes.push(await runRollingRestarts({ ...task, requestsPerSecond: 200, proxyKind }));
    return { figure: outcomes.map(({ figure }) => figure).join('\n'), problems: outcomes.flatMap(({ problems }) => problems) };
  },
};
