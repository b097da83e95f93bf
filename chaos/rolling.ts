import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from './parts/balancer.ts';
import { Hand, Unknown } from './parts/hand.ts';
import { startInstances } from './parts/instance.ts';
import { violations } from './parts/invariants.ts';
import { Ledger } from './parts/ledger.ts';
import { type Outcome, Problems, type Program, type Task } from './parts/outcome.ts';
import { addCrew, addPerson, settings, signInAdmin } from './parts/people.ts';
import { connected, newDatabase, scratchFolder } from './parts/postgres.ts';
import { Random } from './parts/random.ts';

interface Rollout extends Task {
  /** Requests a second. */
  rate: number;
  /** Whether the balancer keeps its connections to the instances open. */
  keepAlive: boolean;
}

/** Restarts three instances one after the other while people work through a balancer: nobody may notice. */
export async function roll({ rounds, seed, server, say, rate, keepAlive }: Rollout): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const ledger = new Ledger();
  const database = await newDatabase(server);
  const { dataDir, remove } = scratchFolder();
  const instances = await startInstances(3, { ...settings, DATABASE_URL: database.url, DATA_DIR: dataDir });
  const balancer = await Balancer.open(
    instances.map(({ url }) => Number(new URL(url).port)),
    keepAlive,
  );
  const db = await connected(database.url);
  try {
    const root = await signInAdmin(balancer.url);
    const crews = [await addCrew(balancer.url, root, 2), await addCrew(balancer.url, root, 2)];
    let stopping = false;
    const lanes = Math.ceil(rate / 8); // each ten a second, less while an instance starts
    const work = Promise.all(
      Array.from({ length: lanes }, async (_, i) => {
        const crew = crews[i % crews.length] as (typeof crews)[number];
        const spare = await addPerson(balancer.url, root, 'worker');
        const unexpected = (what: string): void => problems.add(what);
        const base = (): string => balancer.url;
        const worker = random.pick(crew.workers);
        const hand = new Hand({ base, root, crew, worker, spare, random: random.fork(), ledger, unexpected, photoSize: 20_000 });
        while (!stopping) {
          const pause = sleep(100);
          await hand.step().catch((error) => {
            if (!(error instanceof Unknown)) throw error;
            problems.add(`a request failed: ${error.message}`);
            stopping = problems.all().length > 50;
          });
          await pause;
        }
      }),
    );
    await sleep(500);
    const began = performance.now();
    const before = balancer.requests;
    for (let round = 1; round <= rounds && !stopping; round++) {
      for (const instance of instances) {
        await instance.stop();
        await instance.start();
        await sleep(300);
      }
      say(`${round} rounds, ${ledger.acknowledged} writes, ${problems.all().length} failed`);
    }
    const measured = Math.round(((balancer.requests - before) / (performance.now() - began)) * 1000);
    stopping = true;
    await work;
    for (const problem of [...(await ledger.compare(db, dataDir)), ...(await violations(db))]) problems.add(problem);
    const figure = `${rounds} rolling restarts of 3 instances at ${measured} requests a second (${balancer.requests} in all, ${balancer.refused} sent to the next instance, connections ${keepAlive ? 'kept' : 'new each time'}): ${problems.all().length} failed`;
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
  unit: 'restarts of all three, on each kind of balancer',
  rounds: 5,
  run: async (task) => {
    const fresh = await roll({ ...task, rate: 200, keepAlive: false });
    const kept = await roll({ ...task, rate: 200, keepAlive: true });
    return { figure: `${fresh.figure}\n${kept.figure}`, problems: [...fresh.problems, ...kept.problems] };
  },
};
