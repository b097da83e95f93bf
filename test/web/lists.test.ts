import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '../../testing/wait.ts';
import { invalidateAfterReads, invalidateChanged, invalidateTickets } from '../../web/src/api/invalidation.ts';
import { keepPreviousRows } from '../../web/src/api/keep-previous-rows.ts';
import { mergeChanges, type TicketChange, throttleChanges } from '../../web/src/api/ticket-change-events.ts';
import { diffLists, type ListPart } from '../../web/src/ui/list-diff.ts';

interface Row {
  id: number;
}

const part = (ids: number[], total = ids.length, offset = 0): ListPart<Row> => ({
  items: ids.map((id) => ({ id })),
  total,
  offset,
});

/** What the comparison of two lists says, as plain ids. */
function compare(shown: ListPart<Row>[], latest: ListPart<Row>[]) {
  const { parts, removed, added } = diffLists(shown, latest);
  return { rows: parts.flatMap(({ items }) => items.map(({ id }) => id)), removed: [...removed], added };
}

describe('diffLists', () => {
  const cases: [
    what: string,
    shown: ListPart<Row>[],
    latest: ListPart<Row>[],
    rows: number[],
    removed: number[],
    added: number,
  ][] = [
    ['keeps a row that new rows pushed off the first page', [part([5, 4, 3], 5)], [part([6, 5, 4], 6)], [5, 4, 3], [], 1],
    ['keeps all rows when a full page of new rows came before them', [part([3, 2], 3)], [part([5, 4], 5)], [3, 2], [], 2],
    ['does not count a row that moved over from the page before', [part([3, 2], 6, 2)], [part([4, 3], 7, 2)], [3, 2], [], 0],
    ['keeps a row that moved back to the page before', [part([3, 2], 6, 2)], [part([2, 1], 5, 2)], [3, 2, 1], [], 0],
    [
      'marks a row that left the middle of a page, and appends the next one',
      [part([5, 4, 3], 5)],
      [part([5, 3, 2], 4)],
      [5, 4, 3, 2],
      [4],
      0,
    ],
    ['marks the last row of a complete list when it left', [part([3, 2, 1])], [part([3, 2])], [3, 2, 1], [1], 0],
    ['counts a new row at the end of a complete list without showing it', [part([1, 2])], [part([1, 2, 3])], [1, 2], [], 1],
    ['marks all rows of a list that is empty now', [part([2, 1])], [part([])], [2, 1], [2, 1], 0],
    ['appends the rows of a longer page', [part([4, 3], 4)], [part([4, 3, 2, 1], 4)], [4, 3, 2, 1], [], 0],
    [
      'keeps a row that moved from one part of a merged list to another',
      [part([9]), part([5, 4])],
      [part([9, 5]), part([4])],
      [9, 5, 4],
      [],
      0,
    ],
    [
      'keeps a row that was pushed off the end of a part of a merged list',
      [part([9, 8], 3), part([5])],
      [part([10, 9], 4), part([5])],
      [9, 8, 5],
      [],
      1,
    ],
  ];
  for (const [what, shown, latest, rows, removed, added] of cases) {
    it(`diffLists ${what}`, () => assert.deepEqual(compare(shown, latest), { rows, removed, added }));
  }
});

const objects = (id: number, query: object) => ['GET /projects/{id}/objects', { id }, query];
const keep = keepPreviousRows(objects(1, { limit: 50 }));

it('keepPreviousRows keeps the rows while another page or search of the same list is read, and nothing of another list', () => {
  assert.equal(keep('rows', { queryKey: objects(1, { limit: 25 }) }), 'rows');
  assert.equal(keep('rows', { queryKey: objects(2, { limit: 50 }) }), undefined);
  assert.equal(keep(undefined, undefined), undefined);
});

describe('mergeChanges', () => {
  it('joins ids, each once', () => assert.deepEqual(mergeChanges([1, 2], [2, 3]), [1, 2, 3]));
  it('is any when one of them is', () => assert.equal(mergeChanges([1], 'any'), 'any'));
});

describe('throttleChanges', () => {
  it('applies the first change at once and later ones together after the interval', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const applied: TicketChange[] = [];
    const { add } = throttleChanges((change) => applied.push(change), 1_000);
    add([1]);
    assert.deepEqual(applied, [[1]]);
    add([2]);
    add([3]);
    test.mock.timers.tick(999);
    assert.deepEqual(applied, [[1]]);
    test.mock.timers.tick(1);
    assert.deepEqual(applied, [[1], [2, 3]]);
    add([4]);
    test.mock.timers.tick(1_000);
    assert.deepEqual(applied, [[1], [2, 3], [4]]);
    test.mock.timers.tick(1_000);
    add([5]);
    assert.deepEqual(applied.at(-1), [5], 'at once after a pause');
  });

  it('drops what waits when it is stopped', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const applied: TicketChange[] = [];
    const { add, stop } = throttleChanges((change) => applied.push(change), 1_000);
    add([1]);
    add([2]);
    stop();
    test.mock.timers.tick(5_000);
    assert.deepEqual(applied, [[1]]);
  });
});

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
