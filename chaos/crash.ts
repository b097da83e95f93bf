import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ApiUser, createProjectFixture, createUser, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { send } from '../testing/http-client.ts';
import { photoViolations, violations } from '../testing/invariants.ts';
import { connectPostgres, createDataDir, startNewestInstalledPostgres } from '../testing/postgres.ts';
import { killProcessTree } from '../testing/processes.ts';
import { Random } from '../testing/seeded-random.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { UnknownOutcome } from './lib/checked-request.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { type Outcome, Problems, type Program } from './lib/program.ts';
import { WorkloadClient } from './lib/workload-client.ts';

/** A service with its database, and the ways to bring them down. */
interface Target {
  name: string;
  /** Empty: the service brings its own server. */
  databaseUrl: string;
  dataDir: string;
  /** kill -9 of every process of PostgreSQL. */
  killDatabase(): Promise<void>;
  /** What an operator's supervisor would do; the embedded server is started by the service. */
  restartDatabase(): Promise<void>;
  /** How the checks connect. */
  database: pg.ClientConfig | string;
  stop(): Promise<void>;
}

type Victim = 'service' | 'database' | 'both';
const victims: Victim[] = ['service', 'database', 'both'];

export interface CrashTask {
  rounds: number;
  seed: number;
  workloads: number;
  /** Milliseconds that the load runs before the kill, at most. */
  maxLoadMs: number;
  log: (line: string) => void;
}

/** Kills again and again under load, and looks each time whether anything is missing or half there. */
export async function runCrashTest(
  target: Target,
  { rounds, seed, workloads: clientCount, maxLoadMs, log }: CrashTask,
): Promise<Outcome> {
  const random = new Random(seed);
  const problems = new Problems();
  const expected = new ExpectedState();
  const { dataDir, databaseUrl } = target;
  const service = await ServiceInstance.start({ ...serviceSettings, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const root = await signInAdmin(service.url);
  const workloads = await createWorkloadClients(service.url, root, clientCount, expected, random, (what) =>
    problems.add(`unexpected: ${what}`),
  );
  let slowest = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      const victim = victims[(round - 1) % victims.length] ?? 'both';
      const work = Promise.all(workloads.map(runUntilOutcomeUnknown));
      await sleep(random.between(30, maxLoadMs));
      const began = performance.now();
      await killVictim(target, service, victim, random);
      await work;
      await waitUntilServing(service, root);
      slowest = Math.max(slowest, performance.now() - began);
      const found = await findViolations(target, expected, service);
      for (const problem of found) problems.add(`round ${round}, ${victim} killed: ${problem}`);
      expected.removeClosedTickets();
      for (const workload of workloads) workload.adoptExpectedState();
      if (round % 10 === 0)
        log(`${target.name}: ${round} rounds, ${expected.acknowledged} writes acknowledged, ${problems.all().length} problems`);
    }
  } finally {
    await service.stop();
    await target.stop();
  }
  const figure = `${target.name}: ${rounds} rounds, ${expected.acknowledged} acknowledged writes, ${problems.all().length} lost or half-written; longest time to serve again ${Math.round(slowest)} ms`;
  return { figure, problems: problems.all().map((problem) => `${target.name}, ${problem}`) };
}

async function createWorkloadClients(
  base: string,
  root: ApiUser,
  clientCount: number,
  expected: ExpectedState,
  random: Random,
  unexpected: (what: string) => void,
): Promise<WorkloadClient[]> {
  const fixture = await createProjectFixture(base, root, 2);
  const projectFixtures = [fixture, await createProjectFixture(base, root, 2)];
  const workloads: WorkloadClient[] = [];
  for (let i = 0; i < clientCount; i++) {
    const { workers } = (projectFixtures[i % 2] ?? fixture) as typeof fixture;
    const options = {
      fixture: projectFixtures[i % 2] ?? fixture,
      worker: random.pick(workers),
      invitee: await createUser(base, root, 'worker'),
    };
    workloads.push(
      new WorkloadClient({ base: () => base, root, random: random.fork(), expected, unexpected, photoSize: 40_000, ...options }),
    );
  }
  return workloads;
}

async function runUntilOutcomeUnknown(workload: WorkloadClient): Promise<void> {
  try {
    for (;;) await workload.step();
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error;
  }
}

async function killVictim(target: Target, service: ServiceInstance, victim: Victim, random: Random): Promise<void> {
  if (victim === 'service') await service.kill();
  if (victim === 'database') await target.killDatabase();
  if (victim === 'both') {
    const [first, second] = random.chance(0.5)
      ? [service.kill(), target.killDatabase()]
      : [target.killDatabase(), service.kill()];
    await Promise.all([first, second]);
  }
  if (victim !== 'service') await target.restartDatabase();
  if (victim === 'database') return; // the service has to find its way back by itself
  service.spawn();
  if (random.chance(0.25)) {
    // And once more while it comes up.
    await sleep(random.between(10, 1200));
    await service.kill();
    service.spawn();
  }
}

/** Until the database answers through the service. */
async function waitUntilServing(service: ServiceInstance, root: ApiUser): Promise<void> {
  await service.waitUntilReady();
  const began = performance.now();
  for (;;) {
    const { status } = await send(service.url, { method: 'GET', path: '/db-ping', token: root.token });
    if (status === 200) return;
    if (performance.now() - began > 60_000) throw new Error(`the service does not find its database again: ${service.output}`);
    await sleep(20);
  }
}

async function findViolations(target: Target, expected: ExpectedState, service: ServiceInstance): Promise<string[]> {
  const { dataDir } = target;
  const db = await connectPostgres(target.database);
  try {
    await waitForIdleDatabase(db);
    const wrong = [...(await expected.compare(db, dataDir)), ...(await violations(db)), ...(await photoViolations(db, dataDir))];
    if (wrong.length > 0) wrong.push(`the service said: ${service.output.slice(-300)}`);
    return wrong;
  } finally {
    await db.end();
  }
}

/** A statement of a killed service may still be running in the server. */
async function waitForIdleDatabase(db: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await db.query(`select from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start is not null`);
    if (rows.length === 0) return;
    await sleep(10);
  }
}

/** The service with the server that it brings along. */
export function embeddedTarget(): Target {
  const { dataDir, remove } = createDataDir();
  const cluster = join(dataDir, 'postgres');
  return {
    name: 'embedded server',
    databaseUrl: '',
    dataDir,
    killDatabase: () => killProcessTree(Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)),
    restartDatabase: async () => {},
    database: { host: cluster, user: 'callout', database: 'callout' },
    stop: async () => remove(),
  };
}

/** The machine's own server, by DATABASE_URL; undefined: it has none. */
async function externalTarget(): Promise<Target | undefined> {
  const server = await startNewestInstalledPostgres();
  if (!server) return undefined;
  const { dataDir, remove } = createDataDir();
  return {
    name: 'external server',
    databaseUrl: server.url,
    dataDir,
    killDatabase: () => server.crash(),
    restartDatabase: () => server.start(),
    database: server.url,
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}

export const program: Program = {
  summary: 'kills the service, PostgreSQL and both under load; nothing acknowledged may be lost, nothing half-written',
  unit: 'kills on each kind of server',
  rounds: 200,
  run: async ({ rounds, seed, log }) => {
    const task = { rounds, seed, workloads: 12, maxLoadMs: 1500, log };
    const outcomes = [await runCrashTest(embeddedTarget(), task)];
    const external = await externalTarget();
    if (external) outcomes.push(await runCrashTest(external, task));
    else log('the external server is left out: this machine has no PostgreSQL of version 15, 16 or 17');
    return { figure: outcomes.map(({ figure }) => figure).join('\n'), problems: outcomes.flatMap(({ problems }) => problems) };
  },
};
