import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, type ProjectFixture, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { keepAliveAgent } from '../testing/http-client.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import { LoadBalancer } from './lib/load-balancer.ts';
import type { Program, Task } from './lib/program.ts';
import { attacks } from './noisy-neighbours/attacks.ts';
import { addRule, BotStrangers, type Messenger, startMessenger, timeNotice } from './noisy-neighbours/bot-flood.ts';
import { type AttackReport, startAttack } from './noisy-neighbours/load.ts';
import { type Figures, failedGoals, hasRecovered, missedDurations, report } from './noisy-neighbours/measurements.ts';
import { ProcessMonitor } from './noisy-neighbours/process-monitor.ts';
import { type AttackContext, addPopulation, type Scale } from './noisy-neighbours/seed.ts';
import { Tenant, type Work } from './noisy-neighbours/tenant.ts';

export interface NeighboursTask extends Pick<Task, 'seed' | 'server' | 'log'> {
  instances: number;
  attackSeconds: number;
  quietSeconds: number;
  scale: Scale;
  /** how long a notice may take while strangers write to the bot, in milliseconds */
  noticeTimeoutMs: number;
}

/** A service under attack, and the tenant beside. */
interface Setup {
  task: NeighboursTask;
  instances: ServiceInstance[];
  base: string;
  tenant: Tenant;
  fixture: ProjectFixture;
  /** of the tenant */
  rule: number;
  context: AttackContext;
  messenger: Messenger;
}

/** What goes on beside the tenant, and what came of it. */
type Attack = (setup: Setup, during: () => Promise<Work>) => Promise<Pick<Figures, 'during' | 'attackers'> & Partial<Figures>>;

/** After an attack, before the quiet run: connections are closed and caches settle. */
const settleMs = 500;
const maxMoreQuietRuns = 3;
/** characters of what a process wrote before it ended */
const maxOutput = 1_000;
const noticeEveryMs = 5_000;

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
    const env = { ...serviceSettings, ...messenger.env, DATABASE_URL: database.url, DATA_DIR: dataDir };
    const instances = await startInstances(task.instances, env);
    cleanups.defer(() => stopAll(instances));
    const balancer = task.instances > 1 ? await LoadBalancer.open(portsOf(instances), true) : undefined;
    cleanups.defer(() => balancer?.close());
    const db = await connectPostgres(database.url);
    cleanups.defer(() => db.end());

    const base = balancer?.url ?? instances[0]?.url ?? '';
    return await runAll(await prepare(task, { instances, base, messenger }, db));
  } finally {
    await cleanups.disposeAsync();
  }
}

async function stopAll(instances: ServiceInstance[]): Promise<void> {
  keepAliveAgent.destroy(); // it holds no idle connection to a service that is gone
  await Promise.all(instances.map((instance) => instance.stop()));
}

type Service = Pick<Setup, 'instances' | 'base' | 'messenger'>;

async function prepare(task: NeighboursTask, service: Service, db: Awaited<ReturnType<typeof connectPostgres>>): Promise<Setup> {
  const { base } = service;
  const random = new Random(task.seed);
  const root = await signInAdmin(base);
  const fixture = await createProjectFixture(base, root, 2);
  const population = await addPopulation(base, db, root, task.scale);
  const tenant = new Tenant(base, fixture, random.fork());
  await tenant.prepare();
  await tenant.work(task.quietSeconds); // warms up the service
  const scaled = (n: number): number => Math.max(1, Math.round(n * task.scale.intensity));
  const context = { population, goodEmail: tenant.email, random: random.fork(), scaled };
  return { ...service, task, tenant, fixture, context, rule: await addRule(base, fixture) };
}

async function runAll(setup: Setup): Promise<Figures[]> {
  const { task, tenant } = setup;
  const all: [string, Attack][] = attacks.map(({ name, traffic }) => [
    name,
    (_, during) => overHttp(setup, traffic(setup.context), during),
  ]);
  all.push(['strangers at the bot', atTheBot]);
  const measured: Figures[] = [];
  let before = await tenant.work(task.quietSeconds);
  for (const [name, attack] of all) {
    const figures = await measure(setup, name, before, attack);
    measured.push(figures);
    task.log(report(figures));
    before = await quietRun(setup, figures);
  }
  return measured;
}

/** A quiet run for the attack that follows: the last one, or another one where the service was still slow then. */
async function quietRun({ task, tenant }: Setup, { before, after }: Figures): Promise<Work> {
  let quiet = after;
  for (let i = 0; i < maxMoreQuietRuns && !hasRecovered(before, quiet); i++) quiet = await tenant.work(task.quietSeconds);
  return quiet;
}

async function measure(setup: Setup, attackName: string, before: Work, attack: Attack): Promise<Figures> {
  const { task, tenant, instances } = setup;
  const monitor = new ProcessMonitor(instances);
  const found = await attack(setup, () => tenant.work(task.attackSeconds));
  await sleep(settleMs);
  const sameProcesses = monitor.stop();
  const ended = instances.filter(({ isAlive }) => !isAlive);
  const lastOutput = ended.map(({ output }) => output.slice(-maxOutput)).join('\n');
  for (const instance of ended) await instance.start(); // for the attacks that follow
  const after = await tenant.work(task.quietSeconds);
  const name = `${attackName}, ${instances.length === 1 ? 'one instance' : `${instances.length} instances`}`;
  return { name, before, after, peakMiB: monitor.peakMiB, sameProcesses, lastOutput, ...found };
}

/**
 * The attackers reach the instances as through a balancer of connections: a balancer of requests would
 * keep from them what is pipelined and what hangs up.
 */
async function overHttp(
  { instances }: Setup,
  traffic: ReturnType<(typeof attacks)[number]['traffic']>,
  during: () => Promise<Work>,
): Promise<{ during: Work; attackers: AttackReport }> {
  const attack = await startAttack({ ports: portsOf(instances), traffic });
  const [work] = await Promise.allSettled([during()]);
  const attackers = await attack.stop();
  if (work.status === 'rejected') throw work.reason;
  return { during: work.value, attackers };
}

const atTheBot: Attack = async (setup, during) => {
  const strangers = new BotStrangers(setup.messenger);
  const [work, notices] = await Promise.all([during(), sendNotices(setup)]);
  const answers = strangers.stop();
  const arrived = notices.filter((tookMs) => tookMs !== undefined);
  return {
    during: work,
    attackers: { connections: 0, requests: strangers.messages, outcomes: { answers } },
    slowestNoticeMs: Math.max(0, ...arrived),
    missingNotices: notices.length - arrived.length,
  };
};

/** Has notices sent all through an attack, also late in it, when answers to strangers have had time to pile up. */
async function sendNotices({ task, base, fixture, rule, messenger }: Setup): Promise<(number | undefined)[]> {
  const notices: (number | undefined)[] = [];
  const end = performance.now() + task.attackSeconds * 1000;
  const leftMs = (): number => end - performance.now();
  do {
    await sleep(Math.min(noticeEveryMs, leftMs() / 2));
    const notice = timeNotice(base, fixture, rule, messenger.api, task.noticeTimeoutMs);
    notices.push(await notice.catch((error: Error) => void task.log(`no notice: ${error.message}`)));
  } while (leftMs() > noticeEveryMs / 2);
  return notices;
}

const portsOf = (instances: ServiceInstance[]): number[] => instances.map(({ url }) => Number(new URL(url).port));

const fullScale: Scale = { objects: 1_200, projects: 200, workers: 2_000, tickets: 20_000, intensity: 1 };

export const program: Program = {
  summary: 'attackers of eight kinds beside a tenant at work: it gets its answers, nearly as fast as ever',
  unit: 'seconds of each attack, with quiet runs of a third of it, on one instance and on three',
  rounds: 60,
  run: async ({ rounds, seed, server, log }) => {
    // Another PostgreSQL than the shipped one, on which databases may be created.
    const external = process.env['DATABASE_URL'];
    const figures: Figures[] = [];
    for (const instances of [1, 3]) {
      const task = { instances, attackSeconds: rounds, quietSeconds: rounds / 3, scale: fullScale, noticeTimeoutMs: 10_000 };
      figures.push(...(await neighbours({ ...task, seed, log, server: external ? { ...server, url: external } : server })));
    }
    const problems = figures.flatMap((each) => [...failedGoals(each), ...missedDurations(each)]);
    return { figure: figures.map(report).join('\n'), problems };
  },
};
