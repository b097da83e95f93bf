import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ApiUser,
  createProjectFixture,
  createUser,
  type ProjectFixture,
  serviceSettings,
  signInAdmin,
} from '../testing/api-fixtures.ts';
import { send } from '../testing/http-client.ts';
import { createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { UnknownOutcome } from './lib/checked-request.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { WorkloadClient } from './lib/workload-client.ts';

interface SoakTask extends Task {
  seconds: number;
  /** MiB that the last quarter may lie above the second one. */
  maxGrowthMiB: number;
}

const clientCount = 8;

/** A steady mixed load with uploads, while the memory of the process is watched. */
export async function runSoak({ seconds, maxGrowthMiB, seed, server, log }: SoakTask): Promise<Outcome> {
  const problems = new Problems();
  const random = new Random(seed);
  const expected = new ExpectedState();
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const service = await ServiceInstance.start({ ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir });
  try {
    const root = await signInAdmin(service.url);
    const projectFixtures = [await createProjectFixture(service.url, root, 2), await createProjectFixture(service.url, root, 2)];
    let steps = 0;
    let stopping = false;
    const work = Array.from({ length: clientCount }, async (_, i) => {
      const fixture = projectFixtures[i % projectFixtures.length] as ProjectFixture;
      const invitee = await createUser(service.url, root, 'worker');
      const unexpected = (what: string): void => problems.add(what);
      const options = {
        base: () => service.url,
        root,
        fixture,
        worker: random.pick(fixture.workers),
        invitee,
        random: random.fork(),
      };
      const workload = new WorkloadClient({ ...options, expected, unexpected, photoSize: 500_000 });
      while (!stopping) {
        const pause = sleep(60);
        await workload
          .step()
          .catch((error) => problems.add(error instanceof UnknownOutcome ? `no answer: ${error.message}` : String(error)));
        await read(service.url, fixture, root, random);
        if (++steps % 100 === 0) expected.removeClosedTickets();
        await pause;
      }
    });
    const samples = await sampleMemory(service, seconds, log);
    stopping = true;
    await Promise.all(work);
    const quarter = Math.floor(samples.length / 4);
    const [early, late] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
    const peak = Math.max(...samples);
    if (late - early > maxGrowthMiB) problems.add(`memory grew from ${early} to ${late} MiB`);
    const figure = `${seconds} s, ${steps} steps of work: ${early} MiB in the second quarter, ${late} MiB in the last one (at most ${maxGrowthMiB} more), ${peak} MiB at the peak`;
    return { figure, problems: problems.all() };
  } finally {
    await service.stop();
    await database.drop();
    remove();
  }
}

async function read(base: string, { client, project }: ProjectFixture, root: ApiUser, random: Random): Promise<void> {
  const paths = [
    '/tickets?limit=100',
    '/tickets?status=new',
    `/projects/${project}/workers`,
    '/recurring',
    '/auth/me',
    '/nowhere',
  ];
  await send(base, { method: 'GET', path: random.pick(paths), token: random.chance(0.3) ? root.token : client.token });
}

async function sampleMemory(service: ServiceInstance, seconds: number, log: (line: string) => void): Promise<number[]> {
  const samples: number[] = [];
  const intervalMs = Math.max(250, (seconds * 1000) / 400);
  const began = performance.now();
  let loggedAt = began;
  while (performance.now() - began < seconds * 1000) {
    samples.push(residentMiB(service.pid));
    if (performance.now() - loggedAt > 60_000) {
      loggedAt = performance.now();
      log(`${Math.round((loggedAt - began) / 1000)} s, ${samples.at(-1)} MiB`);
    }
    await sleep(intervalMs);
  }
  return samples;
}

function residentMiB(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const kib = Number(stdout);
  if (!kib) throw new Error('ps does not say how much memory the service has');
  return Math.round(kib / 1024);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export const program: Program = {
  summary: 'a steady mixed load with uploads: the memory of the process does not grow',
  unit: 'minutes',
  rounds: 60,
  run: (task) => runSoak({ ...task, seconds: task.rounds * 60, maxGrowthMiB: 24 }),
};
