import type pg from 'pg';
import { sizeOf } from '../../testing/benchmark-data.ts';
import { statementsOf } from '../../testing/service-statements.ts';
import type { BenchEnvironment, Copy } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { pgbench } from '../lib/pgbench.ts';
import { seededUsers } from '../lib/seeded-users.ts';
import { type Plan, rotated } from '../lib/statistics.ts';
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
  database: Record<Variant, number[]>;
  http: Record<Variant, number[]>;
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
  const targets: Place[] = [];
  for (const variant of names) {
    const copy = await environment.copy(tickets);
    const db = await environment.connect(copy);
    if (variants[variant]) await db.query(variants[variant]);
    targets.push({ variant, copy, db });
  }
  /** Each variant in turn, each with tickets enough for its run. */
  const inTurns = async (connections: number, run: (target: Place, first: number) => Promise<number>) => {
    const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Variant, number[]>;
    const workers = seededUsers(size, 'worker', connections).length;
    const pools = targets.map((target) => ({ target, pool: new TicketPool(target.db, size, workers) }));
    for (let round = 0; round < rounds; round++) {
      for (const { target, pool } of rotated(pools, round)) {
        rates[target.variant].push(await pool.take(fastest * (seconds + warmup), (first) => run(target, first)));
      }
    }
    environment.log(
      `${connections} connections: ${names.map((name) => `${name} ${rates[name].map(Math.round).join(' ')}`).join(', ')}`,
    );
    return rates;
  };
  const cells = (quick ? [10] : [10, 50]).map((connections): WriteCell => ({ connections, database: none(), http: none() }));
  for (const cell of cells) {
    const { connections } = cell;
    const run = { size, operation: 'take', statements, connections, seconds: Math.ceil(seconds) } as const;
    cell.database = await inTurns(
      connections,
      async ({ copy }, first) => (await pgbench({ ...run, url: copy.url, first })).perSecond,
    );
  }
  // Only now: with pgbench they would be more connections than the server has.
  const urls = new Map<Variant, string>();
  for (const { variant, copy } of targets) urls.set(variant, (await environment.service(copy)).url);
  for (const cell of cells) {
    const tokens = seededUsers(size, 'worker', cell.connections).map(({ token }) => token);
    const job = { connections: cell.connections, warmup, seconds, requests: [] };
    cell.http = await inTurns(cell.connections, async ({ variant }, first) => {
      return (await runLoad({ ...job, url: urls.get(variant) ?? '', series: { first, tokens } })).perSecond;
    });
  }
  return { tickets, cells };
}

const none = (): Record<Variant, number[]> => Object.fromEntries(names.map((name) => [name, []])) as never;
