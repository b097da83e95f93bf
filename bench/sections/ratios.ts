import { people, requestsFor } from '../parts/cast.ts';
import { type Plan, rotated } from '../parts/figures.ts';
import type { Lab } from '../parts/lab.ts';
import { load } from '../parts/loader.ts';
import { pgbench } from '../parts/pgbench.ts';
import { Stock } from '../parts/stock.ts';
import { sizeOf } from '../seed.ts';
import { type Operation, operations, statementsOf } from '../statements.ts';

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

/** A cell, and how each of the three is measured for it. */
interface Course {
  cell: Cell;
  run: (system: System) => Promise<void>;
}

/**
 * Each round goes through all cells: what others on the host do for a minute falls on one round of each cell, and shows
 * between the rounds, instead of on all rounds of one.
 */
export async function measureRatios(lab: Lab, plan: Plan): Promise<Ratios> {
  const size = sizeOf(plan.main);
  const copy = await lab.copy(plan.main);
  const db = await lab.connect(copy);
  const urls = { service: (await lab.service(copy)).url, bare: (await lab.bare(copy)).url };
  const toolCpu: number[] = [];
  const course = async (operation: Operation, connections: number): Promise<Course> => {
    const cell: Cell = { operation, connections, rates: { pgbench: [], bare: [], service: [] }, p99: [] };
    const tokens = people(size, 'worker', connections).map(({ token }) => token);
    const statements = await statementsOf(operation);
    const limit = async (first: number): Promise<number> => {
      const seconds = Math.ceil(plan.seconds);
      const { perSecond } = await pgbench({ url: copy.url, size, operation, statements, connections, seconds, first });
      return perSecond;
    };
    const overHttp = async (system: 'bare' | 'service', first: number): Promise<number> => {
      const job = { url: urls[system], connections, warmup: plan.warmup, seconds: plan.seconds };
      const what =
        operation === 'take'
          ? { requests: [], series: { first, tokens } }
          : { requests: requestsFor(operation, plan.main, connections) };
      const { perSecond, p99, cpu } = await load({ ...job, ...what });
      if (system === 'service') {
        cell.p99.push(p99);
        toolCpu.push(cpu);
      }
      return perSecond;
    };
    const measured = async (system: System, first: number): Promise<void> => {
      cell.rates[system].push(await (system === 'pgbench' ? limit(first) : overHttp(system, first)));
    };
    if (operation !== 'take') return { cell, run: (system) => measured(system, 0) };
    const stock = new Stock(db, size, tokens.length);
    const most = fastest * (plan.seconds + plan.warmup);
    return { cell, run: (system) => stock.take(most, (first) => measured(system, first)) };
  };
  const cells: Cell[] = [];
  // Takes leave free tickets behind, which a worker's page would count: they come when all else is measured.
  for (const group of [operations.filter((operation) => operation !== 'take'), ['take' as const]]) {
    const courses: Course[] = [];
    for (const operation of group) for (const connections of [10, 50]) courses.push(await course(operation, connections));
    for (let round = 0; round < plan.rounds; round++) {
      for (const { run } of courses) for (const system of rotated(systems, round)) await run(system);
      lab.say(`${group.join(', ')}: round ${round + 1} of ${plan.rounds}`);
    }
    cells.push(...courses.map(({ cell }) => cell));
  }
  for (const cell of cells) lab.say(textOf(cell));
  return { tickets: plan.main, cells, toolCpu };
}

function textOf({ operation, connections, rates }: Cell): string {
  const texts = systems.map((system) => `${system} ${rates[system].map(Math.round).join(' ')}`);
  return `${operation}, ${connections} connections: ${texts.join(', ')}`;
}
