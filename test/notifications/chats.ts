import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { PollerPool } from '../../src/outbound/messenger/poller-pool.ts';
import { NotificationListener } from '../../src/platform/database/listen.ts';
import { minutes } from '../../src/platform/lib/duration.ts';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';

// Private chats with a bot that is polled: wanda and ivan are workers of Tower, anna is its client.

export const botApi = await startFakeBotApi();
after(() => botApi.stop());
export const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
export const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: token,
  PUBLIC_URL: 'https://callout.example.com',
  PHOTO_MAX_PER_TICKET: '12',
  PHOTO_MAX_BYTES: '100000',
});
export const { anna, wanda, ivan } = fixtures;
for (const id of [11, 12, 13]) botApi.addChat(token, { id, type: 'private', first_name: `User ${id}` });
export const annasChat = botApi.person(token, 11);
export const wandasChat = botApi.person(token, 12);
export const ivansChat = botApi.person(token, 13);
/** In a chat that is bound to no account. */
export const nobody = botApi.person(token, 99);

/** Binds an account to a chat, as if the person of the chat had sent a code. */
export const bind = (who: TestUser, target: string, values: object = {}) =>
  fixtures.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ messenger_target: target, messenger_refused_at: null, messenger_bound_by: Number(target) || null, ...values })
      .where('id', '=', who.id)
      .execute(),
  );
/** The address of a ticket in messages. */
export const link = (id: number) => `https://callout.example.com/app/tickets/${id}`;

const notifications = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
const pollers = new PollerPool(fixtures.deps, notifications);
after(async () => {
  await pollers.stop();
  await notifications.close();
});
await botApi.waitFor(() => botApi.polls(token) === 1);
await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', ivan.id).execute());
await fixtures.addMember(fixtures.tower, ivan, 'active');

async function turnOn(who: TestUser, events: string[]): Promise<void> {
  const on = { messenger: true, email: false, push: false };
  const settings = { events: Object.fromEntries(events.map((event) => [event, on])), quiet_hours: null, digest: 'none' };
  assert.equal((await fixtures.call(who, 'PUT', '/ext/notifications/preferences', settings)).status, 200);
}
for (const who of [wanda, ivan]) await turnOn(who, ['ticket_available', 'ticket_assigned', 'ticket_rejected']);
await turnOn(anna, ['ticket_done', 'ticket_canceled', 'quote_sent']);

const queues = ['answers', 'chat_requests', 'chat_files', 'notifications', 'notification_messages'] as const;

/** Lets the poller and then the workers of the queues do what there is to do. */
export async function settle(): Promise<void> {
  await botApi.waitFor(() => botApi.updatesPending(token) === 0);
  for (const queue of queues) await fixtures.deliver(queue);
}

/** Presses a button. @returns what is shown at it */
export async function press(chat: typeof annasChat, label: string): Promise<string | undefined> {
  const id = chat.presses(label);
  await settle();
  return chat.seesAtButton(id);
}

export const patch = (who: TestUser, id: number, operation: string, body?: object) =>
  fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`, body);
export const ticketNow = async (id: number) => (await fixtures.call(fixtures.root, 'GET', `/tickets/${id}`)).body;
export const pendingQueues = async (): Promise<string[]> => {
  const { rows } = await sql<{ queue: string }>`select queue from deliveries order by id`.execute(fixtures.db.read);
  return rows.map(({ queue }) => queue);
};
export const statusOf = async (id: number): Promise<string> => (await ticketNow(id)).status;
export const actionsOf = async (id: number): Promise<string[]> => {
  const { body } = await fixtures.call(fixtures.root, 'GET', `/tickets/${id}/events?limit=100`);
  return body.items.map(({ action, actor_name }: Record<string, string>) => `${action} ${actor_name}`);
};
export const photosOf = async (id: number): Promise<{ original_name: string; size_bytes: number }[]> =>
  (await fixtures.call(fixtures.root, 'GET', `/tickets/${id}/photos`)).body.items;

/** A new ticket of anna, of which wanda and ivan are told. */
export async function report(fields: object = {}): Promise<number> {
  const id = await fixtures.createTicket(fields);
  await settle();
  return id;
}

/** A ticket in progress that wanda took in her chat. */
export async function inProgress(fields: object = {}): Promise<number> {
  const id = await report(fields);
  await press(wandasChat, 'Take');
  await press(wandasChat, 'Start');
  assert.equal(await statusOf(id), 'in_progress');
  return id;
}

beforeEach(async () => {
  fixtures.advanceClock(minutes(2));
  await fixtures.clearDeliveries();
  // Each test has its own jobs.
  await fixtures.transaction((tx) => sql`delete from tickets`.execute(tx));
  await bind(anna, '11');
  await bind(wanda, '12', { is_active: true });
  await bind(ivan, '13');
});
