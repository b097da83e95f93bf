import { sizeOf } from '../../testing/benchmark-data.ts';
import { sendOk } from '../../testing/http-client.ts';
import { type Operation, operations, titles } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { type Job, runLoad } from '../lib/load-generator.ts';
import { idStep, requestsFor, seededUsers } from '../lib/seeded-users.ts';
import { type Plan, rotated } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';
import { searchesOf, searchWords } from './search.ts';

// The same requests to the same service over databases of several sizes, one request at a time:
// what grows with the number of tickets shows in the latency.

/** In this order: changes are read of what was created. */
const furtherTitles = {
  create: "client's new ticket",
  search: "client's search of two words",
  changes: 'ten changes since a cursor',
  stats: "client's statistics of 30 days",
};
type FurtherOperation = keyof typeof furtherTitles;
export type GrowthOperation = Operation | FurtherOperation;
export const growthTitles: Record<GrowthOperation, string> = { ...titles, ...furtherTitles };
export const growthOperations = [...operations, ...(Object.keys(furtherTitles) as FurtherOperation[])];

export interface Growth {
  sizes: number[];
  /** median milliseconds of each round, by operation and then in the order of the sizes; those of a run before may lack operations */
  latencies: Partial<Record<GrowthOperation, number[][]>>;
}

interface Target {
  tickets: number;
  url: string;
  pool: TicketPool;
  further: Record<FurtherOperation, Job['requests']>;
}

const callers = 50;
const fastest = 1_500;
/** Above, a copy would take 3 GB for each million tickets: the seeded database itself is measured, and keeps what is written. */
const maxTicketsOfCopy = 1_000_000;

export async function measureGrowth(environment: BenchEnvironment, { sizes, rounds, seconds, warmup }: Plan): Promise<Growth> {
  const targets: Target[] = [];
  for (const tickets of sizes) targets.push(await openTarget(environment, tickets));
  const latencies: Growth['latencies'] = {};
  for (const operation of growthOperations) {
    const rows: number[][] = targets.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const target of rotated(targets, round)) {
        const job = { url: target.url, connections: 1, warmup, seconds };
        const { p50 } = await (operation === 'take'
          ? target.pool.load(fastest, job)
          : runLoad({ ...job, requests: requestsOf(operation, target) }));
        rows[targets.indexOf(target)]?.push(p50);
      }
    }
    latencies[operation] = rows;
    environment.log(`${operation}: ${rows.map((row, i) => `${sizes[i]}: ${row.map((ms) => ms.toFixed(2))}`).join(' ms, ')} ms`);
  }
  return { sizes, latencies };
}

async function openTarget(environment: BenchEnvironment, tickets: number): Promise<Target> {
  const copy = await (tickets > maxTicketsOfCopy ? environment.original(tickets) : environment.copy(tickets));
  const pool = new TicketPool(await environment.connect(copy), sizeOf(tickets), callers);
  const { url } = await environment.service(copy);
  return { tickets, url, pool, further: await furtherRequests(url, tickets) };
}

const requestsOf = (operation: Exclude<GrowthOperation, 'take'>, { tickets, further }: Target): Job['requests'] =>
  operation in further
    ? further[operation as FurtherOperation]
    : requestsFor(operation as Exclude<Operation, 'take'>, tickets, callers);

async function furtherRequests(url: string, tickets: number): Promise<Target['further']> {
  const size = sizeOf(tickets);
  const clients = seededUsers(size, 'client', callers);
  return {
    create: clients.map(({ token }, i) => {
      const project = i * idStep(size, 'client') + 1;
      const body = JSON.stringify({
        category: 'electric',
        description: 'The light in the hall flickers',
        object_id: 3 * project,
      });
      return { method: 'POST', path: '/tickets', token, body };
    }),
    search: searchesOf(size, 'client', searchWords.frequent),
    changes: await Promise.all(
      clients.map(async ({ token }) => {
        const path = `/ext/changes?limit=10&after=${await cursorOfNow(url, token)}`;
        return { method: 'GET', path, token };
      }),
    ),
    stats: clients.map(({ token }) => ({ method: 'GET', path: '/ext/stats', token })),
  };
}

/** @returns the cursor that a reader has after all pages: that of the first page, without its place in the list */
async function cursorOfNow(url: string, token: string): Promise<string> {
  const { body } = await sendOk(url, { method: 'GET', path: '/ext/changes?limit=1', token });
  const { list: _, ...cursor } = JSON.parse(Buffer.from(body.cursor, 'base64url').toString());
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}
