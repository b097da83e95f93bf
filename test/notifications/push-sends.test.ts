import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import { deleteEndedSubscriptions } from '../../src/outbound/notifications/push/subscriptions.ts';
import { createPushChannel } from '../../src/outbound/notifications/push-channel.ts';
import { releaseWaiting } from '../../src/outbound/notifications/sends.ts';
import { RetryLater } from '../../src/platform/deliveries/attempt-delivery.ts';
import { days, hours, minutes } from '../../src/platform/lib/duration.ts';
import type { TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { verifyVapid } from '../../testing/push-service.ts';
import {
  anna,
  assign,
  decisions,
  deliver,
  fixtures,
  isReady,
  localhost,
  messagesOf,
  newBrowser,
  pushService,
  secondsUntilRetry,
  subscribe,
  subscribed,
  turnOn,
  wanda,
} from './push-fixtures.ts';

// A browser reads it before it subscribes.
assert.equal((await fixtures.call(anna, 'GET', '/ext/push/key')).status, 200);

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
    } as const;
    const send = createPushChannel(fixtures.deps);
    const sendTo = (who: TestUser) => send(who.id, [{ ...told, user_id: who.id }]);
    await assert.rejects(sendTo(wanda), { message: '127.0.0.1: no answer' });
    const startedAt = performance.now();
    await assert.rejects(sendTo(wanda), RetryLater);
    assert.equal(await sendTo(anna), undefined);
    assert(performance.now() - startedAt < 4_000, 'nobody waits for the endpoint');
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
