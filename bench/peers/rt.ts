import { sizeOf } from '../../testing/benchmark-data.ts';
import { inParallel } from '../../testing/http-client.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { requestsFor, seededUsers } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';
import { installRequestTracker, RequestTracker } from './rt-server.ts';

// The same work by what a user would install instead: a page of twenty with the total, and a new
// ticket, both by an administrator.

export interface Peer {
  version: string;
  tickets: number;
  connections: number;
  workers: number;
  /** a second, round by round */
  list: { service: number[]; peer: number[] };
  create: { service: number[]; peer: number[] };
  /** what could not be made equal */
  notes: string;
}

const connections = 10;
const workers = 12;
const tickets = 100_000;
const notes =
  'Request Tracker answers its administrator over REST2 with a session cookie. Its scrips, which send mail, are off. Its tickets are copies of one ticket without journal; a page has ten fields of each. The service writes its journal and its counters as always.';

export async function measureRequestTracker(environment: BenchEnvironment, { rounds, seconds, warmup }: Plan): Promise<Peer> {
  const version = installRequestTracker();
  const { name, url: server } = await environment.emptyDatabase('rt');
  environment.log(`${version}: making its database`);
  const peer = await RequestTracker.start(server, name, workers, tickets);
  try {
    const copy = await environment.copy(tickets);
    const { url } = await environment.service(copy);
    const found: Peer = { version, tickets, connections, workers, list: empty(), create: empty(), notes };
    const job = { url, connections, warmup, seconds };
    const creation = creations(await firstObjects(environment, copy.url));
    for (let round = 0; round < rounds; round++) {
      found.list.service.push((await runLoad({ ...job, requests: requestsFor('admin', tickets, 1) })).perSecond);
      found.list.peer.push(await rateOf(seconds + warmup, () => peer.list()));
      found.create.service.push((await runLoad({ ...job, requests: creation })).perSecond);
      found.create.peer.push(await rateOf(seconds + warmup, (i) => peer.create(`number ${round} ${i}`)));
    }
    environment.log(JSON.stringify({ list: found.list, create: found.create }));
    return found;
  } finally {
    await peer.stop();
  }
}

const empty = (): { service: number[]; peer: number[] } => ({ service: [], peer: [] });

/** An object of each of the first clients. */
async function firstObjects(environment: BenchEnvironment, url: string): Promise<Map<string, number>> {
  const db = await environment.connect({ url });
  const { rows } = await db.query<{ client_id: string; id: number }>(
    'select p.client_id, min(o.id) as id from objects as o join projects as p on p.id = o.project_id group by 1',
  );
  return new Map(rows.map(({ client_id, id }) => [client_id, id]));
}

function creations(objects: Map<string, number>) {
  return seededUsers(sizeOf(tickets), 'client').map(({ id, token }) => ({
    method: 'POST',
    path: '/tickets',
    token,
    body: JSON.stringify({ category: 'other', description: 'The light in the hall flickers', object_id: objects.get(id) }),
  }));
}

/** Successes a second, with one request under way on each connection. */
async function rateOf(seconds: number, one: (i: number) => Promise<{ status: number }>): Promise<number> {
  await inParallel(connections, one); // each worker has compiled its pages then
  const began = performance.now();
  let done = 0;
  await inParallel(connections, async () => {
    while (performance.now() - began < seconds * 1000) {
      const { status } = await one(done);
      if (status >= 300) throw new Error(`Request Tracker answered ${status}`);
      done++;
    }
  });
  return done / ((performance.now() - began) / 1000);
}
