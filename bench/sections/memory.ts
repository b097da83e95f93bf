import { setTimeout as sleep } from 'node:timers/promises';
import { sizeOf } from '../../testing/benchmark-data.ts';
import { residentMiB } from '../../testing/processes.ts';
import { operations } from '../../testing/service-statements.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { peakWhile } from '../lib/memory.ts';
import { requestsFor } from '../lib/seeded-users.ts';
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
  const pool = new TicketPool(await environment.connect(copy), sizeOf(main), connections);
  const atStart = residentMiB(service.pid);
  const job = { url: service.url, connections, warmup, seconds: seconds * 4 };
  const peak = await peakWhile(service.pid, async () => {
    for (const operation of operations) {
      if (operation === 'take') await pool.load(fastest, job);
      else await runLoad({ ...job, requests: requestsFor(operation, main, connections) });
    }
  });
  await sleep(10_000);
  const found = { atStart, peak, afterwards: residentMiB(service.pid) };
  const texts = Object.entries(found).map(([when, mib]) => `${when} ${Math.round(mib)} MiB`);
  environment.log(`memory: ${texts.join(', ')}`);
  return found;
}
