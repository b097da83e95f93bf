import { ApiUser, jpeg, photoForm } from '../../testing/api-fixtures.ts';
import { inParallel, sendOk } from '../../testing/http-client.ts';
import { residentMiB } from '../../testing/processes.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { peakWhile } from '../lib/memory.ts';
import { requestsFor } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';

// Fifty photos of 2 MB at the same moment: they must not be held in memory.

export interface Uploads {
  /** MiB, round by round */
  before: number[];
  peak: number[];
  /** of all fifty */
  milliseconds: number[];
}

const tickets = 100_000;
const uploads = 50;
const bytes = 2_000_000;

export async function measureUploads(environment: BenchEnvironment, { rounds, seconds }: Plan): Promise<Uploads> {
  const copy = await environment.copy(tickets);
  const service = await environment.service(copy);
  const db = await environment.connect(copy);
  const { rows } = await db.query<{ id: number; worker_id: string }>(
    `select id, worker_id from tickets where status = 'in_progress' order by id limit ${uploads}`,
  );
  const send = (i: number): Promise<unknown> => {
    const { id = 0, worker_id = '' } = rows[i] ?? {};
    const { token } = new ApiUser(worker_id, 'worker', '');
    return sendOk(service.url, { method: 'POST', path: `/tickets/${id}/photos`, token, ...photoForm(jpeg(bytes, i)) });
  };
  await runLoad({ url: service.url, connections: 10, warmup: 0, seconds, requests: requestsFor('client', tickets, 10) });
  await send(0);
  const found: Uploads = { before: [], peak: [], milliseconds: [] };
  for (let round = 0; round < rounds; round++) {
    found.before.push(residentMiB(service.pid));
    const began = performance.now();
    found.peak.push(await peakWhile(service.pid, () => inParallel(uploads, send)));
    found.milliseconds.push(performance.now() - began);
  }
  environment.log(`uploads: from ${found.before.map(Math.round)} to ${found.peak.map(Math.round)} MiB`);
  return found;
}
