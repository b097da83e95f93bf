import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { sumColumns, sumsOfEntries } from './sums-of-entries.ts';

/** What happened within it may still be added by a transaction under way. Triggers compare with half of it. */
const minAge = sql`interval '1 day'`;

const startOfWeek = sql`week_of_stats(statement_timestamp() - ${minAge})`;

/**
 * Sums the weeks that are over, and those with late changes again, one per transaction. Instances can run it at the same time.
 * The database's clock decides, as in the triggers that record late changes.
 * @returns how many weeks
 */
export async function sumWeeks({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<number> {
  await db.longTransaction(registerWeeks);
  // Whoever does not record its late changes, because it did not see the weeks, was given an older number.
  const registered = await db.transaction(currentTransaction);
  let count = 0;
  while (!stopping?.aborted && (await db.longTransaction((tx) => sumNextWeek(tx, registered)))) count++;
  return count;
}

async function registerWeeks(tx: Tx): Promise<void> {
  await sql`
    insert into ticket_stats_weeks (week)
    select week from generate_series(
      coalesce((select max(week) from ticket_stats_weeks), (select week_of_stats(min(at)) from ticket_stats)),
      ${startOfWeek} - interval '7 days', interval '7 days') as week
    on conflict (week) do nothing`.execute(tx);
}

async function currentTransaction(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** @returns false: there is none, or transactions from before the registration are under way */
async function sumNextWeek(tx: Tx, registered: string): Promise<boolean> {
  await sql`set transaction isolation level repeatable read`.execute(tx); // late changes and sums of one moment
  const { rows } = await sql<{ week: string; late: string[] }>`
    select w.week, (select coalesce(array_agg(l.id::text), '{}') from ticket_stats_late as l where l.week = w.week) as late
    from ticket_stats_weeks as w
    where (not w.is_summed or exists (select from ticket_stats_late as l where l.week = w.week))
      and pg_snapshot_xmin(pg_current_snapshot()) >= ${registered}::xid8
    order by w.week desc limit 1 for update of w skip locked`.execute(tx);
  const [found] = rows;
  if (!found) return false;
  await sql`delete from ticket_stats_sums where week = ${found.week}`.execute(tx);
  await sql`delete from ticket_stats_late where id = any(${found.late}::bigint[])`.execute(tx);
  const ofWeek = sql<SqlBool>`s.at >= ${found.week}::timestamptz and s.at < ${found.week}::timestamptz + interval '7 days'`;
  await sql`insert into ticket_stats_sums (${sumColumns}) ${sumsOfEntries(ofWeek)}`.execute(tx);
  await sql`update ticket_stats_weeks set is_summed = true where week = ${found.week} and not is_summed`.execute(tx);
  return true;
}
