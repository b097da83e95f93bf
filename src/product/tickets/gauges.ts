import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Deps } from '../../platform/capability/deps.ts';
import { systemRead } from '../../platform/database/system-read.ts';
import { memoizeWithTimeout } from '../../platform/lib/memoize.ts';
import { prefix } from '../../platform/metrics/metrics.ts';

/** How old the figures may be, and how long they are waited for. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;

/** Tickets by status, the same for every instance. */
export function gaugeTickets({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const tickets = memoizeWithTimeout(
    async () => {
      const count = sql<{ status: string; n: number }>`
      select s.status::text, coalesce(sum(c.n), 0)::bigint as n
      from unnest(enum_range(null::ticket_status)) as s (status)
      left join ticket_status_counts c on c.status = s.status and c.category is null group by s.status`;
      const { rows } = await systemRead(db, (lane) => count.execute(lane));
      return rows;
    },
    maxAgeMs,
    timeoutMs,
  );
  new Gauge({
    name: `${prefix}tickets`,
    help: 'Tickets by status',
    labelNames: ['status'],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      for (const { status, n } of (await tickets()) ?? []) this.set({ status }, n);
    },
  });
}
