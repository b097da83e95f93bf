import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture } from '../testing/api-fixtures.ts';
import { NotificationChannels } from '../testing/notification-channels.ts';
import { PatroniCluster } from '../testing/patroni/cluster.ts';
import { missingPatroni, patroniVersion } from '../testing/patroni/processes.ts';
import { connectPostgres, createDataDir } from '../testing/postgres.ts';
import type { Random } from '../testing/seeded-random.ts';
import { WebhookReceiver } from '../testing/webhook-receiver.ts';
import { Background, ruleTickMs } from './failover/background.ts';
import { cause, type EventKind } from './failover/events.ts';
import { LiveStream } from './failover/live-stream.ts';
import { exceededLimits, type Measurement, measure, summarize } from './failover/measure.ts';
import type { Write } from './lib/checked-request.ts';
import { Deployment } from './lib/deployment.ts';
import { notRun, type Outcome, type Program, type Task } from './lib/program.ts';
import { Workload } from './lib/workload.ts';

const login = 'callout:callout-pw';
const quietMs = 2_000;
const writesPerSecondOfClient = 10;

/** How often each kind of event happens in a round. */
function eventsOf(isShort: boolean): Partial<Record<EventKind, number>> {
  const once = { 'standby loss': 1, 'etcd loss': 1 };
  if (isShort) return { switchover: 1, kill: 1, freeze: 1, ...once };
  // Before 3.0.3 Patroni loses writes when a freeze is longer than the ttl.
  const [major, minor, patch] = patroniVersion();
  const longFreezes = major > 3 || (major === 3 && (minor > 0 || patch >= 3)) ? 1 : 0;
  return { switchover: 4, kill: 4, freeze: 2, 'long freeze': longFreezes, ...once, 'etcd majority loss': 1, 'HAProxy loss': 1 };
}

function shuffled(events: Partial<Record<EventKind, number>>, random: Random): EventKind[] {
  const kinds = (Object.entries(events) as [EventKind, number][]).flatMap(([kind, n]) => Array<EventKind>(n).fill(kind));
  return kinds
    .map((kind) => ({ kind, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kind }) => kind);
}

/** As docs/high-availability.md does it. */
async function createServiceDatabase(cluster: PatroniCluster): Promise<void> {
  const db = await connectPostgres(cluster.url('postgres'));
  const [role, password] = login.split(':');
  await db.query(`create role ${role} login password '${password}'`);
  await db.query(`create database callout owner ${role}`);
  await db.end();
}

/** Takes the primary and the standbys of a cluster of Patroni away under load, and compares the database with what was acknowledged. */
async function failOver(task: Task, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const cluster = await PatroniCluster.start();
  cleanup.defer(() => cluster.stop());
  const { dataDir, remove } = createDataDir();
  cleanup.defer(remove);
  process.once('exit', remove); // At Ctrl-C nothing is cleaned up.
  const channels = await NotificationChannels.start();
  cleanup.defer(() => channels.stop());
  const webhook = await WebhookReceiver.start();
  cleanup.defer(() => webhook.stop());
  await createServiceDatabase(cluster);
  const env = {
    DATABASE_REPLICA_URL: cluster.url('callout', login, 'replica'),
    RECURRING_TICK_EVERY: `${ruleTickMs / 1_000}s`,
    WEBHOOK_ALLOWED_HOSTS: webhook.host,
    ...channels.settings,
  };
  const databases = { database: cluster.url('callout'), databaseUrl: cluster.url('callout', login), dataDir };
  return Deployment.run(task, { instances: 3, env, ...databases }, async (deployment) => {
    const { service, root, random, instances, expected, problems } = deployment;
    const background = new Background(deployment, await createProjectFixture(service.url, root, 1), { channels, webhook });
    const writes: Write[] = [];
    const clients = (task.isShort ? 60 : 300) / writesPerSecondOfClient;
    const load = { clients, pauseMs: 1_000 / writesPerSecondOfClient, ticketsOnly: true, projects: 4 };
    const onWrite = (write: Write): void => void writes.push(write);
    const workload = await Workload.create(deployment, { ...load, onFailure: 'continue', onWrite });
    const streams = instances.map(({ url }) => new LiveStream(url, root));
    for (const stream of streams) stream.start();
    deployment.cleanup.defer(async () => {
      await background.stop();
      for (const stream of streams) await stream.stop();
    });
    await background.start();
    const measurements: Measurement[] = [];
    const kinds = Array.from({ length: task.rounds }, () => shuffled(eventsOf(task.isShort), random)).flat();
    for (const kind of kinds) {
      workload.start();
      await sleep(quietMs);
      const [began, before] = [performance.now(), writes.length];
      try {
        const result = await cause(kind, cluster, random);
        await cluster.waitUntilComplete();
        await sleep(quietMs);
        await workload.stop();
        measurements.push(measure(kind, began, writes.slice(before), result));
      } catch (error) {
        throw new Error(`${kind}: ${error}\n${cluster.log()}`, { cause: error });
      } finally {
        await workload.stop();
      }
      const last = measurements.slice(-1);
      if (!task.isShort) problems.add(...last.flatMap(exceededLimits));
      const differences = await deployment.withDatabase((db) => expected.compare(db, dataDir));
      problems.add(...differences.map((difference) => `after ${kind}: ${difference}`));
      task.log(`${summarize(last)}; ${expected.acknowledged} acknowledged, ${problems.count} problems`);
    }
    const figures = await background.check(); // meanwhile the streams tell of the last tickets
    const createdAt = new Map([...expected.tickets.values()].map(({ id, changes }) => [id, changes[0]?.sent ?? 0]));
    for (const stream of streams) {
      const missing = stream.countMissing(createdAt);
      if (missing > 0) problems.add(`a live stream did not tell of ${missing} tickets`);
    }
    const reconnections = streams.reduce((sum, { connections }) => sum + connections - 1, 0);
    return [
      `${expected.acknowledged} acknowledged writes on ${createdAt.size} tickets`,
      ...summarize(measurements),
      ...figures,
      `live streams reconnected ${reconnections} times`,
    ].join('\n');
  });
}

export const program: Program = {
  summary: 'switches over, kills and freezes a primary of Patroni under 300 writes a second: nothing acknowledged is lost',
  unit: '4 switchovers, 4 kills of the primary, 2 freezes, a loss of both standbys, of one and of two etcds, and of HAProxy; a long freeze from Patroni 3.0.3',
  rounds: 5,
  run: async (task) => {
    const missing = missingPatroni();
    if (missing) return notRun(missing);
    const cleanup = new AsyncDisposableStack();
    try {
      return await failOver(task, cleanup);
    } finally {
      await cleanup.disposeAsync();
    }
  },
};
