import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';

// Anna is told by mail, wanda in a chat; the clock is moved.

export const botApi = await startFakeBotApi();
export const smtp = await startSmtpServer();
after(() => botApi.stop());
after(() => smtp.stop());
export const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
botApi.addChat(token, { id: 4711, type: 'private', first_name: 'Wanda' });

export const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: token,
  PUBLIC_URL: 'https://callout.example.com',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'Callout <callout@example.com>',
});
export const { anna, wanda, ivan, root } = fixtures;

type Channel = 'messenger' | 'email';
export const off = { messenger: false, email: false, push: false };
export const quietHours = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin', urgent_breaks: true };

export async function turnOn(who: TestUser, events: string[], on: Channel[], more: object = {}): Promise<void> {
  const switches = { ...off, ...Object.fromEntries(on.map((channel) => [channel, true])) };
  const settings = {
    events: Object.fromEntries(events.map((event) => [event, switches])),
    quiet_hours: null,
    digest: 'none',
    ...more,
  };
  const { status, body } = await fixtures.call(who, 'PUT', '/ext/notifications/preferences', settings);
  assert.equal(status, 200, JSON.stringify(body));
}

/** Does what the workers of the queues do, once each. */
export async function deliver(): Promise<void> {
  for (const queue of ['notifications', 'notification_messages', 'notification_mails'] as const) await fixtures.deliver(queue);
}

export async function decisions(who: TestUser, by = who): Promise<string[]> {
  const query = by === who ? '' : `?user_id=${who.id}`;
  const { body } = await fixtures.call(by, 'GET', `/ext/notifications/deliveries${query}`);
  return body.items.flatMap(({ event, sends }: { event: string; sends: Record<string, string>[] }) =>
    sends.map(({ channel, state, reason }) => [event, channel, state, reason].filter(Boolean).join(' ')),
  );
}

export const patch = (who: TestUser, id: number, operation: string, body?: object) =>
  fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`, body);
const messages = () => botApi.sent(token).map(({ readable }) => readable);
export const at = (time: string): void => {
  fixtures.now = new Date(time);
};

let seen = { messages: 0, mails: 0 };
export const newMessages = (): string[] => messages().slice(seen.messages);
export const newMails = () => smtp.mails().slice(seen.mails);
export const subjects = () => newMails().map(({ headers }) => headers['subject']);

beforeEach(async () => {
  await fixtures.clearDeliveries();
  await fixtures.transaction((tx) => tx.deleteFrom('notifications').execute());
  await fixtures.transaction((tx) => tx.deleteFrom('notification_preferences').execute());
  await fixtures.transaction((tx) =>
    tx.updateTable('users').set({ messenger_target: '4711', messenger_refused_at: null }).where('id', '=', wanda.id).execute(),
  );
  seen = { messages: messages().length, mails: smtp.mails().length };
});
