import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Deps } from '../capability/deps.ts';
import { remembered } from '../lib/memoize.ts';
import { prefix } from '../metrics/metrics.ts';
import { systemRead } from './system-read.ts';

/** How old the figures from the database may be, and how long they are waited for, in milliseconds. */
const freshFor = 15_000;
const patience = 2_000;

/** What this process holds at the moment of the scrape: connections, memory, the lag of its event loop. */
export function gaugeProcess({ db, live, metrics }: Pick<Deps, 'db' | 'live' | 'metrics'>): void {
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
  new Gauge({
    name: `${prefix}live_streams`,
    help: 'Open streams of live updates',
    registers,
    collect() {
      this.set(live.size);
    },
  });
}

/**
 * What the database holds, the same for every instance: one process of a machine tells it. The
 * statements are sent at most once in a while; when they fail, nothing is told.
 */
export function gaugeDatabase({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const registers = [metrics.registry];
  const tickets = remembered(
    async () => {
      const count = sql<{ status: string; n: number }>`
      select s.status::text, coalesce(sum(c.n), 0)::bigint as n
      from unnest(enum_range(null::ticket_status)) as s (status)
      left join ticket_totals c on c.status = s.status group by s.status`;
      const { rows } = await systemRead(db, (lane) => count.execute(lane));
      return rows;
    },
    freshFor,
    patience,
  );
  new Gauge({
    name: `${prefix}tickets`,
    help: 'Tickets by status',
    labelNames: ['status'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { status, n } of (await tickets()) ?? []) this.set({ status }, n);
    },
  });
  const deliveries = remembered(
    async () => {
      const count = sql<{ queue: string; n: number }>`
      select q.name as queue, (
        select count(*) from pgboss.job j where j.name = q.name and j.state in ('created', 'retry', 'active')
      ) as n from pgboss.queue q`;
      const { rows } = await systemRead(db, (lane) => count.execute(lane));
      return rows;
    },
    freshFor,
    patience,
  );
  new Gauge({
    name: `${prefix}deliveries_waiting`,
    help: 'Deliveries that are due, under way or tried again later, by queue',
    labelNames: ['queue'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { queue, n } of (await deliveries()) ?? []) this.set({ queue }, n);
    },
  });
}
