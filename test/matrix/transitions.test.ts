import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ticketStatuses } from '../../src/product/tickets/lifecycle.ts';
import type { ApiResponse } from '../../testing/fixtures.ts';
import { createMatrixFixtures, lookUp } from './fixtures.ts';
import { Snapshot } from './snapshot.ts';
import { rowsOf, TableRunner } from './table-runner.ts';
import { transitions } from './tables/transitions.ts';

// Every operation in every status by every standing. The expectations are in tables/transitions.ts,
// written from the specification and not from the lifecycle table: a mistake there shows here.

const matrix = await createMatrixFixtures();
const { fixtures, ids } = matrix;
const snapshot = await Snapshot.create(fixtures);
const runner = new TableRunner(matrix, snapshot);
const rows = rowsOf(transitions).map(({ request, cells: { to = '', ...cells } }) => {
  const [, status = '', op = ''] = /\{(\w+)\}\/(\w+)/.exec(request) ?? [];
  return { request, cells, status, op, to };
});

/** Section 6: what the journal says of an operation. */
const actions: Record<string, string> = {
  assign: 'assigned',
  take: 'assigned',
  start: 'started',
  done: 'done',
  confirm: 'confirmed',
  reject: 'rejected',
  cancel: 'canceled',
};

it('the table of transitions has a row for each operation in each status', () => {
  const cells = new Set(rows.map(({ op, status }) => `${op} ${status}`));
  const missing = Object.keys(actions).flatMap((op) =>
    ticketStatuses.map((status) => `${op} ${status}`).filter((cell) => !cells.has(cell)),
  );
  assert.deepEqual(missing, []);
});

for (const { request, cells, status, op, to } of rows) {
  it(`${request} returns the status of the table to each caller and leads to: ${to}`, async () => {
    const before = await journal(status);
    const look = async ({ body }: ApiResponse): Promise<string | undefined> => {
      const [entry, ...others] = (await journal(status)).slice(before.length);
      const found = [body.status, entry?.from_status, entry?.to_status, entry?.action, others.length];
      const expected = [to, status, to, lookUp(actions, op), 0];
      return found.join() === expected.join() ? undefined : `and left ${found} for ${expected}`;
    };
    assert.deepEqual(await runner.runRow(request, cells, look), cells);
  });
}

it('all tables are as they were before the requests', async () => {
  assert.deepEqual(await snapshot.changed(), []);
});

async function journal(ticket: string): Promise<Record<string, string>[]> {
  const { body } = await fixtures.call(fixtures.root, 'GET', `/tickets/${lookUp(ids, ticket)}/events?limit=100`);
  return body.items;
}
