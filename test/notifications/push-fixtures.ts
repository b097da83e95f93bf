import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { FakeBrowser, startPushService } from '../../testing/push-service.ts';

// Accounts with sessions, whose browsers a push service of this process serves.

export const pushService = await startPushService();
after(() => pushService.stop());
export const encryptionKey = randomBytes(32);
export const fixtures = await Fixtures.create({
  PUBLIC_URL: 'https://callout.example.com',
  DATA_ENCRYPTION_KEY: encryptionKey.toString('base64'),
  PUSH_ALLOWED_HOSTS: `push.example.lan,${pushService.host},localhost:${pushService.host.split(':')[1]}`,
});
export const { anna, wanda, ivan } = fixtures;
for (const who of [anna, wanda, ivan]) await openSession(fixtures, who);

let browsers = 0;
export const newBrowser = (host = pushService.host) => new FakeBrowser(pushService, `b${++browsers}`, host);
/** another name of the push service */
export const localhost = pushService.host.replace('127.0.0.1', 'localhost');

export const subscribe = (who: TestUser, subscription: unknown) =>
  fixtures.call(who, 'POST', '/ext/push/subscriptions', subscription);

export async function subscribed(who: TestUser, host?: string): Promise<FakeBrowser> {
  const browser = newBrowser(host);
  const { status, body } = await subscribe(who, browser);
  assert.equal(status, 201, JSON.stringify(body));
  return browser;
}

export async function turnOn(who: TestUser, events: string[], more: object = {}): Promise<void> {
  const on = Object.fromEntries(events.map((event) => [event, { messenger: false, email: false, push: true }]));
  const settings = { events: on, quiet_hours: null, digest: 'none', ...more };
  const { status, body } = await fixtures.call(who, 'PUT', '/ext/notifications/preferences', settings);
  assert.equal(status, 200, JSON.stringify(body));
}

/** Assigns a new ticket to wanda. */
export async function assign(fields: object = {}): Promise<number> {
  const id = await fixtures.createTicket(fields);
  await fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
  return id;
}

/** Does what the workers of the queues do, once each. */
export async function deliver(): Promise<void> {
  await fixtures.deliver('notifications');
  await fixtures.deliver('notification_pushes');
}

export async function decisions(who: TestUser): Promise<string[]> {
  const { body } = await fixtures.call(who, 'GET', '/ext/notifications/deliveries');
  return body.items.flatMap(({ event, sends }: { event: string; sends: Record<string, string>[] }) =>
    sends.map(({ state, reason }) => [event, state, reason].filter(Boolean).join(' ')),
  );
}

export const isReady = async (who: TestUser): Promise<boolean> =>
  (await fixtures.call(who, 'GET', '/ext/notifications/preferences')).body.channels.push.ready;

export const messagesOf = (browser: FakeBrowser) =>
  pushService.received(browser.path).map(({ body }) => JSON.parse(browser.decrypt(body)));

export async function secondsUntilRetry(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from due_at - now())::float8 as seconds from deliveries where queue = 'notification_pushes'`.execute(
    fixtures.db.read,
  );
  return rows[0]?.seconds ?? Number.NaN;
}

beforeEach(async () => {
  await fixtures.clearDeliveries();
  for (const table of ['notifications', 'notification_preferences', 'push_subscriptions'] as const)
    await fixtures.transaction((tx) => tx.deleteFrom(table).execute());
});
