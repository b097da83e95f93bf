import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { remindOfConfirmations } from '../../src/outbound/notifications/waiting-confirmations.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { hours } from '../../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { connectPostgres } from '../../testing/postgres.ts';
import { waitForLockWait } from '../../testing/wait.ts';

const fixtures = await Fixtures.create();
const { anna, boris, ivan, oleg, root, wanda } = fixtures;

interface Entry {
  id: number;
  event: string;
  ticket_id: number | null;
  text_key: string;
  params: Record<string, string>;
  read_at: string | null;
}

async function inbox(who: TestUser, query = ''): Promise<{ items: Entry[]; total: number; unread: number }> {
  await fixtures.deliver('notifications');
  const { status, body } = await fixtures.call(who, 'GET', `/ext/notifications${query}`);
  assert.equal(status, 200);
  return body;
}

const eventsOf = async (who: TestUser): Promise<string[]> => (await inbox(who)).items.map(({ event }) => event);
const patch = (who: TestUser, id: number, operation: string, body?: object) =>
  fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`, body);

beforeEach(async () => {
  await fixtures.clearDeliveries();
  await fixtures.transaction((tx) => tx.deleteFrom('notifications').execute());
});

describe('the inbox', () => {
  it('tells the members of a project of a new ticket, and nobody else', async () => {
    const id = await fixtures.createTicket({ description: 'The lift stops\nbetween two floors', priority: 'high' });
    const { items, total, unread } = await inbox(wanda);
    assert.deepEqual([total, unread], [1, 1]);
    const [{ event, ticket_id, text_key, params, read_at } = {} as Entry] = items;
    assert.deepEqual([event, ticket_id, text_key, read_at], ['ticket_available', id, 'ticket_available', null]);
    assert.deepEqual(params, { title: 'The lift stops', object_name: 'Lobby', actor_name: 'anna', priority: 'high' });
    for (const who of [anna, boris, ivan, oleg, root]) assert.deepEqual(await eventsOf(who), [], who.name);
  });

  it('tells client and worker of each step of the other one, and of none of their own', async () => {
    const id = await fixtures.createTicket();
    await patch(anna, id, 'assign', { worker_id: wanda.id });
    await patch(wanda, id, 'start');
    await patch(wanda, id, 'done');
    await patch(anna, id, 'reject', { reason: 'It still flickers' });
    await patch(wanda, id, 'start');
    await patch(wanda, id, 'done');
    await patch(anna, id, 'confirm');
    assert.deepEqual(await eventsOf(wanda), ['ticket_confirmed', 'ticket_rejected', 'ticket_assigned', 'ticket_available']);
    assert.deepEqual(await eventsOf(anna), ['ticket_done', 'ticket_started', 'ticket_done', 'ticket_started']);
    const { items } = await inbox(wanda);
    assert.equal(items.find(({ event }) => event === 'ticket_rejected')?.params['reason'], 'It still flickers');
    assert.deepEqual(await eventsOf(root), []);
  });

  it('counts what asks for a confirmation as read when the work is confirmed, rejected or cancelled', async () => {
    const unread = async (): Promise<string[]> => (await inbox(anna, '?unread=true')).items.map(({ event }) => event);
    const id = await fixtures.createTicketWithStatus('done');
    assert.deepEqual(await unread(), ['ticket_done', 'ticket_started']);
    await patch(anna, id, 'reject', { reason: 'It still flickers' });
    assert.deepEqual(await unread(), ['ticket_started']);
    for (const operation of ['start', 'done']) await patch(wanda, id, operation);
    fixtures.advanceClock(hours(25));
    await remindOfConfirmations(fixtures.deps);
    assert.deepEqual((await unread()).sort(), ['confirmation_waiting', 'ticket_done', 'ticket_started', 'ticket_started']);
    await patch(anna, id, 'confirm');
    assert.deepEqual(await unread(), ['ticket_started', 'ticket_started']);
    const other = await fixtures.createTicketWithStatus('done');
    await patch(root, other, 'cancel', { reason: 'The building is sold' });
    assert.deepEqual(
      (await unread()).filter((event) => event === 'ticket_done'),
      [],
    );
  });

  it('tells client and worker when an admin cancels, with the reason', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    await inbox(wanda);
    await patch(root, id, 'cancel', { reason: 'The building is sold' });
    for (const who of [anna, wanda]) {
      const [newest] = (await inbox(who)).items;
      assert.deepEqual([newest?.event, newest?.params['reason']], ['ticket_canceled', 'The building is sold']);
    }
  });

  it('counts a new ticket as read for the others when somebody has taken it', async () => {
    const second = await fixtures.createUser('wolf', 'worker');
    await fixtures.addMember(fixtures.tower, second, 'active');
    const id = await fixtures.createTicket();
    assert.equal((await inbox(second)).unread, 1);
    await patch(wanda, id, 'take');
    const { unread, items } = await inbox(second);
    assert.deepEqual([unread, items.length], [0, 1]);
    assert.deepEqual((await inbox(second, '?unread=true')).items, []);
  });

  it('says nothing of a ticket that is deleted meanwhile, and changes nothing before the deletion has ended', async () => {
    const id = await fixtures.createTicket();
    assert.equal((await inbox(wanda)).total, 1);
    await patch(anna, id, 'assign', { worker_id: wanda.id });
    const deletion = await connectPostgres(fixtures.url);
    await deletion.query('begin');
    await deletion.query('select from tickets where id = $1 for update', [id]);
    const told = fixtures.deliver('notifications');
    await waitForLockWait(fixtures.db);
    // A notification that was marked as read before would make this wait for a transaction that waits for this one.
    await deletion.query('delete from tickets where id = $1', [id]);
    await deletion.query('commit');
    await deletion.end();
    await told;
    assert.deepEqual(await eventsOf(wanda), []);
    assert.deepEqual(await fixtures.pendingDeliveries('notifications'), []);
  });

  it('marks all as read without waiting for those that a deletion has locked', async () => {
    for (let i = 0; i < 2; i++) await fixtures.createTicket();
    const [newest] = (await inbox(wanda)).items;
    const deletion = await connectPostgres(fixtures.url);
    await deletion.query('begin');
    await deletion.query('delete from notifications where id = $1', [newest?.id]);
    const { status, body } = await fixtures.call(wanda, 'POST', '/ext/notifications/read', { all: true });
    await deletion.query('commit');
    await deletion.end();
    assert.deepEqual([status, body.unread], [200, 1]);
    const { total, unread } = await inbox(wanda);
    assert.deepEqual([total, unread], [1, 0]);
  });

  it('lists a new ticket as read when it was taken before anybody was told', async () => {
    await fixtures.createTicketWithStatus('assigned');
    const other = await fixtures.createUser('wilma', 'worker');
    await fixtures.addMember(fixtures.tower, other, 'active');
    const { items, unread } = await inbox(other);
    assert.deepEqual([items.map(({ event }) => event), unread], [['ticket_available'], 0]);
  });

  it('tells client and worker of a comment, but not its author', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const comment = (who: TestUser, text: string) => fixtures.call(who, 'POST', `/ext/tickets/${id}/comments`, { text });
    await fixtures.clearDeliveries();
    await comment(wanda, 'Which door is it?');
    const [{ event, ticket_id, params } = {} as Entry] = (await inbox(anna)).items;
    assert.deepEqual([event, ticket_id], ['comment_added', id]);
    assert.equal(params['comment'], 'Which door is it?');
    assert.equal(params['actor_name'], 'wanda');
    assert.deepEqual(await eventsOf(wanda), []);
    await comment(anna, 'The left one');
    await comment(root, `The key ${'is next door '.repeat(100)}`);
    const told = (await inbox(wanda)).items;
    assert.deepEqual(
      told.map((one) => one.params['actor_name']),
      ['root', 'anna'],
    );
    assert([...(told[0]?.params['comment'] ?? '')].length <= 1_001);
    assert.deepEqual(await eventsOf(anna), ['comment_added', 'comment_added']);
    for (const who of [root, oleg]) assert.deepEqual(await eventsOf(who), []);
  });

  it('tells the workers who may take a ticket of a comment, but not its author', async () => {
    const id = await fixtures.createTicket();
    await fixtures.clearDeliveries();
    await fixtures.call(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'Which door is it?' });
    const other = await fixtures.createUser('walter', 'worker');
    await fixtures.addMember(fixtures.tower, other, 'active');
    assert.deepEqual(await eventsOf(other), ['comment_added']);
    assert.deepEqual(await eventsOf(wanda), []);
    await fixtures.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: 'The left one' });
    assert.deepEqual(await eventsOf(wanda), ['comment_added']);
    for (const who of [ivan, oleg, root]) assert.deepEqual(await eventsOf(who), [], who.name);
  });

  it('tells the next worker of the reassignment only, not of what was meant for the one before', async () => {
    const other = await fixtures.createUser('wim', 'worker');
    await fixtures.addMember(fixtures.tower, other, 'active');
    const reassign = (id: number) => fixtures.call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: other.id });
    const assigned = await fixtures.createTicket();
    await fixtures.clearDeliveries();
    await patch(anna, assigned, 'assign', { worker_id: wanda.id });
    await reassign(assigned);
    assert.deepEqual(await eventsOf(other), ['ticket_assigned']);
    const done = await fixtures.createTicketWithStatus('done');
    await fixtures.clearDeliveries();
    await patch(anna, done, 'reject', { reason: 'It still flickers' });
    await reassign(done);
    assert.deepEqual(await eventsOf(other), ['ticket_assigned', 'ticket_assigned']);
  });

  it('tells a worker of an invitation', async () => {
    const invited = await fixtures.createUser('ilse', 'worker');
    await fixtures.call(anna, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: invited.id });
    const [{ event, ticket_id, params } = {} as Entry] = (await inbox(invited)).items;
    assert.deepEqual([event, ticket_id, params], ['invitation', null, { project_name: 'Tower', actor_name: 'anna' }]);
  });

  it('tells each once when the delivery of an event is repeated', async () => {
    const id = await fixtures.createTicket();
    const [delivery] = await fixtures.pendingDeliveries('notifications');
    await fixtures.transaction((tx) =>
      fixtures.deps.deliveries.enqueue(tx as never, 'notifications', [delivery as never], noTenant, fixtures.now),
    );
    assert.deepEqual(
      (await inbox(wanda)).items.map(({ ticket_id }) => ticket_id),
      [id],
    );
  });

  it('tells the client for three days that finished work waits for a confirmation, once a day', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    await inbox(anna);
    await fixtures.transaction((tx) => tx.deleteFrom('notifications').execute());
    const seen: number[] = [];
    for (const after of [23, 2, 1, 23, 24, 24, 24]) {
      fixtures.advanceClock(hours(after));
      await Promise.all([1, 2, 3].map(() => remindOfConfirmations(fixtures.deps))); // instances
      seen.push(
        (await inbox(anna)).items.filter(({ event, ticket_id }) => event === 'confirmation_waiting' && ticket_id === id).length,
      );
    }
    assert.deepEqual(seen, [0, 1, 1, 2, 3, 3, 3]);
  });

  it('reminds of a confirmation in the next run when the ticket is being deleted or changed', async () => {
    await fixtures.createTicketWithStatus('done');
    await inbox(anna);
    fixtures.advanceClock(hours(25));
    const deletion = await connectPostgres(fixtures.url);
    await deletion.query('begin');
    await deletion.query('select from tickets for update');
    assert.equal(await remindOfConfirmations(fixtures.deps), 0);
    await deletion.query('rollback');
    await deletion.end();
    assert.equal(await remindOfConfirmations(fixtures.deps), 1);
  });

  it('shows and changes only what the caller was told', async () => {
    await fixtures.createTicket();
    const [first] = (await inbox(wanda)).items;
    const marked = await fixtures.call(anna, 'POST', '/ext/notifications/read', { ids: [first?.id] });
    assert.deepEqual([marked.status, marked.body], [200, { ok: true, unread: 0 }]);
    assert.equal((await inbox(wanda)).unread, 1);
    await fixtures.createTicket();
    await inbox(wanda);
    const one = await fixtures.call(wanda, 'POST', '/ext/notifications/read', { ids: [first?.id] });
    assert.equal(one.body.unread, 1);
    const all = await fixtures.call(wanda, 'POST', '/ext/notifications/read', { all: true });
    assert.equal(all.body.unread, 0);
    for (const body of [{}, { ids: [1], all: true }, { ids: 'x' }, { all: false }]) {
      assert.equal((await fixtures.call(wanda, 'POST', '/ext/notifications/read', body)).status, 400, JSON.stringify(body));
    }
  });

  it('is empty for a disabled account, and goes with the ticket', async () => {
    const gone = await fixtures.createUser('dora', 'worker', { is_active: false });
    await fixtures.addMember(fixtures.tower, gone, 'active');
    const id = await fixtures.createTicket();
    await inbox(wanda);
    const count = (userId: string) =>
      fixtures.db.read.selectFrom('notifications').select('id').where('user_id', '=', userId).execute();
    assert.deepEqual(await count(gone.id), []);
    assert.equal((await count(wanda.id)).length, 1);
    await fixtures.transaction((tx) => tx.deleteFrom('ticket_events').where('ticket_id', '=', id).execute());
    await fixtures.transaction((tx) => tx.deleteFrom('tickets').where('id', '=', id).execute());
    assert.deepEqual(await count(wanda.id), []);
  });
});
