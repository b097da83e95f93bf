import { sizeOf } from '../../testing/benchmark-data.ts';
import { type Operation, operations } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { requestsFor } from '../lib/seeded-users.ts';
import { type Plan, rotated } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';

// The same requests to the same service over databases of three sizes, one request at a time:
// what grows with the number of tickets shows in the latency.

export interface Growth {
  sizes: number[];
  /** median milliseconds of each round, by operation and then in the order of the sizes */
  latencies: Record<Operation, number[][]>;
}

const callers = 50;
const fastest = 1_500;

export async function measureGrowth(environment: BenchEnvironment, { sizes, rounds, seconds, warmup }: Plan): Promise<Growth> {
  const targets = [];
  for (const tickets of sizes) {
    const copy = await environment.copy(tickets);
    const pool = new TicketPool(await environment.connect(copy), sizeOf(tickets), callers);
    targets.push({ tickets, service: await environment.service(copy), pool });
  }
  const latencies = {} as Growth['latencies'];
  for (const operation of operations) {
    const rows: number[][] = targets.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const target of rotated(targets, round)) {
        const job = { url: target.service.url, connections: 1, warmup, seconds };
        const { p50 } = await (operation === 'take'
          ? target.pool.load(fastest, job)
          : runLoad({ ...job, requests: requestsFor(operation, target.tickets, callers) }));
        rows[targets.indexOf(target)]?.push(p50);
      }
    }
    latencies[operation] = rows;
    environment.log(`${operation}: ${rows.map((row, i) => `${sizes[i]}: ${row.map((ms) => ms.toFixed(2))}`).join(' ms, ')} ms`);
  }
  return { sizes, latencies };
}
