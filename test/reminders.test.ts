import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { remindOfNewTickets } from '../src/outbound/reminders/reminders.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ MESSENGER_BOT_TOKEN: '1:global', MESSENGER_NOTIFY_AFTER: '24h' });
const { anna, boris, wanda } = fixtures;
const hour = 3_600_000;

const remind = (): Promise<number> => remindOfNewTickets(fixtures.deps);
const bindChat = async (who: TestUser, target: string): Promise<void> => {
  await fixtures.transaction((tx) =>
    tx.updateTable('users').set({ messenger_target: target }).where('id', '=', who.id).execute(),
  );
};
const sentMessages = async (): Promise<unknown[]> =>
  (await fixtures.pendingDeliveries('messages')).map(({ kind, ticket_id }) => [kind, ticket_id]);
const cancel = (id: number, by = anna) => fixtures.call(by, 'PATCH', `/tickets/${id}/cancel`, { reason: 'not needed' });

describe('reminders of new tickets', () => {
  beforeEach(async () => {
    await bindChat(anna, '4711');
    await fixtures.clearDeliveries();
  });

  it('a reminder is enqueued when a ticket has been new for the configured time and not before', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(24 * hour - 1);
    assert.equal(await remind(), 0);
    fixtures.advanceClock(1);
    assert.equal(await remind(), 1);
    assert.deepEqual(await sentMessages(), [['reminder', id]]);
    await cancel(id);
  });

  it('a reminder is enqueued again after each further interval, and once for intervals that were missed', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(25 * hour);
    assert.equal(await remind(), 1);
    await fixtures.clearDeliveries();
    fixtures.advanceClock(22 * hour);
    assert.equal(await remind(), 0, 'the spans are counted from the creation');
    fixtures.advanceClock(hour);
    assert.equal(await remind(), 1);
    assert.equal(await remind(), 0);
    await fixtures.clearDeliveries();
    fixtures.advanceClock(240 * hour);
    assert.equal(await remind(), 1);
    assert.equal(await remind(), 0);
    await cancel(id);
  });

  it('no reminder is enqueued for a ticket that was taken or canceled', async () => {
    const taken = await fixtures.createTicket();
    const cancelled = await fixtures.createTicket();
    await fixtures.call(wanda, 'PATCH', `/tickets/${taken}/take`);
    await cancel(cancelled);
    fixtures.advanceClock(25 * hour);
    assert.equal(await remind(), 0);
  });

  it('no reminder is enqueued for an owner without a chat, with a refused chat or with a disabled account', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(25 * hour);
    await bindChat(anna, '');
    assert.equal(await remind(), 0);
    await bindChat(anna, '4711');
    const set = (values: object) =>
      fixtures.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', anna.id).execute());
    await set({ messenger_refused_at: fixtures.now });
    assert.equal(await remind(), 0);
    await set({ messenger_refused_at: null, is_active: false });
    assert.equal(await remind(), 0);
    await set({ is_active: true });
    assert.equal(await remind(), 1, 'whoever can be notified later is notified of the interval that runs');
    await cancel(id);
  });

  it('no reminder is enqueued when no bot is configured', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(25 * hour);
    const config = { ...fixtures.deps.config, messengerBotToken: '' };
    assert.equal(await remindOfNewTickets({ ...fixtures.deps, config }), 0);
    await cancel(id);
  });

  it('a reminder is enqueued once when several processes look for due tickets at the same time', async () => {
    await bindChat(boris, '4712');
    const ids = await Promise.all(Array.from({ length: 130 }, () => fixtures.createTicket({}, boris, fixtures.gate)));
    fixtures.advanceClock(24 * hour);
    const handed = await Promise.all(Array.from({ length: 5 }, remind));
    assert.equal(
      handed.reduce((sum, n) => sum + n, 0),
      ids.length,
    );
    const about = (await fixtures.pendingDeliveries('messages')).map(({ ticket_id }) => ticket_id);
    assert.deepEqual(new Set(about), new Set(ids));
    assert.equal(about.length, ids.length);
  });
});
