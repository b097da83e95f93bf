import type pg from 'pg';
import { type Size, sizeOf } from '../../testing/benchmark-data.ts';
import { type Operation, operations, statementsOf } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { pgbench } from '../lib/pgbench.ts';
import { requestsFor, seededUsers } from '../lib/seeded-users.ts';
import { type Plan, rotated } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';

// The five operations over HTTP, against PostgreSQL alone and against a server without a framework.

const systems = ['pgbench', 'bare', 'service'] as const;
type System = (typeof systems)[number];

export interface Cell {
  operation: Operation;
  connections: number;
  /** a second, round by round */
  rates: Record<System, number[]>;
  /** milliseconds */
  p99: number[];
}

export interface Ratios {
  tickets: number;
  cells: Cell[];
  /** cores that the load tool took beside the service */
  toolCpu: number[];
}

/** More than anything here takes in a second. */
const fastest = 9_000;

/** What all cells are measured on. */
interface Ground {
  plan: Plan;
  size: Size;
  /** connected to the copy that all three work on */
  db: pg.Client;
  databaseUrl: string;
  urls: Record<'bare' | 'service', string>;
  toolCpu: number[];
}

/**
 * Each round goes through all cells: what others on the host do for a minute falls on one round of each cell, and shows
 * between the rounds, instead of on all rounds of one.
 */
export async function measureRatios(environment: BenchEnvironment, plan: Plan): Promise<Ratios> {
  const copy = await environment.copy(plan.main);
  const ground: Ground = {
    ...{ plan, size: sizeOf(plan.main), db: await environment.connect(copy), databaseUrl: copy.url, toolCpu: [] },
    urls: { service: (await environment.service(copy)).url, bare: (await environment.bare(copy)).url },
  };
  const cells: Cell[] = [];
  // Takes leave free tickets behind, which a worker's page would count: they come when all else is measured.
  for (const group of [operations.filter((operation) => operation !== 'take'), ['take' as const]]) {
    const courses: Course[] = [];
    for (const operation of group)
      for (const connections of [10, 50]) courses.push(await courseOf(ground, operation, connections));
    for (let round = 0; round < plan.rounds; round++) {
      for (const { run } of courses) for (const system of rotated(systems, round)) await run(system);
      environment.log(`${group.join(', ')}: round ${round + 1} of ${plan.rounds}`);
    }
    cells.push(...courses.map(({ cell }) => cell));
  }
  for (const cell of cells) environment.log(textOf(cell));
  return { tickets: plan.main, cells, toolCpu: ground.toolCpu };
}

/** A cell, and how each of the three is measured for it. */
interface Course {
  cell: Cell;
  run: (system: System) => Promise<void>;
}

async function courseOf(ground: Ground, operation: Operation, connections: number): Promise<Course> {
  const { plan, size, db, databaseUrl: url } = ground;
  const cell: Cell = { operation, connections, rates: { pgbench: [], bare: [], service: [] }, p99: [] };
  const statements = await statementsOf(operation);
  const seconds = Math.ceil(plan.seconds);
  const limit = async (first: number): Promise<number> =>
    (await pgbench({ url, size, operation, statements, connections, seconds, first })).perSecond;
  const measured = async (system: System, first: number): Promise<void> => {
    cell.rates[system].push(await (system === 'pgbench' ? limit(first) : overHttp(ground, cell, system, first)));
  };
  if (operation !== 'take') return { cell, run: (system) => measured(system, 0) };
  const pool = new TicketPool(db, size, takingUsers(size, connections).length);
  const maxTickets = fastest * (plan.seconds + plan.warmup);
  return { cell, run: (system) => pool.take(maxTickets, (first) => measured(system, first)) };
}

const takingUsers = (size: Size, connections: number): string[] =>
  seededUsers(size, 'worker', connections).map(({ token }) => token);

/** @returns answers a second */
async function overHttp(ground: Ground, cell: Cell, system: 'bare' | 'service', first: number): Promise<number> {
  const { plan, size, urls, toolCpu } = ground;
  const { operation, connections } = cell;
  const job = { url: urls[system], connections, warmup: plan.warmup, seconds: plan.seconds };
  const what =
    operation === 'take'
      ? { requests: [], series: { first, tokens: takingUsers(size, connections) } }
      : { requests: requestsFor(operation, plan.main, connections) };
  const { perSecond, p99, cpu } = await runLoad({ ...job, ...what });
  if (system === 'service') {
    cell.p99.push(p99);
    toolCpu.push(cpu);
  }
  return perSecond;
}

function textOf({ operation, connections, rates }: Cell): string {
  const texts = systems.map((system) => `${system} ${rates[system].map(Math.round).join(' ')}`);
  return `${operation}, ${connections} connections: ${texts.join(', ')}`;
}
