import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { noTenant } from '../src/platform/deliveries/queue.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { runCommand } from '../testing/run-command.ts';

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda } = fixtures;
const { deliveries } = fixtures.deps;
const notice = (ticket_id: number) => ({ kind: 'ticket_event', action: 'created', ticket_id }) as const;

interface Item {
  id: number;
  queue: string;
  state: string;
  due_at: string;
  failures: number;
  last_error: string;
  [field: string]: unknown;
}

const list = async (query = ''): Promise<{ items: Item[]; total: number }> => {
  const { status, body } = await fixtures.call(root, 'GET', `/ext/work${query}`);
  assert.equal(status, 200);
  return body;
};
const enqueue = (tenant: string, ...ticketIds: number[]): Promise<void> =>
  fixtures.db.transaction((tx) => deliveries.enqueue(tx, 'messages', ticketIds.map(notice), tenant, fixtures.now));
/** Claims what is due of a tenant, which fails. */
async function fail(tenant: string, reason: string): Promise<void> {
  for (const claimed of await deliveries.claim('messages', [tenant], 30_000)) await deliveries.retry(claimed, 60_000, reason);
}
const idOf = async (query = ''): Promise<number> => (await list(query)).items[0]?.id ?? 0;
const eventsOf = async (event: string) => (await fixtures.call(root, 'GET', `/ext/audit?event=${event}`)).body.items;

describe('GET /ext/work', () => {
  beforeEach(() => fixtures.clearDeliveries());

  it('GET /ext/work says what waits, why, since when, how often it failed, and who caused it', async () => {
    await enqueue(anna.id, 7);
    await fail(anna.id, 'the messenger is away');
    await fixtures.transaction((tx) => sql`update deliveries set due_at = now()`.execute(tx));
    await fail(anna.id, 'the messenger is still away');
    const { items, total } = await list();
    const [{ id, due_at, ...item } = { id: 0, due_at: '' }] = items;
    assert.deepEqual(
      [total, item],
      [
        1,
        {
          queue: 'messages',
          state: 'failing',
          kind: 'ticket_event',
          ticket_id: 7,
          user_id: null,
          tenant_id: anna.id,
          tenant_name: anna.name,
          created_at: fixtures.now.toISOString(),
          failures: 2,
          last_error: 'the messenger is still away',
        },
      ],
    );
    assert(id > 0 && Number.isFinite(Date.parse(due_at)));
  });

  it('GET /ext/work filters by queue and state, and an attempt whose lease has ended does not run', async () => {
    await enqueue(noTenant, 1);
    await deliveries.claim('messages', [noTenant], 30_000);
    await enqueue(anna.id, 2, 3);
    await fail(anna.id, 'away');
    const mail = { kind: 'account_confirmed', user_id: boris.id } as const;
    await fixtures.db.transaction((tx) => deliveries.enqueue(tx, 'mails', [mail], boris.id, fixtures.now));
    const ticketsOf = async (query: string) => (await list(query)).items.map(({ ticket_id, user_id }) => ticket_id ?? user_id);
    assert.deepEqual(await ticketsOf('?state=running'), [1]);
    assert.deepEqual(await ticketsOf('?state=failing'), [2]);
    assert.deepEqual(await ticketsOf('?state=waiting'), [3, boris.id]);
    assert.deepEqual(await ticketsOf('?state=waiting&queue=mails'), [boris.id]);
    assert.deepEqual((await list('?state=running')).items[0]?.failures, 0);
    await fixtures.transaction((tx) => sql`update deliveries set due_at = now() where lease is not null`.execute(tx));
    const [interrupted] = (await list('?state=waiting&limit=1')).items;
    assert.deepEqual([interrupted?.ticket_id, interrupted?.failures], [1, 1]);
    assert.deepEqual((await list('?limit=1&offset=1')).total, 4);
  });
});

describe('Retry and drop by hand', () => {
  beforeEach(() => fixtures.clearDeliveries());

  it('POST /ext/work/{id}/retry makes an item due, DELETE drops it, both with an event of the audit log', async () => {
    await enqueue(anna.id, 7);
    await fail(anna.id, 'away');
    const id = await idOf();
    const retried = await fixtures.call(root, 'POST', `/ext/work/${id}/retry`);
    assert.deepEqual([retried.status, retried.body.id, retried.body.state], [200, id, 'failing']);
    const [claimed] = await deliveries.claim('messages', [anna.id], 30_000);
    assert.equal(claimed?.id, id, 'it is due');
    for (const [method, path] of [
      ['POST', '/retry'],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await fixtures.call(root, method, `/ext/work/${id}${path}`);
      assert.deepEqual([status, body], [409, { error: 'an attempt at the work item is under way' }]);
    }
    if (claimed) await deliveries.release(claimed, 0);
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/work/${id}`)).status, 200);
    assert.deepEqual((await list()).items, []);
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/work/${id}`)).status, 404);
    for (const event of ['work_retried', 'work_dropped']) {
      const [recorded, ...others] = await eventsOf(event);
      assert.deepEqual(
        [others.length, recorded.actor_id, recorded.subject_type, recorded.subject_id, recorded.subject_name, recorded.detail],
        [0, root.id, 'work_item', String(id), 'messages', { kind: 'ticket_event', ticket_id: 7 }],
      );
    }
  });

  it('a claim that was taken over by another instance schedules nothing', async () => {
    await enqueue(anna.id, 7);
    const [first] = await deliveries.claim('messages', [anna.id], 0);
    const [second] = await deliveries.claim('messages', [anna.id], 30_000);
    assert(first && second);
    await deliveries.release(second, 60_000);
    const [third] = [...(await deliveries.claim('messages', [anna.id], 30_000)), second];
    await deliveries.retry(first, 0, 'too late');
    await deliveries.release(third, 0);
    assert.deepEqual(
      (await list()).items.map(({ last_error, state }) => [last_error, state]),
      [['', 'waiting']],
    );
  });

  it('a dropped notification does not hold up later ones about its ticket', async () => {
    const ticket = await fixtures.createTicket();
    const sendId = await fixtures.db.transaction(async (tx) => {
      const notification = {
        user_id: wanda.id,
        event: 'ticket_assigned',
        ticket_id: ticket,
        cause: 'test',
        created_at: fixtures.now,
      };
      const { id } = await tx
        .insertInto('notifications')
        .values({ ...notification, event: 'ticket_assigned', params: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const send = { notification_id: id, user_id: wanda.id, ticket_id: ticket, channel: 'email' } as const;
      const sent = await tx
        .insertInto('notification_sends')
        .values({ ...send, state: 'queued', due_at: fixtures.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const payload = { kind: 'notification', send_id: sent.id, user_id: wanda.id } as const;
      await deliveries.enqueue(tx, 'notification_mails', [payload], anna.id, fixtures.now);
      return sent.id;
    });
    const id = await idOf('?queue=notification_mails');
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/work/${id}`)).status, 200);
    const send = await fixtures.db.read
      .selectFrom('notification_sends')
      .select(['state', 'reason'])
      .where('id', '=', sendId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(send, { state: 'failed', reason: 'given_up' });
  });

  it('callout work lists, retries and drops', async () => {
    await enqueue(anna.id, 7);
    await fail(anna.id, 'away');
    const id = await idOf();
    const run = async (...args: string[]) => {
      const { status, output } = await runCommand(['work', ...args], {
        DATABASE_URL: fixtures.url,
        JWT_SECRET: 'not of the service',
      });
      return [status, output.trim()];
    };
    const line = `${id} messages failing since ${fixtures.now.toISOString()} (ticket_event, ticket 7, ${anna.name}), failed 1 times: away`;
    assert.deepEqual(await run('list', '--queue', 'messages', '--state', 'failing'), [0, `${line}\n1 in all`]);
    assert.deepEqual(await run('retry', String(id)), [0, line]);
    assert.deepEqual(await run('drop', String(id)), [0, `dropped: ${id}`]);
    assert.deepEqual(await run(), [0, '0 in all']);
    assert.equal((await run('retry', 'all'))[0], 2);
    const [event] = await eventsOf('work_dropped');
    assert.deepEqual([event.actor_id, event.detail.by], ['', 'callout work']);
  });
});
