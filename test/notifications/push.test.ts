import assert from 'node:assert/strict';
import { createECDH, createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { capabilities } from '../../src/capabilities.ts';
import { encryptPayload } from '../../src/outbound/notifications/push/encrypt-payload.ts';
import { findOrCreatePushKeys, readPushKeys } from '../../src/outbound/notifications/push/keys.ts';
import { reencrypt } from '../../src/platform/database/reencrypt.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import {
  anna,
  assign,
  deliver,
  encryptionKey,
  fixtures,
  isReady,
  ivan,
  messagesOf,
  newBrowser,
  pushService,
  subscribe,
  subscribed,
  turnOn,
  wanda,
} from './push-fixtures.ts';

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
    const [column] = capabilities.flatMap((one) => one.encryptedColumns ?? []).filter(({ table }) => table === 'push_keys');
    assert(column);
    const [current, previous] = [dataEncryptionKey, encryptionKey].map((key) => createSecretKey(key));
    assert(current && previous);
    await reencrypt(db, column, { current, previous });
    assert.equal((await readPushKeys(db.read, changed))?.publicKey, keys.publicKey);
    await reencrypt(db, column, { current: previous, previous: current });
  });
});

describe('without DATA_ENCRYPTION_KEY', () => {
  it('there is no key, no browser can be subscribed, and the preferences say that push is not ready', async () => {
    const plain = await Fixtures.create();
    await openSession(plain, plain.anna);
    assert.equal((await plain.call(plain.anna, 'GET', '/ext/push/key')).status, 404);
    const answer = await plain.call(plain.anna, 'POST', '/ext/push/subscriptions', newBrowser());
    assert.deepEqual([answer.status, answer.body], [409, { error: 'push notifications are not available' }]);
    const { body } = await plain.call(plain.anna, 'GET', '/ext/notifications/preferences');
    assert.equal(body.channels.push.ready, false);
  });
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
      'ftp://push.example.com/x',
      'push.example.com/x',
      'https://127.0.0.1/x',
      'https://127.1:8443/x',
      'https://2130706433/x',
      'https://10.1.2.3/x',
      'https://169.254.169.254/latest/meta-data',
      'https://192.168.1.1/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://[fd00::1]/x',
      'https://[2002:0a00:0001::1]/x',
      'https://localhost/x',
      'https://localhost./x',
      'https://db/x',
      'https://db.internal/x',
      'https://printer.local/x',
      'https://user:password@push.example.com/x',
      `https://push.example.com/${'x'.repeat(2_048)}`,
    ]) {
      const { status, body } = await subscribe(wanda, { endpoint, keys });
      assert.equal(status, 400, `${endpoint} ${JSON.stringify(body)}`);
    }
    for (const endpoint of ['https://push.example.com/x', 'https://93.184.216.34/x', 'https://[2606:4700::1]/x'])
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

  it('needs a session: no API token, no session that has ended', async () => {
    const { body } = await fixtures.call(ivan, 'POST', '/ext/tokens', { name: 'program', scope: 'write' });
    const headers = { authorization: `Bearer ${body.token}` };
    assert.equal((await fixtures.call(undefined, 'POST', '/ext/push/subscriptions', newBrowser(), headers)).status, 403);
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
