import { type RawBuilder, sql } from 'kysely';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Deps } from '../capability/deps.ts';
import { systemRead } from '../database/database.ts';
import { memoizeWithTimeout } from '../lib/memoize.ts';
import { version } from '../lib/version.ts';
import { prefix } from '../metrics/metrics.ts';

/** How long a count from the database is reused for scrapes, and how long a scrape waits for it. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;
/** How often the processor time of the event loop is read: as often as Node measures its lag. */
const turnSampleMs = 10;

/** Registers the gauges of this process: memory, event loop and database connections. */
export function gaugeProcess({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  registry.removeSingleMetric('nodejs_version_info'); // the version of the service says which Node it brings
  gaugeLongestTurn(registry);
  const registers = [registry];
  const info = { name: `${prefix}info`, help: 'The version of the service that runs', registers };
  new Gauge({ ...info, labelNames: ['version'] }).set({ version }, 1);
  new Gauge({
    name: `${prefix}db_connections`,
    help: 'Open connections of the pool of writers, by state (used, idle), and of the readers, which are shared',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle, readers } = db.connections();
      for (const [state, n] of Object.entries({ used, idle, readers })) this.set({ state }, n);
    },
  });
  new Gauge({
    name: `${prefix}db_waiting`,
    help: 'Work that waits for a connection of the pool of writers, statements under way on the readers, heavy reads',
    labelNames: ['pool'],
    registers,
    collect() {
      const { waiting, reading, heavy, heavyWaiting } = db.connections();
      this.set({ pool: 'writers' }, waiting);
      this.set({ pool: 'readers' }, reading);
      this.set({ pool: 'heavy' }, heavy + heavyWaiting);
    },
  });
}

/**
 * Registers the longest processor time that the event loop took before its next turn. Lag without it is a wait for a core, which
 * fewer processes on the machine mend.
 */
function gaugeLongestTurn(registry: Registry): void {
  let lastMs = threadCpuMs();
  let longestMs = 0;
  const timer = setInterval(() => {
    const nowMs = threadCpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, turnSampleMs);
  timer.unref();
  new Gauge({
    name: `${prefix}event_loop_cpu_max_seconds`,
    help: 'Longest processor time of a turn of the event loop since the last scrape, up to 10 ms too long',
    registers: [registry],
    collect() {
      this.set(longestMs / 1_000);
      longestMs = 0;
    },
  });
}

/** Processor time of this thread in milliseconds. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** A gauge with one value for each row of a query. */
interface CountGauge {
  name: string;
  help: string;
  labelName: string;
  query: RawBuilder<{ label: string; n: number }>;
}

/**
 * Registers a gauge that every instance reads from the database. When that fails, the scrape has no values for it.
 */
export function gaugeCounts({ db, metrics }: Pick<Deps, 'db' | 'metrics'>, { labelName, query, ...gauge }: CountGauge): void {
  const counts = memoizeWithTimeout(() => systemRead(db, (lane) => query.execute(lane)), maxAgeMs, timeoutMs);
  new Gauge({
    ...gauge,
    labelNames: [labelName],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      for (const { label, n } of (await counts())?.rows ?? []) this.set({ [labelName]: label }, n);
    },
  });
}

/** Registers the gauge of the waiting deliveries. @param queues all delivery queues, so that an empty one has the value 0 */
export function gaugeDeliveries(deps: Pick<Deps, 'db' | 'metrics'>, queues: readonly string[]): void {
  gaugeCounts(deps, {
    name: `${prefix}deliveries_waiting`,
    help: 'Deliveries that are due, under way or tried again later, by queue',
    labelName: 'queue',
    query: sql`
      select queue as label, (select count(*) from deliveries d where d.queue = q.queue) as n
      from unnest(${queues}::text[]) as q (queue)`,
  });
}
