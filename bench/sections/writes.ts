import { people } from '../parts/cast.ts';
import { type Plan, rotated } from '../parts/figures.ts';
import type { Lab } from '../parts/lab.ts';
import { load } from '../parts/loader.ts';
import { pgbench } from '../parts/pgbench.ts';
import { Stock } from '../parts/stock.ts';
import { sizeOf } from '../seed.ts';
import { statementsOf } from '../statements.ts';

// What a take pays for: the same operation on copies that lack one thing each, taken in turns.

export const variants = {
  'as it is': '',
  'without the notice to instances': 'alter table ticket_events disable trigger ticket_events_told',
  'without counters': 'alter table tickets disable trigger user',
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

export async function measureWrites(lab: Lab, { rounds, seconds, warmup }: Plan): Promise<Writes> {
  const size = sizeOf(tickets);
  const statements = await statementsOf('take');
  const places = [];
  for (const variant of names) {
    const copy = await lab.copy(tickets);
    const db = await lab.connect(copy);
    if (variants[variant]) await db.query(variants[variant]);
    places.push({ variant, copy, db, service: await lab.service(copy) });
  }
  const cells: WriteCell[] = [];
  for (const connections of [10, 50]) {
    const none = (): Record<Variant, number[]> => Object.fromEntries(names.map((name) => [name, []])) as never;
    const cell: WriteCell = { connections, database: none(), http: none() };
    const workers = people(size, 'worker', connections);
    const tokens = workers.map(({ token }) => token);
    const stocked = places.map((place) => ({ ...place, stock: new Stock(place.db, size, workers.length) }));
    for (let round = 0; round < rounds; round++) {
      for (const { variant, copy, service, stock } of rotated(stocked, round)) {
        const most = fastest * (seconds + warmup);
        const run = { url: copy.url, size, operation: 'take', statements, connections, seconds: Math.ceil(seconds) } as const;
        const { perSecond } = await stock.take(most, (first) => pgbench({ ...run, first }));
        cell.database[variant].push(perSecond);
        const job = { url: service.url, connections, warmup, seconds, requests: [] };
        cell.http[variant].push((await stock.take(most, (first) => load({ ...job, series: { first, tokens } }))).perSecond);
      }
    }
    cells.push(cell);
    for (const name of names)
      lab.say(
        `${connections} connections ${name}: database ${cell.database[name].map(Math.round)}, HTTP ${cell.http[name].map(Math.round)}`,
      );
  }
  return { tickets, cells };
}
