import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type ApiUser,
  createProjectFixture,
  type ProjectFixture,
  serviceSettings,
  signInAdmin,
} from '../testing/api-fixtures.ts';
import { sendOk } from '../testing/http-client.ts';
import { violations } from '../testing/invariants.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { check } from './webhooks/check.ts';
import { FaultyReceiver, type Hook } from './webhooks/receiver.ts';
import { changesPerTicket, eventsPerTicket, Workload } from './webhooks/workload.ts';

interface WebhooksTask extends Task {
  /** of each round, with one kill */
  events: number;
  clients: number;
  /** in each round and of each webhook */
  faults: number;
}

const drainTimeoutMs = 1_800_000;
const concurrentTickets = 6;
const events = ['created', 'assigned', 'started', 'done', 'rejected', 'confirmed'].map((name) => `ticket_${name}`);

/** Sends the events of tickets over three instances that are killed to receivers that fail, and compares what arrives with the journal. */
export async function runWebhooks(task: WebhooksTask): Promise<Outcome> {
  const { rounds, seed, server, log } = task;
  const problems = new Problems();
  const random = new Random(seed);
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const receiver = await FaultyReceiver.start(random.fork());
  const env = { ...serviceSettings, WEBHOOK_ALLOWED_HOSTS: receiver.host, DATABASE_URL: database.url, DATA_DIR: dataDir };
  const instances = await startInstances(3, env);
  const db = await connectPostgres(database.url);
  const base = (): string => random.pick(instances).url;
  try {
    const root = await signInAdmin(base());
    const projects: ProjectFixture[] = [];
    for (let i = 0; i < task.clients; i++) projects.push(await createProjectFixture(base(), root, 2));
    const hooks = await createHooks(base(), root, projects, receiver, task);
    const workload = new Workload({ base, projects, random: random.fork(), unexpected: (what) => problems.add(what) });
    const began = performance.now();
    for (let round = 1; round <= rounds; round++) {
      await runRound({ instances, workload, random, receiver, tickets: Math.ceil(task.events / eventsPerTicket) });
      log(`${workload.changes} changes, ${receiver.count} messages, ${await countPending(db)} wait, ${seconds(began)} s`);
    }
    await waitUntilSent(db, log);
    const duration = seconds(began);
    for (const instance of instances) if (!instance.isAlive) problems.add(`an instance has ended: ${instance.output}`);
    const counts = await check(db, hooks, workload, problems);
    for (const violation of await violations(db)) problems.add(violation);
    return { figure: figureOf(counts, hooks, receiver, rounds, duration), problems: problems.all() };
  } finally {
    await db.end();
    await Promise.all(instances.map((instance) => instance.kill()));
    await receiver.stop();
    await database.drop();
    remove();
  }
}

async function createHooks(
  base: string,
  root: ApiUser,
  projects: ProjectFixture[],
  receiver: FaultyReceiver,
  { rounds, events: perRound, faults, clients }: WebhooksTask,
): Promise<Hook[]> {
  const hooks: Hook[] = [];
  for (const owner of [root, ...projects.map(({ client }) => client)]) {
    const isAdmin = owner === root;
    const hook = receiver.addHook(isAdmin ? undefined : owner.id);
    const body = { url: `http://${receiver.host}${hook.path}`, events };
    const reply = await sendOk(base, { method: 'POST', path: '/ext/webhooks', token: owner.token, body });
    hook.secret = reply.body.secret;
    const messages = Math.floor((rounds * perRound) / (isAdmin ? 1 : clients));
    receiver.planFaults(hook, messages, faults * rounds);
    hooks.push(hook);
  }
  return hooks;
}

interface Round {
  instances: ServiceInstance[];
  workload: Workload;
  random: Random;
  receiver: FaultyReceiver;
  tickets: number;
}

/** One instance is killed, and the receiver dies for a while. */
async function runRound({ instances, workload, random, receiver, tickets }: Round): Promise<void> {
  const killAt = workload.changes + random.below(tickets * changesPerTicket);
  const dieAt = workload.changes + random.below(tickets * changesPerTicket);
  const work = workload.run(tickets, concurrentTickets);
  const reached = async (changes: number): Promise<void> => {
    const isOver = work.then(() => true);
    while (workload.changes < changes && !(await Promise.race([isOver, sleep(10, false)])));
  };
  const killing = reached(killAt).then(async () => {
    const victim = random.pick(instances);
    await victim.kill();
    victim.spawn();
    await victim.waitUntilReady();
  });
  const dying = reached(dieAt).then(() => receiver.die(1_000));
  await Promise.all([work, killing, dying]);
}

async function countPending(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`
    select (select count(*) from deliveries where queue = 'webhooks')::int
      + (select count(*) from webhook_deliveries where state = 'pending')::int as count`);
  return rows[0]?.count ?? 0;
}

/** @throws when something still waits after half an hour */
async function waitUntilSent(db: pg.Client, log: (line: string) => void): Promise<void> {
  const end = performance.now() + drainTimeoutMs;
  let loggedAt = performance.now();
  for (let count = await countPending(db); count > 0; count = await countPending(db)) {
    if (performance.now() > end) throw new Error(`${count} messages are not sent`);
    if (performance.now() - loggedAt > 30_000) {
      log(`${count} wait`);
      loggedAt = performance.now();
    }
    await sleep(200);
  }
}

function figureOf(
  counts: Awaited<ReturnType<typeof check>>,
  hooks: Hook[],
  receiver: FaultyReceiver,
  kills: number,
  duration: number,
): string {
  const { due, accepted, lost, repeated, disordered } = counts;
  return [
    `${due} events due to ${hooks.length} webhooks, 3 instances, ${kills} kills, ${duration} s`,
    `${receiver.count} messages arrived, ${receiver.faults} of them at a receiver that failed, hung, lied or closed early`,
    `${accepted} events accepted, ${lost} lost, ${repeated} accepted more than once, ${disordered} out of order`,
  ].join('\n');
}

const seconds = (began: number): number => Math.round((performance.now() - began) / 1_000);

export const program: Program = {
  summary:
    'sends events to webhooks over 3 instances that are killed, to a receiver that fails, hangs, lies and dies: none is lost',
  unit: '1,000 events for the webhook of an admin, with a kill',
  rounds: 10,
  run: (task) => runWebhooks({ ...task, events: 1_000, clients: 5, faults: 3 }),
};
