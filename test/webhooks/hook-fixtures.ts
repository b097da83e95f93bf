import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { sql } from 'kysely';
import { collectEvents } from '../../src/outbound/webhooks/collect-events.ts';
import { claimWebhook, releaseLease } from '../../src/outbound/webhooks/leases.ts';
import { WebhookClient } from '../../src/outbound/webhooks/post-message.ts';
import { sendPending } from '../../src/outbound/webhooks/send-pending.ts';
import { differenceOf } from '../../testing/described-answers.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';

// Accounts with webhooks of a receiver in this process.

export const receiver = await WebhookReceiver.start();
after(() => receiver.stop());
export const fixtures = await Fixtures.create({
  DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOWED_HOSTS: `${receiver.host}, hooks.example.lan:8443`,
  MAX_WEBHOOKS: '6',
});
// Receivers refuse messages of another time.
fixtures.now = new Date();

/** Of docs/openapi.json. */
const messageSchema = { $ref: '#/components/schemas/WebhookMessage' };
let hooks = 0;

export interface TestHook {
  id: string;
  secret: string;
  path: string;
}

/** Creates a webhook with a path of its own at the receiver. */
export async function createHook(who: TestUser, events: string[], more: object = {}): Promise<TestHook> {
  const path = `/hook-${++hooks}`;
  const { status, body } = await fixtures.call(who, 'POST', '/ext/webhooks', { url: receiver.url + path, events, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id, secret: body.secret, path };
}

export const deliveriesOf = async (who: TestUser, { id }: Pick<TestHook, 'id'>) =>
  (await fixtures.call(who, 'GET', `/ext/webhooks/${id}/deliveries?order=asc&limit=100`)).body.items;

export const hookOf = async (who: TestUser, { id }: Pick<TestHook, 'id'>) =>
  (await fixtures.call(who, 'GET', '/ext/webhooks')).body.items.find((one: TestHook) => one.id === id);

/** Does what the workers of instances do until nothing is due. @returns how many turns webhooks had */
export async function work(
  client = new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts }),
): Promise<number> {
  while (await collectEvents(fixtures.deps));
  let turns = 0;
  for (let lease = await claimWebhook(fixtures.deps, true); lease; lease = await claimWebhook(fixtures.deps, true)) {
    await sendPending(fixtures.deps, client, lease);
    await releaseLease(fixtures.deps, lease);
    turns++;
  }
  for (const body of receiver.bodies()) assert.equal(differenceOf(messageSchema, body), undefined, JSON.stringify(body));
  return turns;
}

/** Lets the time of the next attempt come. */
export async function endBackoff({ id }: Pick<TestHook, 'id'>): Promise<void> {
  await fixtures.transaction((tx) => sql`update webhooks set next_attempt_at = now() where id = ${id}`.execute(tx));
}

export async function deleteHooks(): Promise<void> {
  await fixtures.transaction((tx) => tx.deleteFrom('webhooks').execute());
  await fixtures.clearDeliveries();
  receiver.received.length = 0;
}
