import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';

// How often a request goes to the database: a statement more is a round trip more for everybody.

const fixtures = await Fixtures.create();
const { anna, root, wanda } = fixtures;

const sent: string[] = [];
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given as [string | { text?: string }];
  sent.push(typeof first === 'string' ? first : (first.text ?? ''));
  return Reflect.apply(query, this, given);
} as typeof query;
after(() => {
  pg.Client.prototype.query = query;
});

/** The statements of one request that succeeds, account check included. */
async function statementsOf(who: TestUser, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<string[]> {
  sent.length = 0;
  const answer = await fixtures.call(who, method, path, body);
  assert(answer.status < 300, JSON.stringify(answer.body));
  return sent.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60));
}

async function expect(n: number, ...request: Parameters<typeof statementsOf>): Promise<void> {
  const statements = await statementsOf(...request);
  assert.equal(statements.length, n, `${request[1]} ${request[2]}: ${statements.join('\n')}`);
}

describe('number of SQL statements per request', () => {
  before(() => fixtures.call(wanda, 'GET', '/auth/me')); // the first request of a worker finds its tenant

  it('a list runs three statements: account, page and total', async () => {
    await fixtures.createTicket();
    for (const who of [root, anna, wanda]) await expect(3, who, 'GET', '/tickets');
    await expect(3, anna, 'GET', '/tickets?status=new&priority=normal&sort=priority');
  });

  it('a ticket runs two statements, account and row, and its journal three', async () => {
    const id = await fixtures.createTicket();
    for (const who of [root, anna, wanda]) await expect(2, who, 'GET', `/tickets/${id}`);
    await expect(4, anna, 'GET', `/tickets/${id}/events`);
  });

  it('creating a ticket and each transition run two statements: account, and the change with its journal entry', async () => {
    await expect(2, anna, 'POST', '/tickets', { category: 'other', description: 'The door is stuck', object_id: fixtures.lobby });
    const id = await fixtures.createTicket();
    const reason = { reason: 'still stuck' };
    for (const op of ['take', 'start', 'done']) await expect(2, wanda, 'PATCH', `/tickets/${id}/${op}`);
    await expect(2, anna, 'PATCH', `/tickets/${id}/reject`, reason);
    for (const op of ['start', 'done']) await expect(2, wanda, 'PATCH', `/tickets/${id}/${op}`);
    await expect(2, anna, 'PATCH', `/tickets/${id}/confirm`);
    await expect(2, anna, 'PATCH', `/tickets/${await fixtures.createTicket()}/assign`, { worker_id: wanda.id });
    await expect(2, root, 'PATCH', `/tickets/${await fixtures.createTicket()}/cancel`, reason);
  });
});
