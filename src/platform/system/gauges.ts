import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Deps } from '../capability/deps.ts';
import { systemRead } from '../database/system-read.ts';
import { memoizeWithTimeout } from '../lib/memoize.ts';
import { prefix } from '../metrics/metrics.ts';

/** How long a count from the database is reused for scrapes, and how long a scrape waits for it. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;

/** Registers the gauges of this process: memory, event loop lag and database connections. */
export function gaugeProcess({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  registry.removeSingleMetric('nodejs_version_info'); // /metrics is public, and versions help attackers
  const registers = [registry];
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
 * Registers the gauge of the waiting deliveries, which every instance reads from the database. When that fails, the
 * scrape has no values for it.
 * @param queues all delivery queues, so that an empty one has the value 0
 */
export function gaugeDatabase({ db, metrics }: Pick<Deps, 'db' | 'metrics'>, queues: readonly string[]): void {
  const registers = [metrics.registry];
  const deliveries = memoizeWithTimeout(
    async () => {
      const count = sql<{ queue: string; n: number }>`
      select queue, (select count(*) from deliveries d where d.queue = q.queue) as n from unnest(${queues}::text[]) as q (queue)`;
      const { rows } = await systemRead(db, (lane) => count.execute(lane));
      return rows;
    },
    maxAgeMs,
    timeoutMs,
  );
  new Gauge({
    name: `${prefix}deliveries_waiting`,
    help: 'Deliveries that are due, under way or tried again later, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, n } of (await deliveries()) ?? []) this.set({ queue }, n);
    },
  });
}
