import { sizeOf } from '../../testing/benchmark-data.ts';
import { type Operation, operations, statementsOf } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { inTurns, noRounds, type Rounds, roundsText } from '../lib/in-turns.ts';
import { type Job, type Load, runLoad } from '../lib/load-generator.ts';
import { pgbench } from '../lib/pgbench.ts';
import { requestsFor } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';

// The five operations over HTTP, against PostgreSQL alone and against a server without a framework.

const systems = ['pgbench', 'bare', 'service'] as const;
type System = (typeof systems)[number];
type Target = Omit<Job, 'requests' | 'series'>;

export interface Cell {
  operation: Operation;
  connections: number;
  /** a second, round by round */
  rates: Rounds<System>;
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

export async function measureRatios(environment: BenchEnvironment, plan: Plan): Promise<Ratios> {
  const copy = await environment.copy(plan.main);
  const size = sizeOf(plan.main);
  const db = await environment.connect(copy);
  const urls = { service: (await environment.service(copy)).url, bare: (await environment.bare(copy)).url };
  const toolCpu: number[] = [];

  const overHttp = async (cell: Cell, system: 'bare' | 'service', run: (job: Target) => Promise<Load>): Promise<number> => {
    const { connections, p99 } = cell;
    const load = await run({ url: urls[system], connections, warmup: plan.warmup, seconds: plan.seconds });
    if (system === 'service') {
      p99.push(load.p99);
      toolCpu.push(load.cpu);
    }
    return load.perSecond;
  };
  const limit = async ({ operation, connections }: Cell, first: number): Promise<number> => {
    const statements = await statementsOf(operation);
    const job = { url: copy.url, size, operation, statements, connections, seconds: Math.ceil(plan.seconds), first };
    return (await pgbench(job)).perSecond;
  };
  const pools = new Map([10, 50].map((connections) => [connections, new TicketPool(db, size, connections)]));
  const take = (cell: Cell, system: System): Promise<number> => {
    const pool = pools.get(cell.connections) as TicketPool;
    return pool.take(fastest * (plan.seconds + plan.warmup), (first) =>
      system === 'pgbench' ? limit(cell, first) : overHttp(cell, system, (job) => pool.loadFrom(first, job)),
    );
  };
  const read = (cell: Cell, operation: Exclude<Operation, 'take'>, system: System): Promise<number> => {
    if (system === 'pgbench') return limit(cell, 0);
    const requests = requestsFor(operation, plan.main, cell.connections);
    return overHttp(cell, system, (job) => runLoad({ ...job, requests }));
  };

  const cells = operations.flatMap((operation) =>
    [10, 50].map((connections): Cell => ({ operation, connections, rates: noRounds(systems), p99: [] })),
  );
  // Takes leave free tickets behind, which a worker's page would count: they come when all else is measured.
  for (const takes of [false, true]) {
    const group = cells.filter(({ operation }) => (operation === 'take') === takes);
    const measure = (cell: Cell, system: System): Promise<number> =>
      cell.operation === 'take' ? take(cell, system) : read(cell, cell.operation, system);
    await inTurns(plan.rounds, group, systems, ({ rates }) => rates, measure);
  }
  for (const { operation, connections, rates } of cells)
    environment.log(`${operation}, ${connections} connections: ${roundsText(rates)}`);
  return { tickets: plan.main, cells, toolCpu };
}
