import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { memoizeWithTimeout } from '../../platform/lib/memoize.ts';
import { prefix } from '../../platform/metrics/metrics.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { gaugeCounts } from '../../platform/system/gauges.ts';
import { readCounterDrift } from './check-counters.ts';

/** Registers the gauges of tickets by status, and of the last check of their counters. */
export function gaugeTickets(deps: Pick<Deps, 'db' | 'metrics'>): void {
  gaugeCounts(deps, {
    name: `${prefix}tickets`,
    help: 'Tickets by status',
    labelName: 'status',
    query: sql`
      select s.status::text as label, coalesce(sum(c.n), 0)::bigint as n
      from unnest(enum_range(null::ticket_status)) as s (status)
      left join ticket_status_counts c on c.status = s.status and c.category is null group by s.status`,
  });
  gaugeCounterDrift(deps);
}

/** How long a value is used, and how long a scrape waits for it. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;

/** Every instance reads the result from the database: the one that made the check may be gone, or be another one the next time. */
function gaugeCounterDrift({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const read = memoizeWithTimeout(() => readCounterDrift(db.read), maxAgeMs, timeoutMs);
  new Gauge({
    name: `${prefix}totals_drift`,
    help: 'How far the counters of tickets were from the tickets at the last daily check, added up, and how many values of summaries differed',
    registers: [metrics.registry],
    async collect() {
      const drift = await read();
      if (drift === undefined) this.reset();
      else this.set(drift);
    },
  });
}
