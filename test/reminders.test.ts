import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { remindOfNewTickets } from '../src/outbound/reminders/reminders.ts';
import { type Person, World } from '../testing/fixtures.ts';

const world = await World.create({ MESSENGER_BOT_TOKEN: '1:global', MESSENGER_NOTIFY_AFTER: '24h' });
const { anna, boris, wanda } = world;
const hour = 3_600_000;

const remind = (): Promise<number> => remindOfNewTickets(world.deps);
const tells = async (who: Person, target: string): Promise<void> => {
  await world.write((tx) => tx.updateTable('users').set({ messenger_target: target }).where('id', '=', who.id).execute());
};
const told = async (): Promise<unknown[]> => (await world.waiting('messages')).map(({ kind, ticket_id }) => [kind, ticket_id]);
const cancel = (id: number, by = anna) => world.call(by, 'PATCH', `/tickets/${id}/cancel`, { reason: 'not needed' });

describe('a reminder', () => {
  beforeEach(async () => {
    await tells(anna, '4711');
    await world.forgetDeliveries();
  });

  it('comes once the ticket has been new for as long as the setting says, and not before', async () => {
    const id = await world.newTicket();
    world.pass(24 * hour - 1);
    assert.equal(await remind(), 0);
    world.pass(1);
    assert.equal(await remind(), 1);
    assert.deepEqual(await told(), [['reminder', id]]);
    await cancel(id);
  });

  it('comes again after each further span, and once for spans that nobody looked at', async () => {
    const id = await world.newTicket();
    world.pass(25 * hour);
    assert.equal(await remind(), 1);
    await world.forgetDeliveries();
    world.pass(22 * hour);
    assert.equal(await remind(), 0, 'the spans are counted from the creation');
    world.pass(hour);
    assert.equal(await remind(), 1);
    assert.equal(await remind(), 0);
    await world.forgetDeliveries();
    world.pass(240 * hour);
    assert.equal(await remind(), 1);
    assert.equal(await remind(), 0);
    await cancel(id);
  });

  it('stops when the ticket is taken or cancelled', async () => {
    const taken = await world.newTicket();
    const cancelled = await world.newTicket();
    await world.call(wanda, 'PATCH', `/tickets/${taken}/take`);
    await cancel(cancelled);
    world.pass(25 * hour);
    assert.equal(await remind(), 0);
  });

  it('comes for nobody who cannot be told: without a chat, with one that refused, or disabled', async () => {
    const id = await world.newTicket();
    world.pass(25 * hour);
    await tells(anna, '');
    assert.equal(await remind(), 0);
    await tells(anna, '4711');
    const set = (values: object) => world.write((tx) => tx.updateTable('users').set(values).where('id', '=', anna.id).execute());
    await set({ messenger_refused_at: world.now });
    assert.equal(await remind(), 0);
    await set({ messenger_refused_at: null, is_active: false });
    assert.equal(await remind(), 0);
    await set({ is_active: true });
    assert.equal(await remind(), 1, 'whoever can be told later is told of the span that runs');
    await cancel(id);
  });

  it('comes for nobody where no bot is configured', async () => {
    const id = await world.newTicket();
    world.pass(25 * hour);
    const config = { ...world.deps.config, messengerBotToken: '' };
    assert.equal(await remindOfNewTickets({ ...world.deps, config }), 0);
    await cancel(id);
  });

  it('is handed over once when many look at the same time, in batches too', async () => {
    await tells(boris, '4712');
    const ids: number[] = [];
    for (let i = 0; i < 130; i++) ids.push(await world.newTicket({}, boris, world.gate));
    world.pass(24 * hour);
    const handed = await Promise.all(Array.from({ length: 5 }, remind));
    assert.equal(
      handed.reduce((sum, n) => sum + n, 0),
      ids.length,
    );
    const about = (await world.waiting('messages')).map(({ ticket_id }) => ticket_id);
    assert.deepEqual(new Set(about), new Set(ids));
    assert.equal(about.length, ids.length);
  });
});
