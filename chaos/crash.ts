import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createDataDir, startNewestInstalledPostgres } from '../testing/postgres.ts';
import { killProcessTree } from '../testing/processes.ts';
import { Deployment } from './lib/deployment.ts';
import { type Fault, survive } from './lib/faults.ts';
import { joined, type Outcome, type Program, type Task } from './lib/program.ts';
import { Workload } from './lib/workload.ts';

/** A kind of PostgreSQL, and the ways to bring it down. */
interface Target {
  name: string;
  /** Empty: the service brings its own server. */
  databaseUrl: string;
  /** for the checks */
  database: string | pg.ClientConfig;
  dataDir: string;
  /** SIGKILL of every process of PostgreSQL. */
  killDatabase(): Promise<void>;
  /** What an operator's supervisor would do; the embedded server is started by the service. */
  restartDatabase(): Promise<void>;
}

type Victim = 'service' | 'database' | 'both';
const victims: Victim[] = ['service', 'database', 'both'];

/** Kills again and again under load, and looks each time whether anything is missing or half there. */
async function killUnderLoad(task: Task, target: Target): Promise<Outcome> {
  const { rounds, isShort, log } = task;
  return Deployment.run(task, { instances: 1, ...target }, async (deployment) => {
    const { random, expected, problems } = deployment;
    const workload = await Workload.create(deployment, { clients: isShort ? 6 : 12, onFailure: 'end' });
    let slowestMs = 0;
    for (let round = 1; round <= rounds; round++) {
      const victim = victims[(round - 1) % victims.length] ?? 'both';
      const fault: Fault = {
        name: `${target.name}, round ${round}, ${victim} killed`,
        start: () => kill(target, deployment, victim),
        end: () => restart(target, deployment, victim),
      };
      slowestMs = Math.max(slowestMs, await survive(deployment, workload, fault, random.between(5, isShort ? 60 : 200)));
      if (round % 10 === 0) log(`${fault.name}: ${expected.acknowledged} writes acknowledged, ${problems.count} problems`);
    }
    return `${target.name}: ${rounds} kills, ${expected.acknowledged} acknowledged writes, served again within ${Math.round(slowestMs)} ms`;
  });
}

async function kill(target: Target, { service, random }: Deployment, victim: Victim): Promise<void> {
  const kills = [
    ...(victim === 'database' ? [] : [() => service.kill()]),
    ...(victim === 'service' ? [] : [() => target.killDatabase()]),
  ];
  if (random.chance(0.5)) kills.reverse();
  await Promise.all(kills.map((one) => one()));
}

async function restart(target: Target, { service, random }: Deployment, victim: Victim): Promise<void> {
  if (victim !== 'service') await target.restartDatabase();
  if (victim === 'database') return; // the service has to find its way back by itself
  service.spawn();
  if (!random.chance(0.25)) return;
  await sleep(random.between(10, 1_200)); // and once more while it starts
  await service.kill();
  service.spawn();
}

/** The service with the server that it brings along. */
async function crashEmbedded(task: Task): Promise<Outcome> {
  const { dataDir, remove } = createDataDir();
  const cluster = join(dataDir, 'postgres');
  try {
    return await killUnderLoad(task, {
      name: 'embedded server',
      databaseUrl: '',
      database: { host: cluster, user: 'callout', database: 'callout' },
      dataDir,
      killDatabase: () => killProcessTree(Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)),
      restartDatabase: async () => {},
    });
  } finally {
    remove();
  }
}

/** The machine's own server, by DATABASE_URL. */
async function crashExternal(task: Task): Promise<Outcome> {
  const server = await startNewestInstalledPostgres();
  if (!server)
    return { figure: 'external server: not run, this machine has no PostgreSQL of version 15, 16 or 17', problems: [] };
  const { dataDir, remove } = createDataDir();
  try {
    const ways = { killDatabase: server.crash, restartDatabase: server.start };
    return await killUnderLoad(task, {
      name: 'external server',
      databaseUrl: server.url,
      database: server.url,
      dataDir,
      ...ways,
    });
  } finally {
    await server.stop();
    remove();
  }
}

export const program: Program = {
  summary: 'kills the service, PostgreSQL and both under load: nothing acknowledged is lost, nothing half-written',
  unit: 'kills on each kind of server',
  rounds: 200,
  run: async (task) => joined([await crashEmbedded(task), ...(task.isShort ? [] : [await crashExternal(task)])]),
};
