import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '../../testing/wait.ts';
import { invalidateAfterReads, invalidateChanged, invalidateTickets } from '../../web/src/api/invalidation.ts';

/** A shown query whose answers are given by hand. */
function shownQuery(client: QueryClient, initialData?: number) {
  const reads: PromiseWithResolvers<number>[] = [];
  let cancelled = 0;
  const queryFn = ({ signal }: { signal: AbortSignal }): Promise<number> => {
    const read = Promise.withResolvers<number>();
    signal.addEventListener('abort', () => cancelled++);
    reads.push(read);
    return read.promise;
  };
  const options = { queryKey: ['list'], queryFn, retry: false, networkMode: 'always' as const };
  const observer = new QueryObserver(client, initialData === undefined ? options : { ...options, initialData });
  const stop = observer.subscribe(() => {});
  return { reads, cancelled: () => cancelled, data: () => observer.getCurrentResult().data, stop };
}

it('invalidateAfterReads does not cancel a read under way and reads once more after it', async () => {
  const client = new QueryClient();
  const list = shownQuery(client, 0);
  for (let change = 0; change < 5; change++) void invalidateAfterReads(client, () => true);
  const done = invalidateAfterReads(client, () => true);
  assert.equal(list.reads.length, 1);
  list.reads[0]?.resolve(1);
  await waitFor(() => list.reads.length === 2);
  assert.equal(list.data(), 1, 'what was read is shown');
  list.reads[1]?.resolve(2);
  await done;
  assert.equal(list.data(), 2);
  assert.deepEqual([list.reads.length, list.cancelled()], [2, 0]);
  list.stop();
  client.clear();
});

it('invalidateAfterReads reads at once what is not being read', async () => {
  const client = new QueryClient();
  const list = shownQuery(client);
  list.reads[0]?.resolve(1);
  await waitFor(() => list.data() === 1);
  const done = invalidateAfterReads(client, () => true);
  assert.equal(list.reads.length, 2);
  list.reads[1]?.resolve(2);
  await done;
  assert.equal(list.data(), 2);
  list.stop();
  client.clear();
});

it('invalidateAfterReads goes on after a read that fails', async () => {
  const client = new QueryClient();
  const list = shownQuery(client, 0);
  const done = invalidateAfterReads(client, () => true);
  list.reads[0]?.reject(new Error('no answer'));
  await waitFor(() => list.reads.length === 2);
  list.reads[1]?.resolve(2);
  await done;
  assert.equal(list.data(), 2);
  list.stop();
  client.clear();
});

it('invalidateAfterReads does not repeat first reads when told not to', async () => {
  const client = new QueryClient();
  const list = shownQuery(client);
  const done = invalidateAfterReads(client, () => true, false);
  list.reads[0]?.resolve(1);
  await done;
  assert.deepEqual([list.data(), list.reads.length, list.cancelled()], [1, 1, 0]);
  list.stop();
  client.clear();
});

/** The cached reads of two tickets, a project, a worker and a rule. */
function clientWithReads(): QueryClient {
  const client = new QueryClient();
  for (const name of ['GET /tickets', 'GET /ext/workload', 'GET /projects', 'GET /invitations'])
    client.setQueryData([name, {}, {}], {});
  for (const id of [7, 8]) {
    for (const name of ['GET /tickets/{id}', 'GET /tickets/{id}/events', 'GET /ext/tickets/{id}/contacts'])
      client.setQueryData([name, { id }, {}], {});
  }
  // The ids of other resources are not those of tickets.
  client.setQueryData(['GET /ext/projects/{id}/workload', { id: 1 }, {}], {});
  client.setQueryData(['GET /ext/users/{id}/open-work', { id: 'a-worker' }, {}], {});
  client.setQueryData(['GET /ext/recurring/{id}/next-run', { id: 2 }, {}], {});
  client.setQueryData(['GET /projects/{id}', { id: 7 }, {}], {});
  return client;
}

function invalidated(client: QueryClient): string[] {
  const queries = client.getQueryCache().getAll();
  const names = queries
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey: [name, params] }) => {
      const { id } = params as { id?: number | string };
      return id === undefined ? String(name) : `${name} ${id}`;
    });
  return names.sort();
}

const readsOfAllTickets = [
  'GET /ext/projects/{id}/workload 1',
  'GET /ext/recurring/{id}/next-run 2',
  'GET /ext/users/{id}/open-work a-worker',
  'GET /ext/workload',
  'GET /tickets',
];
const readsOf = (id: number): string[] => [
  `GET /ext/tickets/{id}/contacts ${id}`,
  `GET /tickets/{id} ${id}`,
  `GET /tickets/{id}/events ${id}`,
];

it('a change of a ticket invalidates its own reads, the lists and the counts of open work, and no other reads', async () => {
  for (const change of [invalidateTickets, invalidateChanged]) {
    const client = clientWithReads();
    await change(client, [7]);
    assert.deepEqual(invalidated(client), [...readsOfAllTickets, ...readsOf(7)].sort());
    client.clear();
  }
});

it('an unknown change invalidates the reads of all tickets, and the invitations', async () => {
  const client = clientWithReads();
  await invalidateChanged(client, 'any');
  assert.deepEqual(invalidated(client), [...readsOfAllTickets, ...readsOf(7), ...readsOf(8), 'GET /invitations'].sort());
  client.clear();
});
