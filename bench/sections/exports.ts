import { request } from 'node:http';
import { ApiUser } from '../../testing/api-fixtures.ts';
import { personId } from '../../testing/benchmark-data.ts';
import { residentMiB } from '../../testing/processes.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { peakWhile } from '../lib/memory.ts';
import { requestsFor } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';

// All tickets as csv: the memory it takes, and the p99 of lists that are read beside it.

export interface ExportCost {
  tickets: number;
  /** seconds and bytes of one export that nothing disturbs */
  seconds: number;
  bytes: number;
  /** MiB of the service before it and at most during it */
  before: number;
  peak: number;
  connections: number;
  /** p99 of a client's list in milliseconds, round by round */
  alone: number[];
  beside: number[];
}

const connections = 10;

export async function measureExports(
  environment: BenchEnvironment,
  { main, rounds, seconds, warmup }: Plan,
): Promise<ExportCost> {
  const service = await environment.service(await environment.copy(main));
  const { token } = new ApiUser(personId('admin', 0), 'admin', 'admin0@example.com');
  const reads = { url: service.url, connections, warmup, seconds, requests: requestsFor('client', main, connections) };
  // Memory grows by the first requests of a process, whatever they are.
  await runLoad(reads);
  const before = residentMiB(service.pid);
  const began = performance.now();
  let bytes = 0;
  const peak = await peakWhile(service.pid, async () => {
    bytes = await new Export(service.url, token).whole;
  });
  const found: ExportCost = {
    ...{ tickets: main, seconds: (performance.now() - began) / 1000, bytes, before, peak, connections, alone: [], beside: [] },
  };
  environment.log(
    `csv: ${found.seconds.toFixed(1)} s, ${Math.round(bytes / 1e6)} MB, memory ${Math.round(before)} to ${Math.round(peak)} MiB`,
  );
  for (let round = 0; round < rounds; round++) {
    found.alone.push((await runLoad(reads)).p99);
    const running = new Export(service.url, token);
    found.beside.push((await runLoad(reads)).p99);
    await running.stop();
  }
  environment.log(
    `p99 ${found.alone.map((ms) => ms.toFixed(1)).join(' ')}, beside it ${found.beside.map((ms) => ms.toFixed(1)).join(' ')} ms`,
  );
  return found;
}

/** One download of all tickets. */
class Export {
  /** bytes, when it has ended */
  readonly whole: Promise<number>;
  #stop = (): void => {};

  constructor(url: string, token: string) {
    this.whole = new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const outgoing = request(`${url}/ext/tickets.csv`, { headers }, (incoming) => {
        if (incoming.statusCode !== 200) reject(new Error(`the export was answered with ${incoming.statusCode}`));
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        incoming.on('end', () => resolve(bytes)).on('error', reject);
      });
      outgoing.on('error', reject).end();
      this.#stop = () => outgoing.destroy();
    });
  }

  /** Ends the download. @throws when it had ended before or failed: lists were then measured without it */
  async stop(): Promise<void> {
    const state = await Promise.race([this.whole.then(() => 'ended'), Promise.resolve('running')]);
    if (state === 'ended') throw new Error('the export ended before the lists were measured');
    this.whole.catch(() => {});
    this.#stop();
  }
}
