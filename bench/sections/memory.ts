import { setTimeout as sleep } from 'node:timers/promises';
import { sizeOf } from '../../testing/benchmark-data.ts';
import { operations } from '../../testing/service-statements.ts';
import { people, requestsFor } from '../parts/cast.ts';
import type { Plan } from '../parts/figures.ts';
import type { Lab } from '../parts/lab.ts';
import { load } from '../parts/loader.ts';
import { peakWhile, residentMiB } from '../parts/memory.ts';
import { Stock } from '../parts/stock.ts';

// What one service process holds, without PostgreSQL: at its start, and after all five operations.

export interface Memory {
  /** MiB */
  atStart: number;
  peak: number;
  /** after ten quiet seconds */
  afterwards: number;
}

const connections = 50;
const fastest = 6_000;

export async function measureMemory(lab: Lab, { main, seconds, warmup }: Plan): Promise<Memory> {
  const copy = await lab.copy(main);
  const service = await lab.service(copy);
  const db = await lab.connect(copy);
  const workers = people(sizeOf(main), 'worker', connections);
  const stock = new Stock(db, sizeOf(main), workers.length);
  const atStart = residentMiB(service.pid);
  const job = { url: service.url, connections, warmup, seconds: seconds * 4 };
  const peak = await peakWhile(service.pid, async () => {
    for (const operation of operations) {
      if (operation !== 'take') await load({ ...job, requests: requestsFor(operation, main, connections) });
      else {
        const series = { first: 0, tokens: workers.map(({ token }) => token) };
        await stock.take(fastest * seconds * 5, (first) => load({ ...job, requests: [], series: { ...series, first } }));
      }
    }
  });
  await sleep(10_000);
  const found = { atStart, peak, afterwards: residentMiB(service.pid) };
  lab.say(
    `memory: ${Object.entries(found)
      .map(([when, mib]) => `${when} ${Math.round(mib)} MiB`)
      .join(', ')}`,
  );
  return found;
}
