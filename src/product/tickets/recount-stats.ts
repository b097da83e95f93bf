import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { CounterDifference } from './recount-counters.ts';

// The triggers of migration 028 keep ticket_stats. Entries of deleted tickets are not looked at: they are all that is left of
// them. Nor is the worker, whom a later reassignment has changed in the ticket.

const compared = sql.raw('action, at, project_id, object_id, category, seconds, deadline_met');

interface Range {
  first: number;
  last: number;
}

/** @returns the entries of the journal that are missing in ticket_stats, or there with other values, without changing them */
export async function findStatDifferences(db: Db): Promise<CounterDifference[]> {
  return (await statDifferences().execute(db)).rows;
}

/** The differences of a range of tickets, or of all, in the order of the journal. */
export const statDifferences = (range?: Range): RawBuilder<CounterDifference> => sql`
  select 'ticket_stats' as "table", event_id::text as key, is_stored::integer as stored, 1 as counted
  from (${differing(range)}) as differing order by differing.event_id`;

/**
 * Adds missing entries and corrects others. Transitions do not wait for it: they add entries that it does not see.
 * @returns what differed; `stored` is 1 for an entry with other values
 */
export async function repairStats(tx: Tx): Promise<CounterDifference[]> {
  const { rows } = await sql<CounterDifference>`
    with differing as materialized (${differing()}),
    repaired as (
      insert into ticket_stats (event_id, worker_id, had_worker, ${compared})
      select event_id, worker_id, had_worker, ${compared} from differing order by event_id
      on conflict (event_id) do update set (${compared}) = row (excluded.action, excluded.at, excluded.project_id,
        excluded.object_id, excluded.category, excluded.seconds, excluded.deadline_met)
    )
    select 'ticket_stats' as "table", event_id::text as key, is_stored::integer as stored, 1 as counted
    from differing order by differing.event_id`.execute(tx);
  return rows;
}

const differing = (range?: Range): RawBuilder<unknown> => sql`
  select j.*, s.event_id is not null as is_stored
  from ticket_stats_of_journal as j left join ticket_stats as s on s.event_id = j.event_id
  where (s.action, s.at, s.project_id, s.object_id, s.category, s.seconds, s.deadline_met)
    is distinct from (j.action, j.at, j.project_id, j.object_id, j.category, j.seconds, j.deadline_met)
    ${range ? sql`and j.ticket_id between ${range.first}::integer and ${range.last}::integer` : sql``}`;
