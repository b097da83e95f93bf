import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { violations } from '../testing/invariants.ts';
import { NotificationChannels } from '../testing/notification-channels.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { startInstances } from '../testing/service-instance.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import { type Counts, check } from './notify/check.ts';
import { addMember, createTown, isMember, removeMember, type Town, turnChannelsOn } from './notify/people.ts';
import { Workload } from './notify/workload.ts';

interface NotifyTask extends Task {
  clients: number;
  workers: number;
  /** changes of tickets in each round, with one kill */
  events: number;
  openTickets: number;
  /** The load rests while more deliveries than this are waiting, so that what is told is still true when it is sent. */
  maxBacklog: number;
  /** after the start of the load: quiet hours begin and end, and the digest is due */
  turningPointMs: number;
}

const clientCount = 6;
const drainTimeoutMs = 600_000;
/** What has waited is looked for every 15 s. */
const releaseMs = 20_000;

/** Tells people of tickets over three instances that are killed on the way, and compares what arrives with the journal. */
export async function runNotify(task: NotifyTask): Promise<Outcome> {
  const { rounds, seed, server, log, clients, workers, events, openTickets } = task;
  const problems = new Problems();
  const random = new Random(seed);
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const channels = await NotificationChannels.start();
  const env = { ...serviceSettings, ...channels.settings, DATABASE_URL: database.url, DATA_DIR: dataDir };
  const instances = await startInstances(3, env);
  const db = await connectPostgres(database.url);
  const base = (): string => random.pick(instances).url;
  try {
    const root = await signInAdmin(base());
    const created = await createTown({ base, root, db, channels, clients, workers });
    const town: Town = { ...created, turningPoint: Math.ceil((Date.now() + task.turningPointMs) / 1_000) * 1_000 };
    await turnChannelsOn({ base, root, db }, town);
    log(`${town.people.length} people are told`);
    const unexpected = (what: string): void => problems.add(what);
    const workload = new Workload({ base, root, town, random: random.fork(), openTickets, unexpected });
    const began = performance.now();
    // What is sent again a moment later is then in quiet hours.
    const rejecting = setTimeout(() => channels.smtp.failNext(openTickets), town.turningPoint - 1_500 - Date.now());
    let kills = 0;
    for (let round = 1; round <= rounds; round++) {
      const killAt = workload.events + random.below(events);
      const work = runLoad(db, workload, workload.events + events, task.maxBacklog);
      while (workload.events < killAt) await sleep(5);
      const victim = random.pick(instances);
      await victim.kill();
      victim.spawn();
      kills++;
      await work;
      await victim.waitUntilReady();
      await waitForEmpty(db, ['notifications']);
      await changeMemberships({ base, root }, town, random);
      log(`${workload.events} events, ${kills} kills, ${problems.all().length} problems, ${seconds(began)} s`);
    }
    await sleep(Math.max(0, town.turningPoint + releaseMs - Date.now()));
    await waitForEmpty(db);
    clearTimeout(rejecting);
    const duration = seconds(began);
    for (const instance of instances) if (!instance.isAlive) problems.add(`an instance has ended: ${instance.output}`);
    const counts = await check({ db, town, channels, kills, problems });
    for (const violation of await violations(db)) problems.add(violation);
    return { figure: figureOf(counts, town, kills, duration), problems: problems.all() };
  } finally {
    await db.end();
    await Promise.all(instances.map((instance) => instance.kill()));
    await channels.stop();
    await database.drop();
    remove();
  }
}

function figureOf(counts: Counts, { people }: Town, kills: number, duration: number): string {
  const { events, inbox, arrived, lost, repeated, obsolete, waiting } = counts;
  return [
    `${events} events of tickets, ${people.length} people, 3 instances, ${kills} kills, ${duration} s`,
    `${inbox} notifications in inboxes; over the channels ${arrived} arrived, ${lost} lost, ${repeated} repeated`,
    `${obsolete} were not sent because they were no longer true, ${waiting} wait for the end of quiet hours or a digest`,
  ].join('\n');
}

const seconds = (began: number): number => Math.round((performance.now() - began) / 1_000);

/** Sends requests until there were so many changes in all. */
async function runLoad(db: pg.Client, workload: Workload, until: number, maxBacklog: number): Promise<void> {
  let isResting = false;
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      isResting = (await countDeliveries(db)) > maxBacklog;
      await sleep(100);
    }
  };
  const work = async (): Promise<void> => {
    while (workload.events < until) {
      if (isResting) await sleep(50);
      else await workload.step();
    }
  };
  const watching = watch();
  await Promise.all(Array.from({ length: clientCount }, work));
  isDone = true;
  await watching;
}

async function countDeliveries(db: pg.Client, queues?: string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from deliveries where $1::text[] is null or queue = any($1)',
    [queues ?? null],
  );
  return rows[0]?.count ?? 0;
}

/** @throws when deliveries are left after ten minutes */
async function waitForEmpty(db: pg.Client, queues?: string[]): Promise<void> {
  const end = performance.now() + drainTimeoutMs;
  while ((await countDeliveries(db, queues)) > 0) {
    if (performance.now() > end) throw new Error('the queues do not become empty');
    await sleep(50);
  }
}

/** Those who leave are members of each project every other time. */
async function changeMemberships(api: Parameters<typeof addMember>[0], { projects }: Town, random: Random): Promise<void> {
  const leavers = projects.flatMap((project) => {
    const persons = new Set(project.memberships.map(({ person }) => person).filter(({ kind }) => kind === 'leaver'));
    return [...persons].map((person) => ({ project, person }));
  });
  const { project, person } = random.pick(leavers);
  if (isMember(project, person, Date.now())) await removeMember(api, project, person);
  else await addMember(api, project, person);
}

export const program: Program = {
  summary: 'tells 200 people of their tickets over 3 instances that are killed: each message arrives, once but for kills',
  unit: '667 changes of tickets with a kill',
  rounds: 30,
  run: (task) => {
    const sizes = { clients: 40, workers: 160, events: 667, openTickets: 300, maxBacklog: 100 };
    return runNotify({ ...task, ...sizes, turningPointMs: 300_000 });
  },
};
