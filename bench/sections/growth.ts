import { sizeOf } from '../../testing/benchmark-data.ts';
import { type Operation, operations } from '../../testing/service-statements.ts';
import { people, requestsFor } from '../parts/cast.ts';
import { type Plan, rotated } from '../parts/figures.ts';
import type { Lab } from '../parts/lab.ts';
import { load } from '../parts/loader.ts';
import { Stock } from '../parts/stock.ts';

// The same requests to the same service over databases of three sizes, one request at a time:
// what grows with the number of tickets shows in the latency.

export interface Growth {
  sizes: number[];
  /** median milliseconds of each round, by operation and then in the order of the sizes */
  latencies: Record<Operation, number[][]>;
}

const callers = 50;
const fastest = 1_500;

export async function measureGrowth(lab: Lab, { sizes, rounds, seconds, warmup }: Plan): Promise<Growth> {
  const places = [];
  for (const tickets of sizes) {
    const copy = await lab.copy(tickets);
    const workers = people(sizeOf(tickets), 'worker', callers);
    const stock = new Stock(await lab.connect(copy), sizeOf(tickets), workers.length);
    places.push({ tickets, service: await lab.service(copy), stock, tokens: workers.map(({ token }) => token) });
  }
  const latencies = {} as Growth['latencies'];
  for (const operation of operations) {
    const rows: number[][] = places.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const place of rotated(places, round)) {
        const job = { url: place.service.url, connections: 1, warmup, seconds };
        const { p50 } =
          operation === 'take'
            ? await place.stock.take(fastest * (seconds + warmup), (first) =>
                load({ ...job, requests: [], series: { first, tokens: place.tokens } }),
              )
            : await load({ ...job, requests: requestsFor(operation, place.tickets, callers) });
        rows[places.indexOf(place)]?.push(p50);
      }
    }
    latencies[operation] = rows;
    lab.say(`${operation}: ${rows.map((row, i) => `${sizes[i]}: ${row.map((ms) => ms.toFixed(2))}`).join(' ms, ')} ms`);
  }
  return { sizes, latencies };
}
