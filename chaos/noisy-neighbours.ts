import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { keepAliveAgent } from '../testing/http-client.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import type { Program, Task } from './lib/program.ts';
import { type Attack, attacks } from './noisy-neighbours/attacks.ts';
import { addRule, hasMessage, startMessenger } from './noisy-neighbours/bot-flood.ts';
import {
  type Figures,
  failedGoals,
  hasRecovered,
  missedDurations,
  type Run,
  report,
  tableOf,
} from './noisy-neighbours/measurements.ts';
import { ProcessMonitor } from './noisy-neighbours/process-monitor.ts';
import { type AttackContext, deleteDeliveries } from './noisy-neighbours/seed.ts';
import { Tenant } from './noisy-neighbours/tenant.ts';

export interface NeighboursTask extends Pick<Task, 'seed' | 'server' | 'log'> {
  /** names of attacks */
  chosen: readonly string[];
  instances: number;
  attackSeconds: number;
  quietSeconds: number;
  /** further quiet runs after an attack, while the service is still slow */
  maxMoreQuietRuns: number;
  /** share of the accounts, rows and connections of a full attack, 0 to 1 */
  scale: number;
  /** how long a notification may take, and a message while strangers write to the bot */
  noticeTimeoutMs: number;
}

/** A service under attack, and the tenant beside. */
interface Setup {
  task: NeighboursTask;
  instances: ServiceInstance[];
  serverName: string;
  tenant: Tenant;
  context: AttackContext;
}

/** After an attack, before the quiet run: connections are closed and caches settle. */
const settleMs = 500;
/** characters of what a process wrote before it ended */
const maxOutput = 1_000;

export const attackNames: readonly string[] = attacks.map(({ name }) => name);

/**
 * Lets attackers run beside a tenant at work, one kind after the other, with quiet runs between.
 * @returns the figures of each attack
 */
export async function neighbours(task: NeighboursTask): Promise<Figures[]> {
  const cleanups = new AsyncDisposableStack();
  try {
    const { dataDir, remove } = createDataDir();
    cleanups.defer(remove);
    const database = await createDatabase(task.server);
    cleanups.defer(() => database.drop());
    const messenger = await startMessenger();
    cleanups.defer(() => messenger.api.stop());
    const receiver = await startHangingReceiver();
    cleanups.defer(() => void receiver.server.close());
    const settings = { ...serviceSettings, ...messenger.env, WEBHOOK_ALLOWED_HOSTS: receiver.host };
    const instances = await startInstances(task.instances, { ...settings, DATABASE_URL: database.url, DATA_DIR: dataDir });
    cleanups.defer(() => stopAll(instances));
    const db = await connectPostgres(database.url);
    cleanups.defer(() => db.end());
    return await runAll(await prepare(task, instances, { db, messenger, receiverUrl: `http://${receiver.host}/` }));
  } finally {
    await cleanups.disposeAsync();
  }
}

async function stopAll(instances: ServiceInstance[]): Promise<void> {
  keepAliveAgent.destroy(); // it holds no idle connection to a service that is gone
  await Promise.all(instances.map((instance) => instance.stop()));
}

/** Accepts connections and never answers. */
async function startHangingReceiver(): Promise<{ server: Server; host: string }> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function prepare(
  task: NeighboursTask,
  instances: ServiceInstance[],
  shared: Pick<AttackContext, 'db' | 'receiverUrl' | 'messenger'>,
): Promise<Setup> {
  const urls = instances.map(({ url }) => url);
  const base = urls[0] ?? '';
  const random = new Random(task.seed);
  const root = await signInAdmin(base);
  const fixture = await createProjectFixture(base, root, 2);
  const others = [await createProjectFixture(base, root, 0), await createProjectFixture(base, root, 0)];
  const rule = await addRule(base, fixture);
  const isSent = (ticketId: number): boolean => hasMessage(shared.messenger, ticketId);
  const { noticeTimeoutMs } = task;
  const importers = others.map(({ client }) => client);
  const tenant = new Tenant({ urls, fixture, importers, rule, random: random.fork(), hasMessage: isSent, noticeTimeoutMs });
  await tenant.prepare();
  await tenant.work(task.quietSeconds); // warms up the service
  const ports = urls.map((url) => Number(new URL(url).port));
  const scaled = (n: number): number => Math.max(1, Math.round(n * task.scale));
  const context = { ...shared, base, ports, root, random: random.fork(), tenantEmail: tenant.email, scaled };
  const { rows } = await shared.db.query<{ server_version: string }>('show server_version');
  const serverName = `PostgreSQL ${Number.parseInt(rows[0]?.server_version ?? '', 10)}`;
  return { task, instances, serverName, tenant, context };
}

async function runAll(setup: Setup): Promise<Figures[]> {
  const { task } = setup;
  const measured: Figures[] = [];
  let before = await work(setup, task.quietSeconds);
  for (const attack of attacks.filter(({ name }) => task.chosen.includes(name))) {
    const figures = await measure(setup, attack, before);
    measured.push(figures);
    for (const line of report(figures).split('\n')) task.log(line);
    before = await quietRun(setup, figures);
  }
  return measured;
}

/** A quiet run for the attack that follows: the last one, or another one where the service was still slow then. */
async function quietRun(setup: Setup, { before, after }: Figures): Promise<Run> {
  let quiet = after;
  for (let i = 0; i < setup.task.maxMoreQuietRuns && !hasRecovered(before, quiet); i++) {
    await deleteDeliveries(setup.context.db);
    quiet = await work(setup, setup.task.quietSeconds);
  }
  return quiet;
}

/** The attackers reach the instances over connections of their own: a balancer would keep from them what hangs up or is pipelined. */
async function measure(setup: Setup, { name, start, excess }: Attack, before: Run): Promise<Figures> {
  const { task, instances, serverName: server, context } = setup;
  const processes = ProcessMonitor.processesOf(instances);
  const attack = await start(context);
  const [during] = await Promise.allSettled([work(setup, task.attackSeconds)]);
  const attackers = await attack.stop();
  if (during.status === 'rejected') throw during.reason;
  await sleep(settleMs);
  const ended = instances.filter(({ isAlive }) => !isAlive);
  const sameProcesses = ended.length === 0 && ProcessMonitor.processesOf(instances) === processes;
  const lastOutput = ended.map(({ output }) => output.slice(-maxOutput)).join('\n');
  for (const instance of ended) await instance.start(); // for the attacks that follow
  const after = await work(setup, task.quietSeconds);
  const found = { before, during: during.value, after, sameProcesses, lastOutput, attackers };
  return { attack: name, instances: instances.length, server, ...found, excess: await excess?.(context, attackers) };
}

async function work({ instances, tenant }: Setup, seconds: number): Promise<Run> {
  const monitor = await ProcessMonitor.start(instances);
  try {
    const done = await tenant.work(seconds);
    return { ...done, ...(await monitor.stop()) };
  } finally {
    await monitor.stop();
  }
}

/** The value of an environment variable with commas between; undefined: it is not set. @throws for what is none of the values */
function choice(name: string, values: readonly string[]): string[] | undefined {
  const chosen = process.env[name]?.split(',');
  const unknown = chosen?.find((value) => !values.includes(value));
  if (unknown !== undefined) throw new Error(`${name}: ${unknown} is none of ${values.join(', ')}`);
  return chosen;
}

export const program: Program = {
  summary: 'attackers of many kinds beside a tenant at work: it gets its answers and notifications, nearly as fast as ever',
  unit: `seconds of each attack, with quiet runs of a fifth of it; ATTACKS names some (${attackNames.join(',')}), INSTANCES 1 or 3 instead of both, DATABASE_URL another PostgreSQL`,
  rounds: 60,
  run: async ({ rounds, seed, server, log }) => {
    const chosen = choice('ATTACKS', attackNames) ?? attackNames;
    // Another PostgreSQL than the shipped one, on which databases may be created.
    const external = process.env['DATABASE_URL'];
    const figures: Figures[] = [];
    for (const instances of choice('INSTANCES', ['1', '3']) ?? ['1', '3']) {
      const task = {
        chosen,
        instances: Number(instances),
        attackSeconds: rounds,
        quietSeconds: rounds / 5,
        maxMoreQuietRuns: 3,
        scale: 1,
      };
      const where = { seed, log, server: external ? { ...server, url: external } : server };
      figures.push(...(await neighbours({ ...task, ...where, noticeTimeoutMs: 10_000 })));
    }
    const problems = figures.flatMap((each) => [...failedGoals(each), ...missedDurations(each)]);
    return { figure: tableOf(figures), problems };
  },
};
