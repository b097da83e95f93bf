import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Deps } from '../capability/deps.ts';
import { systemRead } from '../database/system-read.ts';
import { memoizeWithTimeout } from '../lib/memoize.ts';
import { prefix } from '../metrics/metrics.ts';

/** How old the figures from the database may be, and how long they are waited for. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;

/** What this process holds at the moment of the scrape: connections, memory, the lag of its event loop. */
export function gaugeProcess({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  registry.removeSingleMetric('nodejs_version_info'); // whoever reads this need not know it
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
 * What the database holds, the same for every instance: one process of a machine tells it. The
 * statements are sent at most once in a while; when they fail, nothing is told.
 * @param queues every delivery queue, so that an empty one shows as 0
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
