import type pg from 'pg';
import { sizeOf } from '../../testing/benchmark-data.ts';
import { statementsOf } from '../../testing/service-statements.ts';
import type { BenchEnvironment, Copy } from '../lib/environment.ts';
import { inTurns, noRounds, type Rounds, roundsText } from '../lib/in-turns.ts';
import { pgbench } from '../lib/pgbench.ts';
import type { Plan } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';

// What a take pays for: the same operation on copies that lack one thing each, taken in turns.

export const variants = {
  'as it is': '',
  'without counters': 'alter table tickets disable trigger user',
  'without search and numbers': `
    alter table ticket_events disable trigger ticket_events_add_stats;
    alter table tickets disable trigger tickets_index_reason;
    alter table ticket_deadlines disable trigger ticket_deadlines_add_stats`,
  'without the hash chain': 'alter table ticket_events disable trigger ticket_events_chain',
  'without secondary indexes': `do $$ declare name text; begin
    for name in select indexrelid::regclass from pg_index
      where indrelid in ('tickets'::regclass, 'ticket_events'::regclass) and not indisunique
    loop execute 'drop index ' || name; end loop; end $$`,
};
export type Variant = keyof typeof variants;
const names = Object.keys(variants) as Variant[];

export interface WriteCell {
  connections: number;
  /** takes a second, round by round */
  database: Rounds<Variant>;
  http: Rounds<Variant>;
}

export interface Writes {
  tickets: number;
  cells: WriteCell[];
}

const tickets = 100_000;
const fastest = 12_000;

interface Place {
  variant: Variant;
  copy: Copy;
  db: pg.Client;
}

export async function measureWrites(environment: BenchEnvironment, { rounds, seconds, warmup, quick }: Plan): Promise<Writes> {
  const size = sizeOf(tickets);
  const statements = await statementsOf('take');
  const places: Place[] = [];
  for (const variant of names) {
    const copy = await environment.copy(tickets);
    const db = await environment.connect(copy);
    if (variants[variant]) await db.query(variants[variant]);
    places.push({ variant, copy, db });
  }
  const cells = (quick ? [10] : [10, 50]).map(
    (connections): WriteCell => ({ connections, database: noRounds(names), http: noRounds(names) }),
  );
  /** Each variant in turn, each with tickets enough for its run. */
  const measure = async (
    { connections }: WriteCell,
    found: Rounds<Variant>,
    run: (place: Place, pool: TicketPool, first: number) => Promise<{ perSecond: number }>,
  ): Promise<void> => {
    const pools = new Map(places.map((place) => [place.variant, new TicketPool(place.db, size, connections)]));
    const rateOf = async (place: Place, pool: TicketPool): Promise<number> =>
      (await pool.take(fastest * (seconds + warmup), (first) => run(place, pool, first))).perSecond;
    const byVariant = new Map(places.map((place) => [place.variant, place]));
    await inTurns(
      rounds,
      [found],
      names,
      (all) => all,
      (_, variant) => rateOf(byVariant.get(variant) as Place, pools.get(variant) as TicketPool),
    );
    environment.log(`${connections} connections: ${roundsText(found)}`);
  };
  for (const cell of cells) {
    const { connections } = cell;
    const job = { size, operation: 'take', statements, connections, seconds: Math.ceil(seconds) } as const;
    await measure(cell, cell.database, ({ copy }, _, first) => pgbench({ ...job, url: copy.url, first }));
  }
  // Only now: with pgbench they would be more connections than the server has.
  const urls = new Map<Variant, string>();
  for (const { variant, copy } of places) urls.set(variant, (await environment.service(copy)).url);
  for (const cell of cells) {
    const job = { connections: cell.connections, warmup, seconds };
    await measure(cell, cell.http, ({ variant }, pool, first) => pool.loadFrom(first, { ...job, url: urls.get(variant) ?? '' }));
  }
  return { tickets, cells };
}
