import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, createUser, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { violations } from '../testing/invariants.ts';
import { missingNginx, startNginx } from '../testing/nginx.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { startInstances } from '../testing/service-instance.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { LoadBalancer } from './lib/load-balancer.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { UnknownOutcome, WorkloadClient } from './lib/workload-client.ts';

interface Rollout extends Task {
  /** Requests a second. */
  rate: number;
  front: Front;
}

/** What stands before the instances: a balancer of our own, which keeps its connections or makes new ones, or nginx. */
type Front = 'kept connections' | 'new connections' | 'nginx';

interface Opened {
  url: string;
  /** How many it has passed on so far. */
  requests: () => Promise<number>;
  /** What it complained of, besides instances that refuse connections. */
  complaints: () => string;
  close: () => void;
}

async function open(front: Front, ports: number[]): Promise<Opened> {
  if (front === 'nginx') {
    const nginx = await startNginx(ports);
    return { url: nginx.url, requests: nginx.requests, complaints: nginx.errors, close: () => void nginx.stop() };
  }
  const balancer = await LoadBalancer.open(ports, front === 'kept connections');
  return { url: balancer.url, requests: async () => balancer.requests, complaints: () => '', close: () => balancer.close() };
}

/** Restarts three instances one after the other while people work through a balancer: nobody may notice. */
export async function roll({ rounds, seed, server, say, rate, front }: Rollout): Promise<Outcome> {
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
  const balancer = await open(
    front,
    instances.map(({ url }) => Number(new URL(url).port)),
  );
  const db = await connectPostgres(database.url);
  try {
    const root = await signInAdmin(balancer.url);
    const projectFixtures = [
      await createProjectFixture(balancer.url, root, 2),
      await createProjectFixture(balancer.url, root, 2),
    ];
    let stopping = false;
    const lanes = Math.ceil(rate / 8); // each ten a second, less while an instance starts
    const work = Promise.all(
      Array.from({ length: lanes }, async (_, i) => {
        const fixture = projectFixtures[i % projectFixtures.length] as (typeof projectFixtures)[number];
        const spare = await createUser(balancer.url, root, 'worker');
        const unexpected = (what: string): void => problems.add(what);
        const base = (): string => balancer.url;
        const worker = random.pick(fixture.workers);
        const workload = new WorkloadClient({
          base,
          root,
          fixture,
          worker,
          spare,
          random: random.fork(),
          expected,
          unexpected,
          photoSize: 20_000,
        });
        while (!stopping) {
          const pause = sleep(100);
          await workload.step().catch((error) => {
            if (!(error instanceof UnknownOutcome)) throw error;
            problems.add(`a request failed: ${error.message}`);
            stopping = problems.all().length > 50;
          });
          await pause;
        }
      }),
    );
    await sleep(500);
    const began = performance.now();
    const before = await balancer.requests();
    for (let round = 1; round <= rounds && !stopping; round++) {
      for (const instance of instances) {
        const code = await instance.stop();
        if (code !== 0) problems.add(`an instance ended with ${code}: ${instance.output}`);
        await instance.start();
        await sleep(300);
      }
      say(`${round} rounds, ${expected.acknowledged} writes, ${problems.all().length} failed`);
    }
    const requests = (await balancer.requests()) - before;
    const measured = Math.round((requests / (performance.now() - began)) * 1000);
    stopping = true;
    await work;
    for (const problem of [...(await expected.compare(db, dataDir)), ...(await violations(db))]) problems.add(problem);
    if (problems.all().length > 0 && balancer.complaints()) problems.add(balancer.complaints());
    const who = `3 instances behind ${front}`;
    const figure = `${rounds} rolling restarts of ${who} at ${measured} requests a second (${requests} in all): ${problems.all().length} failed`;
    return { figure, problems: problems.all() };
  } finally {
    await db.end();
    balancer.close();
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
    if (missing) task.say(`without nginx: ${missing}`);
    const fronts: Front[] = ['new connections', 'kept connections', ...(missing ? [] : ['nginx' as const])];
    const outcomes: Outcome[] = [];
    for (const front of fronts) outcomes.push(await roll({ ...task, rate: 200, front }));
    return { figure: outcomes.map(({ figure }) => figure).join('\n'), problems: outcomes.flatMap(({ problems }) => problems) };
  },
};
