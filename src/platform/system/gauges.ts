import { type RawBuilder, sql } from 'kysely';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { systemRead } from '../database/database.ts';
import { isDue, secondsDue } from '../deliveries/queue.ts';
import { certificateEndpoints, readCertificateEnd } from '../health/certificates.ts';
import { hours } from '../lib/duration.ts';
import { memoizeWithTimeout } from '../lib/memoize.ts';
import { version } from '../lib/version.ts';
import { certificateMetric, lastBackupMetric, prefix } from '../metrics/metrics.ts';
import type { Deps } from '../module/deps.ts';

/** How long a count from the database is reused for scrapes, and how long a scrape waits for it. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;
/** A certificate lives for weeks, and looking at one opens a connection to another machine. */
const certificateMaxAgeMs = hours(1);
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

/** Registers when `callout backup` made the last backup, as the audit log has it; without one there is no value. */
export function gaugeLastBackup({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const newest = sql<{ seconds: number | null }>`
    select extract(epoch from max(at))::float8 as seconds from audit_events where event = 'backup_made'`;
  const read = memoizeWithTimeout(() => systemRead(db, (lane) => newest.execute(lane)), maxAgeMs, timeoutMs);
  new Gauge({
    name: lastBackupMetric,
    help: 'When callout backup made the last backup, in seconds since 1970',
    registers: [metrics.registry],
    async collect() {
      this.remove();
      const [{ seconds } = { seconds: null }] = (await read())?.rows ?? [];
      if (seconds !== null) this.set(seconds);
    },
  });
}

/** Registers when the certificates end of the servers that the settings name; those that cannot be reached have no value. */
export function gaugeCertificates({ config, metrics }: Pick<Deps, 'config' | 'metrics'>): void {
  const readings = certificateEndpoints(config).map((endpoint) => {
    const read = memoizeWithTimeout(() => readCertificateEnd(endpoint), certificateMaxAgeMs, timeoutMs);
    return { endpoint: endpoint.name, read };
  });
  new Gauge({
    name: certificateMetric,
    help: 'When a certificate ends, in seconds since 1970, by endpoint (public_url, s3, mail)',
    labelNames: ['endpoint'],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      for (const { endpoint, end } of await Promise.all(readings.map(async (one) => ({ ...one, end: await one.read() })))) {
        if (end) this.set({ endpoint }, end.getTime() / 1_000);
      }
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
  gaugeCounts(deps, {
    name: `${prefix}deliveries_overdue_seconds`,
    help: 'For how long the oldest delivery of a queue has been due without being taken up, by queue; 0: none is',
    labelName: 'queue',
    query: sql`
      select queue as label, coalesce((
        select ${secondsDue} from deliveries d where d.queue = q.queue and ${isDue} order by d.due_at limit 1), 0) as n
      from unnest(${queues}::text[]) as q (queue)`,
  });
}
