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

export async function measureRatios(lab: Lab, { main, rounds, seconds, warmup }: Plan): Promise<Ratios> {
  const size = sizeOf(main);
  const copy = await lab.copy(main);
  const db = await lab.connect(copy);
  const [service, bare] = [await lab.service(copy), await lab.bare(copy)];
  const found: Ratios = { tickets: main, cells: [], toolCpu: [] };
  for (const operation of operations) {
    for (const connections of [10, 50]) {
      const cell: Cell = { operation, connections, rates: { pgbench: [], bare: [], service: [] }, p99: [] };
      const workers = people(size, 'worker', connections);
      const stock = new Stock(db, size, workers.length);
      const statements = await statementsOf(operation);
      const overHttp = async (url: string, first: number) => {
        const job = { url, connections, warmup, seconds };
        const tokens = workers.map(({ token }) => token);
        if (operation === 'take') return load({ ...job, requests: [], series: { first, tokens } });
        return load({ ...job, requests: requestsFor(operation, main, connections) });
      };
      const run = async (system: System, first: number): Promise<void> => {
        if (system === 'pgbench') {
          const { perSecond } = await pgbench({
            url: copy.url,
            size,
            operation,
            statements,
            connections,
            seconds: Math.ceil(seconds),
            first,
          });
          cell.rates.pgbench.push(perSecond);
          return;
        }
        const { perSecond, p99, cpu } = await overHttp(system === 'bare' ? bare.url : service.url, first);
        cell.rates[system].push(perSecond);
        if (system === 'bare') return;
        cell.p99.push(p99);
        found.toolCpu.push(cpu);
      };
      if (operation !== 'take') {
        // What has not run for a while is compiled anew.
        for (const { url } of [service, bare])
          await load({ url, connections, warmup: 1, seconds: 0.1, requests: requestsFor(operation, main, connections) });
      }
      for (let round = 0; round < rounds; round++) {
        for (const system of rotated(systems, round)) {
          if (operation === 'take') await stock.take(fastest * (seconds + warmup), (first) => run(system, first));
          else await run(system, 0);
        }
      }
      found.cells.push(cell);
      lab.say(
        `${operation}, ${connections} connections: ${systems.map((system) => `${system} ${cell.rates[system].map(Math.round).join(' ')}`).join(', ')}`,
      );
    }
  }
  return found;
}
