import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { jobHealth } from '../../platform/deliveries/job-results.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { days, seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Module } from '../../platform/module/module.ts';
import { type FormerAccount, forEachTicketBatch, namedRows } from '../../platform/module/personal-data.ts';
import { counterCheck } from './check-counters.ts';
import { gaugeTickets } from './metrics.ts';
import { deleteExpiredTickets } from './retention.ts';
import { retentionField } from './retention-field.ts';
import { type CreateRecurringTicket, ticketRoutes } from './routes.ts';
import { RetentionHealth } from './schemas.ts';

export const ticketsModule = (createRecurringTicket: CreateRecurringTicket): Module => ({
  name: 'tickets',
  tag: 'tickets',
  tables: [
    'tickets',
    'ticket_events',
    'ticket_status_counts',
    'worker_closed_counts',
    'ticket_id_date_ranges',
    'ticket_summaries',
  ],
  personalData: [
    {
      table: 'tickets',
      kept: { address: 'where the building is' },
      rowsOf: (id) => sql`t.client_id = ${id} or t.worker_id = ${id}`,
      ticketColumn: 'id',
    },
    namedRows('ticket_events', 'actor_id', 'actor_name', {
      secrets: ['photo_sha256', 'chain_hash'],
      ticketColumn: 'ticket_id',
      anonymize: replaceInJournals,
    }),
  ],
  routes: (api, deps) => ticketRoutes(api, deps, createRecurringTicket),
  jobs: (deps) => [
    counterCheck(deps),
    {
      name: 'retention',
      everyMs: days(1),
      run: (stopping) => deleteExpiredTickets(deps, stopping, deps.archiveTickets),
    },
  ],
  ticketAdditions: ({ config }) => ({ fields: [retentionField(config)] }),
  gauges: gaugeTickets,
  healthChecks: (deps) => [retentionCheck(deps)],
});

/** With a record in the chain of each journal of what was replaced (060_former_accounts.sql). */
const replaceInJournals = (tx: Tx, account: FormerAccount): Promise<void> =>
  forEachTicketBatch(account, (ids) =>
    sql`
      select count(replace_name_in_journal(own.id, ${account.id}, ${account.name}, ${account.at}::timestamptz, ${account.by}))
      from unnest(${ids}::integer[]) as own (id)
      where exists (select from ticket_events as e where e.ticket_id = own.id and e.actor_id = ${account.id})`.execute(tx),
  );

export const retentionCheck = ({ db, clock, config }: Deps): HealthCheck => ({
  name: 'retention',
  level: 'shown',
  schema: RetentionHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const { reason, details } = await jobHealth(db.read, 'retention', days(1), clock());
    const shown = { days: config.ticketRetentionDays, archive: config.archive, ...details };
    return shown.days === 0 ? healthResult('switched_off', { ...shown, next_run_at: null }) : healthResult(reason, shown);
  },
});
