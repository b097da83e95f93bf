import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import { prefix } from '../../platform/metrics/metrics.ts';
import { gaugeCounts } from '../../platform/system/gauges.ts';

/** Registers the gauge of tickets by status. */
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
}
