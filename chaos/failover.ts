import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { violations } from '../testing/invariants.ts';
import { NotificationChannels } from '../testing/notification-channels.ts';
import { PatroniCluster } from '../testing/patroni/cluster.ts';
import { missingPatroni, patroniVersion } from '../testing/patroni/processes.ts';
import { connectPostgres, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { type ServiceInstance, startInstances } from '../testing/service-instance.ts';
import { WebhookReceiver } from '../testing/webhook-receiver.ts';
import { type Arrivals, Background, type BackgroundCounts, type Receivers, ruleTickMs } from './failover/background.ts';
import { cause, type EventKind } from './failover/events.ts';
import { LiveStream } from './failover/live-stream.ts';
import { Load } from './failover/load.ts';
import { exceededLimits, type Measurement, measure, summarize } from './failover/measure.ts';
import { ExpectedState } from './lib/expected-state.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';

interface FailoverTask extends Omit<Task, 'server'> {
  writesPerSecond: number;
  /** of each kind in each round */
  events: Partial<Record<EventKind, number>>;
  /** Whether a slow request or a long time without writes is a problem: on a machine that does nothing else. */
  hasTimeLimits: boolean;
}

const login = 'callout:callout-pw';
const quietMs = 2_000;

/** Takes the primary and the standbys of a cluster of Patroni away under load, and compares the database with what was acknowledged. */
export async function runFailover(task: FailoverTask): Promise<Outcome> {
  const missing = missingPatroni();
  if (missing) return { figure: `skipped: ${missing}`, problems: [] };
  const cluster = await PatroniCluster.start();
  const { dataDir, remove } = createDataDir();
  // At Ctrl-C nothing below runs to its end.
  process.once('exit', remove);
  const channels = await NotificationChannels.start();
  process.once('exit', () => void channels.stop());
  const webhook = await WebhookReceiver.start();
  let instances: ServiceInstance[] = [];
  try {
    await createServiceDatabase(cluster);
    instances = await startInstances(3, {
      ...serviceSettings,
      DATABASE_URL: cluster.url('callout', login),
      DATABASE_REPLICA_URL: cluster.url('callout', login, 'replica'),
      DATA_DIR: dataDir,
      RECURRING_TICK_EVERY: `${ruleTickMs / 1_000}s`,
      WEBHOOK_ALLOWED_HOSTS: webhook.host,
      ...channels.settings,
    });
    return await new Failover(task, cluster, instances).run(dataDir, { channels, webhook });
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await Promise.all([channels.stop(), webhook.stop()]);
    await cluster.stop();
    remove();
  }
}

/** As docs/high-availability.md does it. */
async function createServiceDatabase(cluster: PatroniCluster): Promise<void> {
  const db = await connectPostgres(cluster.url('postgres'));
  const [role, password] = login.split(':');
  await db.query(`create role ${role} login password '${password}'`);
  await db.query(`create database callout owner ${role}`);
  await db.end();
}

class Failover {
  readonly #task: FailoverTask;
  readonly #cluster: PatroniCluster;
  readonly #instances: ServiceInstance[];
  readonly #problems = new Problems();
  readonly #expected = new ExpectedState();
  readonly #random: Random;
  readonly #measurements: Measurement[] = [];

  constructor(task: FailoverTask, cluster: PatroniCluster, instances: ServiceInstance[]) {
    this.#task = task;
    this.#cluster = cluster;
    this.#instances = instances;
    this.#random = new Random(task.seed);
  }

  async run(dataDir: string, receivers: Receivers): Promise<Outcome> {
    const random = this.#random;
    const choice = random.fork();
    const base = (): string => choice.pick(this.#instances).url;
    const root = await signInAdmin(base());
    const fixtures = [];
    for (let i = 0; i < 4; i++) fixtures.push(await createProjectFixture(base(), root, 2));
    const background = new Background(base, await createProjectFixture(base(), root, 1), receivers, this.#problems);
    const unexpected = (what: string): void => this.#problems.add(what);
    const { writesPerSecond, rounds } = this.#task;
    const load = new Load({ base, fixtures, expected: this.#expected, random: random.fork(), unexpected, writesPerSecond });
    const streams = this.#instances.map(({ url }) => new LiveStream(url, root));
    for (const stream of streams) stream.start();
    try {
      await background.start();
      for (let round = 1; round <= rounds; round++) {
        for (const kind of shuffle(this.#task.events, random)) await this.#event(kind, load, dataDir);
      }
      await background.stop();
      const counts = await this.#checkBackground(background);
      this.#checkStreams(streams, load);
      for (const { isAlive, output } of this.#instances) if (!isAlive) this.#problems.add(`an instance has ended: ${output}`);
      return { figure: this.#figure(load, counts, streams), problems: this.#problems.all() };
    } finally {
      await background.stop();
      for (const stream of streams) await stream.stop();
    }
  }

  async #checkBackground(background: Background): Promise<BackgroundCounts> {
    const db = await connectPostgres(this.#cluster.url('callout'));
    const counts = await background.check(db);
    for (const violation of await violations(db)) this.#problems.add(violation);
    await db.end();
    return counts;
  }

  /** One event under load, and a comparison of the database with all acknowledged writes so far. */
  async #event(kind: EventKind, load: Load, dataDir: string): Promise<void> {
    load.start();
    await sleep(quietMs);
    const began = performance.now();
    const before = load.writes.length;
    try {
      const result = await cause(kind, this.#cluster, this.#random);
      await this.#cluster.waitUntilComplete();
      await sleep(quietMs);
      await load.stop();
      this.#report(measure(kind, began, load.writes.slice(before), result));
    } catch (error) {
      throw new Error(`${kind}: ${error}\n${this.#cluster.log()}`, { cause: error });
    } finally {
      await load.stop();
    }
    const db = await connectPostgres(this.#cluster.url('callout'));
    for (const difference of await this.#expected.compare(db, dataDir)) this.#problems.add(`after ${kind}: ${difference}`);
    await db.end();
  }

  #report(measurement: Measurement): void {
    if (this.#task.hasTimeLimits) for (const problem of exceededLimits(measurement)) this.#problems.add(problem);
    this.#measurements.push(measurement);
    const { kind, outageSeconds, failures, maxRequestSeconds } = measurement;
    this.#task.log(
      `${kind}: ${outageSeconds.toFixed(1)} s without writes, failed: ${failures || 'none'}, longest request ${maxRequestSeconds.toFixed(1)} s; ` +
        `${this.#expected.acknowledged} acknowledged, ${this.#problems.all().length} problems`,
    );
  }

  #checkStreams(streams: LiveStream[], load: Load): void {
    for (const stream of streams) {
      const missing = stream.countMissing(load.createdAt);
      if (missing > 0) this.#problems.add(`a live stream did not tell of ${missing} tickets`);
    }
  }

  #figure(load: Load, counts: BackgroundCounts, streams: LiveStream[]): string {
    const reconnections = streams.reduce((sum, { connections }) => sum + connections - 1, 0);
    return [
      `${this.#expected.acknowledged} acknowledged writes on ${load.createdAt.size} tickets, ${this.#problems.all().length} problems`,
      ...summarize(this.#measurements),
      `mails: ${arrivals(counts.mails)}; webhooks: ${arrivals(counts.webhooks)}; replies of the bot: ${arrivals(counts.replies)}`,
      `the last of them arrived ${Math.round(counts.drainMs / 1_000)} s after the load`,
      `${counts.rules} rules ran once, at most ${(counts.maxRuleDelayMs / 1_000).toFixed(1)} s late; live streams reconnected ${reconnections} times`,
    ].join('\n');
  }
}

const arrivals = ({ due, lost, repeated }: Arrivals): string => `${due} due, ${lost} lost, ${repeated} repeated`;

function shuffle(events: FailoverTask['events'], random: Random): EventKind[] {
  const kinds = (Object.entries(events) as [EventKind, number][]).flatMap(([kind, n]) => Array<EventKind>(n).fill(kind));
  for (let i = kinds.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [kinds[i], kinds[j]] = [kinds[j] as EventKind, kinds[i] as EventKind];
  }
  return kinds;
}

/** Before 3.0.3 Patroni loses writes when a freeze is longer than the ttl. */
function longFreezeCount(): number {
  const [major, minor, patch] = patroniVersion();
  return major > 3 || (major === 3 && (minor > 0 || patch >= 3)) ? 1 : 0;
}

export const program: Program = {
  summary: 'switches over, kills and freezes a primary of Patroni under 300 writes a second: nothing acknowledged is lost',
  unit: '4 switchovers, 4 kills of the primary, 2 freezes, a loss of both standbys, of one and of two etcds, and of HAProxy; a long freeze from Patroni 3.0.3',
  rounds: 5,
  run: (task) =>
    runFailover({
      ...task,
      writesPerSecond: 300,
      hasTimeLimits: true,
      events: {
        switchover: 4,
        kill: 4,
        freeze: 2,
        'long freeze': longFreezeCount(),
        'standby loss': 1,
        'etcd loss': 1,
        'etcd majority loss': 1,
        'HAProxy loss': 1,
      },
    }),
};
