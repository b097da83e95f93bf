import type pg from 'pg';
import type { TicketQuery } from '../../src/product/tickets/schemas.ts';
import { listTickets } from '../../src/product/tickets/ticket-list.ts';
import { personId, type Role, type Size, sizeOf } from '../../testing/benchmark-data.ts';
import { explain } from '../../testing/explain.ts';
import { captured, firstPage, type Statement } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { median, type Plan, quantile } from '../lib/statistics.ts';

// Every filter with every sort, first pages and deep ones, by the database's own clock: HTTP would
// only blur it. Two filters at once are looked at, too.

export interface Look {
  role: Role;
  filters: string;
  /** how many filters */
  n: number;
  /** how the page is sorted; empty: the total */
  sort: string;
  limit: number;
  offset: number;
  /** median milliseconds in the database */
  time: number;
}

/** What is kept of the looks of one kind. */
export interface LookGroup {
  count: number;
  /** milliseconds */
  median: number;
  p95: number;
  /** the ten slowest, slowest first */
  slowest: Look[];
}

export interface Filters {
  tickets: number;
  groups: { [Name in LookKind]: LookGroup };
}

/** The kinds of looks that the report shows, the first three with a goal. */
const kinds = {
  'any filter with any sort, first page': ({ limit, offset, n }: Look) => limit === 20 && offset === 0 && n <= 1,
  'exact total with any filter but dates': ({ sort, filters }: Look) => sort === '' && !filters.includes('date_'),
  'offset 50,000, any sort': ({ offset, n }: Look) => offset === 50_000 && n === 0,
  'one filter at most, any sort, the first hundred': ({ limit, n }: Look) => limit === 100 && n <= 1,
  'two filters, any sort, first page': ({ limit, offset, n }: Look) => limit === 20 && offset === 0 && n === 2,
  'one filter or two, any sort, deep page': ({ sort, offset, n }: Look) => sort !== '' && offset > 0 && n > 0,
  'total with dates': ({ sort, filters }: Look) => sort === '' && filters.includes('date_'),
};
export type LookKind = keyof typeof kinds;

export function groupLooks(looks: Look[]): Filters['groups'] {
  const groups = Object.entries(kinds).map(([kind, fits]): [string, LookGroup] => {
    const these = looks.filter(fits).toSorted((a, b) => b.time - a.time);
    const times = these.map(({ time }) => time);
    return [kind, { count: these.length, median: median(times), p95: quantile(times, 0.95), slowest: these.slice(0, 10) }];
  });
  return Object.fromEntries(groups) as Filters['groups'];
}

type Filter = Partial<TicketQuery>;
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

function filtersOf(role: Role, { clients, workers }: Size): Filter[] {
  const i = Math.floor(clients / 3);
  return [
    { status: 'new' },
    { status: 'rejected' },
    { status: 'closed' },
    { category: 'elevator' },
    { priority: 'high' },
    { project_id: i + 1 },
    { object_id: 3 * (i + 1) },
    { date_from: day(30) },
    { date_to: day(365) },
    ...(role === 'admin'
      ? [{ client_id: personId('client', i) }, { worker_id: personId('worker', Math.floor(workers / 3)) }]
      : []),
  ];
}

function combined(filters: Filter[], quick: boolean): Filter[] {
  const pairs = filters.flatMap((one, i) =>
    filters
      .slice(i + 1)
      .filter((other) => Object.keys(other)[0] !== Object.keys(one)[0])
      .map((other) => ({ ...one, ...other })),
  );
  return [{}, ...filters, ...(quick ? [] : pairs)];
}

const sorts = ['created_at', 'priority', 'id'] as const;
const directions = ['desc', 'asc'] as const;
/** An admin's list is deep, the others' have an end. */
const deep = { admin: 50_000, client: 1_000, worker: 1_000 };
const pages = (far: number): { limit: number; offset: number }[] => [
  { limit: 20, offset: 0 },
  { limit: 100, offset: 0 },
  { limit: 20, offset: far },
];

export async function measureFilters(environment: BenchEnvironment, { main, quick }: Plan): Promise<Filters> {
  const size = sizeOf(main);
  const db = await environment.connect(await environment.copy(main));
  const looks: Look[] = [];
  for (const role of ['admin', 'client', 'worker'] as const) {
    const actor = { id: personId(role, role === 'admin' ? 0 : Math.floor(size.clients / 3)), role };
    for (const filter of combined(filtersOf(role, size), quick)) {
      const pairs = Object.entries(filter);
      const about = { role, filters: pairs.map((pair) => pair.join('=')).join('&'), n: pairs.length };
      const look = async (query: TicketQuery): Promise<[number, () => Promise<number>]> => {
        const [page, total] = await captured((one) => listTickets(one.read, actor, query));
        if (!page || !total) throw new Error('a list is two statements');
        return [await timeOf(db, page, quick), () => timeOf(db, total, quick)];
      };
      for (const sort of sorts) {
        for (const order of directions) {
          for (const place of pages(deep[role])) {
            const [time] = await look({ ...filter, ...place, sort, order });
            looks.push({ ...about, ...place, sort: `${sort} ${order}`, time });
          }
        }
      }
      const [, total] = await look({ ...filter, ...firstPage });
      looks.push({ ...about, sort: '', limit: 0, offset: 0, time: await total() });
    }
    environment.log(`filters and sorts as ${role}: ${looks.length} looks so far`);
  }
  return { tickets: main, groups: groupLooks(looks) };
}

async function timeOf(db: pg.Client, statement: Statement, quick: boolean): Promise<number> {
  return median((await explain(db, statement, quick ? 1 : 3)).map(({ time }) => time));
}
