import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { remindOfNewTickets } from '../src/outbound/reminders/reminders.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ MESSENGER_BOT_TOKEN: '1:global', MESSENGER_NOTIFY_AFTER: '24h' });
const { anna, boris, wanda } = fixtures;
const hour = 3_600_000;

const remind = (): Promise<number> => remindOfNewTickets(fixtures.deps);
const tells = async (who: TestUser, target: string): Promise<void> => {
  await fixtures.transaction((tx) =>
    tx.updateTable('users').set({ messenger_target: target }).where('id', '=', who.id).execute(),
  );
};
const told = async (): Promise<unknown[]> =>
  (await fixtures.pendingDeliveries('messages')).map(({ kind, ticket_id }) => [kind, ticket_id]);
const cancel = (id: number, by = anna) => fixtures.call(by, 'PATCH', `/tickets/${id}/cancel`, { reason: 'not needed' });

describe('a reminder', () => {
  beforeEach(async () => {
    await tells(anna, '4711');
    await fixtures.clearDeliveries();
  });

  it('comes once the ticket has been new for as long as the setting says, and not before', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(24 * hour - 1);
    assert.equal(await remind(), 0);
    fixtures.advanceClock(1);
    assert.equal(await remind(), 1);
    assert.deepEqual(await told(), [['reminder', id]]);
    await cancel(id);
  });

  it('comes again after each further span, and once for spans that nobody looked at', async () => {
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

  it('stops when the ticket is taken or cancelled', async () => {
    const taken = await fixtures.createTicket();
    const cancelled = await fixtures.createTicket();
    await fixtures.call(wanda, 'PATCH', `/tickets/${taken}/take`);
    await cancel(cancelled);
    fixtures.advanceClock(25 * hour);
    assert.equal(await remind(), 0);
  });

  it('comes for nobody who cannot be told: without a chat, with one that refused, or disabled', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(25 * hour);
    await tells(anna, '');
    assert.equal(await remind(), 0);
    await tells(anna, '4711');
    const set = (values: object) =>
      fixtures.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', anna.id).execute());
    await set({ messenger_refused_at: fixtures.now });
    assert.equal(await remind(), 0);
    await set({ messenger_refused_at: null, is_active: false });
    assert.equal(await remind(), 0);
    await set({ is_active: true });
    assert.equal(await remind(), 1, 'whoever can be told later is told of the span that runs');
    await cancel(id);
  });

  it('comes for nobody where no bot is configured', async () => {
    const id = await fixtures.createTicket();
    fixtures.advanceClock(25 * hour);
    const config = { ...fixtures.deps.config, messengerBotToken: '' };
    assert.equal(await remindOfNewTickets({ ...fixtures.deps, config }), 0);
    await cancel(id);
  });

  it('is handed over once when many look at the same time, in batches too', async () => {
    await tells(boris, '4712');
    const ids: number[] = [];
    for (let i = 0; i < 130; i++) ids.push(await fixtures.createTicket({}, boris, fixtures.gate));
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
