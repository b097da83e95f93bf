import assert from 'node:assert/strict';
import { createECDH, createSecretKey, randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { after, beforeEach, describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import { modules } from '../../src/modules.ts';
import { encryptPayload } from '../../src/outbound/notifications/push/encrypt-payload.ts';
import { findOrCreatePushKeys, readPushKeys } from '../../src/outbound/notifications/push/keys.ts';
import { deleteEndedSubscriptions } from '../../src/outbound/notifications/push/subscriptions.ts';
import { createPushChannel } from '../../src/outbound/notifications/push-channel.ts';
import { releaseWaiting } from '../../src/outbound/notifications/sends.ts';
import { reencrypt } from '../../src/platform/database/reencrypt.ts';
import { RetryLater } from '../../src/platform/deliveries/attempt-delivery.ts';
import { days, hours, minutes } from '../../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { FakeBrowser, startPushService, verifyVapid } from '../../testing/push-service.ts';

// Accounts with sessions, whose browsers a push service of this process serves.

const pushService = await startPushService();
after(() => pushService.stop());
const encryptionKey = randomBytes(32);
const fixtures = await Fixtures.create({
  PUBLIC_URL: 'https://callout.example.com',
  DATA_ENCRYPTION_KEY: encryptionKey.toString('base64'),
  PUSH_ALLOWED_HOSTS: `push.example.lan,${pushService.host},localhost:${pushService.host.split(':')[1]}`,
});
const { anna, wanda, ivan } = fixtures;
for (const who of [anna, wanda, ivan]) await openSession(fixtures, who);

let browsers = 0;
const newBrowser = (host = pushService.host) => new FakeBrowser(pushService, `b${++browsers}`, host);
/** another name of the push service */
const localhost = pushService.host.replace('127.0.0.1', 'localhost');

const subscribe = (who: TestUser, subscription: unknown) => fixtures.call(who, 'POST', '/ext/push/subscriptions', subscription);

async function subscribed(who: TestUser, host?: string): Promise<FakeBrowser> {
  const browser = newBrowser(host);
  const { status, body } = await subscribe(who, browser);
  assert.equal(status, 201, JSON.stringify(body));
  return browser;
}

async function turnOn(who: TestUser, events: string[], more: object = {}): Promise<void> {
  const on = Object.fromEntries(events.map((event) => [event, { messenger: false, email: false, push: true }]));
  const settings = { events: on, quiet_hours: null, digest: 'none', ...more };
  const { status, body } = await fixtures.call(who, 'PUT', '/ext/notifications/preferences', settings);
  assert.equal(status, 200, JSON.stringify(body));
}

/** Assigns a new ticket to wanda. */
async function assign(fields: object = {}): Promise<number> {
  const id = await fixtures.createTicket(fields);
  await fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
  return id;
}

/** Does what the workers of the queues do, once each. */
async function deliver(): Promise<void> {
  await fixtures.deliver('notifications');
  await fixtures.deliver('notification_pushes');
}

async function decisions(who: TestUser): Promise<string[]> {
  const { body } = await fixtures.call(who, 'GET', '/ext/notifications/deliveries');
  return body.items.flatMap(({ event, sends }: { event: string; sends: Record<string, string>[] }) =>
    sends.map(({ state, reason }) => [event, state, reason].filter(Boolean).join(' ')),
  );
}

const isReady = async (who: TestUser): Promise<boolean> =>
  (await fixtures.call(who, 'GET', '/ext/notifications/preferences')).body.channels.push.ready;

const messagesOf = (browser: FakeBrowser) =>
  pushService.received(browser.path).map(({ body }) => JSON.parse(browser.decrypt(body)));

async function secondsUntilRetry(): Promise<number> {
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

describe('encryptPayload()', () => {
  it('gives the message of the example of RFC 8291', () => {
    const decode = (text: string) => Buffer.from(text, 'base64url');
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(decode('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    const browser = {
      p256dh: decode('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: decode('BTBZMqHH6r4Tts7J_aSIgg'),
    };
    const message = encryptPayload('When I grow up, I want to be a watermelon', browser, {
      salt: decode('DGv6ra1nlYgDCS1FRnbzlw'),
      ecdh,
    });
    assert.equal(
      message.toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });
});

describe('GET /ext/push/key', () => {
  it('is the same for everybody from the first request on, also when several come at once', async () => {
    const answers = await Promise.all([anna, wanda, ivan, anna, wanda].map((who) => fixtures.call(who, 'GET', '/ext/push/key')));
    const keys = new Set(answers.map(({ status, body }) => `${status} ${body.key}`));
    assert.equal(keys.size, 1, [...keys].join());
    assert.match([...keys][0] ?? '', /^200 B[\w-]{86}$/);
  });

  it('stays when several instances make it at the same time', async () => {
    await fixtures.transaction((tx) => tx.deleteFrom('push_keys').execute());
    const { db, config } = fixtures.deps;
    const made = await Promise.all([1, 2, 3, 4].map(() => findOrCreatePushKeys(db, config, fixtures.now)));
    assert.equal(new Set(made.map((keys) => keys?.publicKey)).size, 1);
  });

  it('the private key is stored encrypted, and encrypted again when DATA_ENCRYPTION_KEY changes', async () => {
    const { db, config } = fixtures.deps;
    const keys = await findOrCreatePushKeys(db, config, fixtures.now);
    assert(keys);
    const secret = Buffer.from(keys.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
    const { private_key } = await db.read.selectFrom('push_keys').select('private_key').executeTakeFirstOrThrow();
    assert(!private_key.includes(secret) && !private_key.includes(secret.toString('base64url')));
    const dataEncryptionKey = randomBytes(32);
    const changed = { ...config, dataEncryptionKey, dataEncryptionKeyPrevious: undefined };
    assert.equal(await findOrCreatePushKeys(db, changed, fixtures.now), undefined);
    const [column] = modules.flatMap((one) => one.encryptedColumns ?? []).filter(({ table }) => table === 'push_keys');
    assert(column);
    const [current, previous] = [dataEncryptionKey, encryptionKey].map((key) => createSecretKey(key));
    assert(current && previous);
    await reencrypt(db, column, { current, previous });
    assert.equal((await readPushKeys(db.read, changed))?.publicKey, keys.publicKey);
    await reencrypt(db, column, { current: previous, previous: current });
  });
});

it('without DATA_ENCRYPTION_KEY there is no key, no browser can be subscribed, and the preferences say that push is not ready', async () => {
  const { config } = fixtures.deps;
  const { dataEncryptionKey } = config;
  config.dataEncryptionKey = undefined;
  try {
    assert.equal((await fixtures.call(anna, 'GET', '/ext/push/key')).status, 404);
    const answer = await subscribe(anna, newBrowser());
    assert.deepEqual([answer.status, answer.body], [409, { error: 'push notifications are not available' }]);
    assert.equal(await isReady(anna), false);
  } finally {
    config.dataEncryptionKey = dataEncryptionKey;
  }
});

describe('POST /ext/push/subscriptions', () => {
  it('makes push ready, once for each browser', async () => {
    assert.equal(await isReady(wanda), false);
    const browser = await subscribed(wanda);
    assert.equal((await subscribe(wanda, browser)).status, 201);
    assert.equal(await isReady(wanda), true);
    const rows = await fixtures.db.read.selectFrom('push_subscriptions').select('user_id').execute();
    assert.deepEqual(rows, [{ user_id: wanda.id }]);
  });

  it('refuses endpoints that are not https or at an internal address', async () => {
    const { keys } = newBrowser().toJSON();
    for (const endpoint of [
      'http://push.example.com/x',
      'push.example.com/x',
      'https://10.1.2.3/x',
      'https://db/x',
      'https://user:password@push.example.com/x',
      `https://push.example.com/${'x'.repeat(2_048)}`,
    ]) {
      const { status, body } = await subscribe(wanda, { endpoint, keys });
      assert.equal(status, 400, `${endpoint} ${JSON.stringify(body)}`);
    }
    for (const endpoint of ['https://push.example.com/x', 'https://93.184.216.34/x'])
      assert.equal((await subscribe(wanda, { endpoint, keys })).status, 201, endpoint);
  });

  it('accepts internal hosts that PUSH_ALLOWED_HOSTS names, by their port', async () => {
    const { keys } = newBrowser().toJSON();
    const { host } = pushService;
    const statuses = ['push.example.lan', host, 'push.example.lan:444', '127.0.0.1:1'].map(
      async (allowed) => (await subscribe(wanda, { endpoint: `https://${allowed}/x`, keys })).status,
    );
    assert.deepEqual(await Promise.all(statuses), [201, 201, 201, 400]);
  });

  it('refuses keys with which nothing could be encrypted', async () => {
    const { endpoint, keys } = newBrowser().toJSON();
    const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url');
    for (const wrong of [{ p256dh: offCurve }, { p256dh: 'x' }, { auth: 'x' }, { auth: undefined }])
      assert.equal((await subscribe(wanda, { endpoint, keys: { ...keys, ...wrong } })).status, 400, JSON.stringify(wrong));
    assert.equal((await subscribe(wanda, { endpoint })).status, 400);
  });

  it('needs a session that has not ended', async () => {
    await fixtures.call(ivan, 'POST', '/auth/logout-all');
    assert.equal((await subscribe(ivan, newBrowser())).status, 401);
    await openSession(fixtures, ivan);
  });

  it('returns 409 above ten browsers, of which those with an ended session do not count', async () => {
    for (let i = 0; i < 10; i++) await subscribed(wanda);
    const { status, body } = await subscribe(wanda, newBrowser());
    assert.deepEqual([status, body.error], [409, 'there are too many browsers with notifications, turn them off in one first']);
    await fixtures.call(wanda, 'POST', '/auth/logout-all');
    await openSession(fixtures, wanda);
    await subscribed(wanda);
  });

  it('takes a browser over from the account that used it before', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const browser = await subscribed(wanda);
    assert.equal((await subscribe(ivan, browser)).status, 201);
    await assign();
    await deliver();
    assert.deepEqual([messagesOf(browser), await isReady(wanda), await isReady(ivan)], [[], false, true]);
  });
});

describe('DELETE /ext/push/subscriptions', () => {
  it('ends the subscription of the own account only', async () => {
    const browser = await subscribed(wanda);
    const { endpoint } = browser.toJSON();
    const remove = (who: TestUser) => fixtures.call(who, 'DELETE', '/ext/push/subscriptions', { endpoint });
    assert.equal((await remove(ivan)).status, 404);
    assert.deepEqual((await remove(wanda)).body, { ok: true });
    assert.equal((await remove(wanda)).status, 404);
    assert.equal(await isReady(wanda), false);
  });
});

describe('a notification by push', () => {
  it('is encrypted for each browser and signed with the key of the installation', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const two = [await subscribed(wanda), await subscribed(wanda)];
    const id = await assign({ description: 'Lamp <b>dark</b>', priority: 'high' });
    await deliver();
    const { key } = (await fixtures.call(wanda, 'GET', '/ext/push/key')).body;
    for (const browser of two) {
      assert.deepEqual(messagesOf(browser), [
        {
          title: 'Assigned to you: Lamp <b>dark</b>',
          body: `anna assigned this job to you.\nHigh priority\nLobby · #${id}`,
          lang: 'en',
          tag: `ticket-${id}`,
          ticket_id: id,
          path: `tickets/${id}`,
        },
      ]);
      const [message] = pushService.received(browser.path);
      const { headers } = message ?? {};
      assert.deepEqual(
        [headers?.['content-encoding'], headers?.['ttl'], headers?.['urgency'], headers?.['topic']],
        ['aes128gcm', '86400', 'high', `ticket-${id}`],
      );
      const { claims, key: signer } = verifyVapid(headers?.authorization);
      const exp = (fixtures.now.getTime() + hours(12)) / 1_000;
      assert.deepEqual([signer, claims], [key, { aud: `https://${pushService.host}`, exp, sub: 'https://callout.example.com' }]);
    }
    assert.deepEqual(await decisions(wanda), ['ticket_assigned sent']);
  });

  it('is of normal urgency unless the ticket has high priority, and in the language of the account', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const setLanguage = (language: 'de' | null) =>
      fixtures.transaction((tx) => tx.updateTable('users').set({ language }).where('id', '=', wanda.id).execute());
    await setLanguage('de');
    const browser = await subscribed(wanda);
    await assign();
    await deliver();
    assert.equal(pushService.received(browser.path)[0]?.headers['urgency'], 'normal');
    const [message] = messagesOf(browser);
    assert.deepEqual([message.title, message.lang], ['Ihnen zugewiesen: The lamp is dark', 'de']);
    await setLanguage(null);
  });

  it('has at most 3 KB, however long the texts are', async () => {
    await turnOn(wanda, ['ticket_canceled']);
    const browser = await subscribed(wanda);
    const id = await assign({ description: '🛗'.repeat(400) });
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: '🔧"'.repeat(800) });
    await deliver();
    const [message] = pushService.received(browser.path);
    assert(message);
    const text = browser.decrypt(message.body);
    assert(Buffer.byteLength(text) <= 3_072 && Buffer.byteLength(text) > 2_500, String(Buffer.byteLength(text)));
    assert.match(JSON.parse(text).body, /^anna has cancelled it.*\nReason: (🔧")+🔧?…$/);
  });

  it('of a digest names what happened in one message', async () => {
    fixtures.now = new Date('2026-11-15T12:00:00Z');
    await openSession(fixtures, wanda);
    await turnOn(wanda, ['ticket_assigned'], { digest: 'daily', digest_at: '18:00', timezone: 'Europe/Berlin' });
    const browser = await subscribed(wanda);
    await assign({ description: 'Lamp is dark' });
    await assign({ description: 'Door is stuck' });
    await deliver();
    assert.deepEqual(messagesOf(browser), []);
    fixtures.now = new Date('2026-11-15T17:00:00Z');
    await releaseWaiting(fixtures.deps);
    await deliver();
    const body = 'Assigned to you: Lamp is dark\nAssigned to you: Door is stuck';
    const rest = { lang: 'en', tag: 'digest', ticket_id: null, path: 'notifications' };
    assert.deepEqual(messagesOf(browser), [{ title: '2 notifications', body, ...rest }]);
  });

  it('is not sent after a sign-out', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const browser = await subscribed(wanda);
    await fixtures.call(wanda, 'POST', '/auth/logout-all');
    await assign();
    await deliver();
    assert.deepEqual([messagesOf(browser), await decisions(wanda)], [[], ['ticket_assigned dropped no_browser']]);
    await deleteEndedSubscriptions(fixtures.deps);
    assert.deepEqual(await fixtures.db.read.selectFrom('push_subscriptions').select('id').execute(), []);
    await openSession(fixtures, wanda);
  });

  it('is sent by the session that goes on when the password was changed', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const other = await subscribed(wanda);
    await openSession(fixtures, wanda);
    const own = await subscribed(wanda);
    const change = { current: 'correct-horse-1', new: 'brand-new-horse-1' };
    const { status } = await fixtures.call(wanda, 'POST', '/ext/password', change);
    assert.equal(status, 200);
    await assign();
    await deliver();
    assert.deepEqual([messagesOf(own).length, messagesOf(other).length], [1, 0]);
    await fixtures.transaction((tx) => tx.updateTable('users').set({ token_version: 0 }).where('id', '=', wanda.id).execute());
  });

  for (const status of [404, 410]) {
    it(`forgets a browser whose endpoint answers ${status}`, async () => {
      await turnOn(wanda, ['ticket_assigned']);
      const [gone, stays] = [await subscribed(wanda), await subscribed(wanda)];
      pushService.answerNext(gone.path, status);
      await assign();
      await deliver();
      await assign();
      await deliver();
      assert.deepEqual([pushService.received(gone.path).length, messagesOf(stays).length], [1, 2]);
      assert.deepEqual(await decisions(wanda), ['ticket_assigned sent', 'ticket_assigned sent']);
    });
  }

  for (const status of [400, 403, 413, 307]) {
    it(`is dropped when the push service answers ${status}`, async () => {
      await turnOn(wanda, ['ticket_assigned']);
      const [browser, elsewhere] = [await subscribed(wanda), newBrowser()];
      pushService.answerNext(browser.path, status, { location: elsewhere.toJSON().endpoint });
      await assign();
      await deliver();
      await deliver();
      assert.deepEqual([pushService.received(browser.path).length, pushService.received(elsewhere.path).length], [1, 0]);
      assert.deepEqual(await decisions(wanda), ['ticket_assigned dropped rejected']);
      assert.equal(await isReady(wanda), true);
    });
  }

  for (const status of [429, 503]) {
    it(`is sent again after Retry-After when the push service answers ${status}, to that browser only`, async () => {
      await turnOn(wanda, ['ticket_assigned']);
      const [fails, works] = [await subscribed(wanda), await subscribed(wanda)];
      pushService.answerNext(fails.path, status, { 'retry-after': '120' });
      await assign();
      await deliver();
      const wait = await secondsUntilRetry();
      assert(wait > 100 && wait <= 120, String(wait));
      assert.deepEqual(await decisions(wanda), ['ticket_assigned queued']);
      await deliver();
      assert.deepEqual([messagesOf(fails).length, messagesOf(works).length], [2, 1]);
      assert.deepEqual(await decisions(wanda), ['ticket_assigned sent']);
    });
  }

  it('is sent again after a Retry-After that is a date, an hour later at most', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const browser = await subscribed(wanda);
    const after = (ms: number) => ({ 'retry-after': new Date(fixtures.now.getTime() + ms).toUTCString() });
    pushService.answerNext(browser.path, 503, after(minutes(5)));
    pushService.answerNext(browser.path, 503, after(days(5)));
    await assign();
    for (const expected of [300, 3_600]) {
      await deliver();
      const wait = await secondsUntilRetry();
      assert(wait > expected - 20 && wait <= expected, String(wait));
    }
  });

  it('waits an hour for a browser that fails while others work, and forgets it after a month', async () => {
    await openSession(fixtures, wanda);
    await turnOn(wanda, ['ticket_assigned']);
    const [fails, works] = [await subscribed(wanda), await subscribed(wanda)];
    pushService.answerNext(fails.path, 503);
    await assign();
    await deliver();
    assert.deepEqual(await decisions(wanda), ['ticket_assigned queued']);
    fixtures.advanceClock(minutes(61));
    pushService.answerNext(fails.path, 503);
    await deliver();
    assert.deepEqual(await decisions(wanda), ['ticket_assigned sent']);
    assert.deepEqual([pushService.received(fails.path).length, messagesOf(works).length], [2, 1]);
    const count = async () => (await fixtures.db.read.selectFrom('push_subscriptions').select('id').execute()).length;
    fixtures.advanceClock(days(29));
    await deleteEndedSubscriptions(fixtures.deps);
    assert.equal(await count(), 2);
    fixtures.advanceClock(days(1));
    await deleteEndedSubscriptions(fixtures.deps);
    assert.equal(await count(), 1);
  });

  it('waits for a while when an endpoint of the account does not answer, and does not delay those of others', async () => {
    await openSession(fixtures, anna);
    const [silent, works, other] = [
      await subscribed(wanda),
      await subscribed(wanda, localhost),
      await subscribed(anna, localhost),
    ];
    pushService.answerNext(silent.path, 0);
    await turnOn(wanda, ['ticket_assigned']);
    const ticket_id = await assign();
    await fixtures.deliver('notifications');
    const { id } = await fixtures.db.read
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', wanda.id)
      .executeTakeFirstOrThrow();
    const told = {
      id,
      ticket_id,
      event: 'ticket_assigned',
      project_id: null,
      report_id: null,
      params: {},
      created_at: '',
      timezone: 'UTC',
    } as const;
    const send = createPushChannel(fixtures.deps);
    const sendTo = (who: TestUser) => send(who.id, [{ ...told, user_id: who.id }]);
    await assert.rejects(sendTo(wanda), { message: '127.0.0.1: no answer' });
    await assert.rejects(sendTo(wanda), RetryLater);
    assert.equal(await sendTo(anna), undefined);
    const counts = [silent, works, other].map(({ path }) => pushService.received(path).length);
    assert.deepEqual(counts, [1, 1, 1]);
  });

  it('is sent again after an outage', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const browser = await subscribed(wanda);
    await pushService.pause();
    await assign();
    await deliver();
    const { rows } = await sql<{ last_error: string }>`select last_error from deliveries`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ last_error: '127.0.0.1: ECONNREFUSED' }]);
    await pushService.resume();
    await deliver();
    assert.equal(messagesOf(browser).length, 1);
  });

  it('goes to no name that resolves to an internal address', async () => {
    await turnOn(wanda, ['ticket_assigned']);
    const [, port] = pushService.host.split(':');
    const endpoint = `https://push.example.com:${port}/send/internal`;
    assert.equal((await subscribe(wanda, { ...newBrowser().toJSON(), endpoint })).status, 201);
    const ipv4 = mock.method(Resolver.prototype, 'resolve4', async () => ['127.0.0.1', '10.0.0.1']);
    const ipv6 = mock.method(Resolver.prototype, 'resolve6', async () => ['::1', 'fd00::1']);
    try {
      await assign();
      await deliver();
    } finally {
      ipv4.mock.restore();
      ipv6.mock.restore();
    }
    assert.deepEqual([ipv4.mock.callCount(), ipv6.mock.callCount()], [1, 1]);
    assert.deepEqual(pushService.received('/send/internal'), []);
    assert.deepEqual(await decisions(wanda), ['ticket_assigned dropped rejected']);
  });
});
