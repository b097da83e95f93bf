import { sizeOf } from '../../testing/benchmark-data.ts';
import { type Operation, operations } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { requestsFor, seededUsers } from '../lib/seeded-users.ts';
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
    const workers = seededUsers(sizeOf(tickets), 'worker', callers);
    const pool = new TicketPool(await environment.connect(copy), sizeOf(tickets), workers.length);
    targets.push({ tickets, service: await environment.service(copy), pool, tokens: workers.map(({ token }) => token) });
  }
  const latencies = {} as Growth['latencies'];
  for (const operation of operations) {
    const rows: number[][] = targets.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const target of rotated(targets, round)) {
        const job = { url: target.service.url, connections: 1, warmup, seconds };
        const { p50 } =
          operation === 'take'
            ? await target.pool.take(fastest * (seconds + warmup), (first) =>
                runLoad({ ...job, requests: [], series: { first, tokens: target.tokens } }),
              )
            : await runLoad({ ...job, requests: requestsFor(operation, target.tickets, callers) });
        rows[targets.indexOf(target)]?.push(p50);
      }
    }
    latencies[operation] = rows;
    environment.log(`${operation}: ${rows.map((row, i) => `${sizes[i]}: ${row.map((ms) => ms.toFixed(2))}`).join(' ms, ')} ms`);
  }
  return { sizes, latencies };
}
