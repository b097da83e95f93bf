import { setTimeout as sleep } from 'node:timers/promises';
import { sizeOf } from '../../testing/benchmark-data.ts';
import { operations } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { peakWhile, residentMiB } from '../lib/memory.ts';
import { requestsFor, seededUsers } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';

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

export async function measureMemory(environment: BenchEnvironment, { main, seconds, warmup }: Plan): Promise<Memory> {
  const copy = await environment.copy(main);
  const service = await environment.service(copy);
  const db = await environment.connect(copy);
  const workers = seededUsers(sizeOf(main), 'worker', connections);
  const pool = new TicketPool(db, sizeOf(main), workers.length);
  const atStart = residentMiB(service.pid);
  const job = { url: service.url, connections, warmup, seconds: seconds * 4 };
  const peak = await peakWhile(service.pid, async () => {
    for (const operation of operations) {
      if (operation !== 'take') await runLoad({ ...job, requests: requestsFor(operation, main, connections) });
      else {
        const series = { first: 0, tokens: workers.map(({ token }) => token) };
        await pool.take(fastest * seconds * 5, (first) => runLoad({ ...job, requests: [], series: { ...series, first } }));
      }
    }
  });
  await sleep(10_000);
  const found = { atStart, peak, afterwards: residentMiB(service.pid) };
  environment.log(
    `memory: ${Object.entries(found)
      .map(([when, mib]) => `${when} ${Math.round(mib)} MiB`)
      .join(', ')}`,
  );
  return found;
}
