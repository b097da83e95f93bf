import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { issueBindCode } from '../src/outbound/messenger/actions.ts';
import { deleteExpired as deleteExpiredBotRows } from '../src/outbound/messenger/delete-expired.ts';
import { RateLimiter } from '../src/platform/http/rate-limiter.ts';
import { deleteExpired } from '../src/product/auth/delete-expired.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitForLockWait } from '../testing/wait.ts';

const fixtures = await Fixtures.create({ TRUSTED_PROXIES: '10.9.0.0/16, 2001:db8::/32' });
const tooMany = { error: 'too many attempts, try again later' };
const minute = 60_000;

const from = (ip: string, url: string, body?: unknown) => fixtures.call(undefined, 'POST', url, body, { 'x-forwarded-for': ip });
async function statuses(count: number, request: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => request(i)));
  return answers.map(({ status }) => status).sort();
}
const fill = (...pairs: [number, number][]) => pairs.flatMap(([count, status]) => Array(count).fill(status)).sort();

describe('rate limits per address', () => {
  it('POST /auth/login returns 429 after 10 requests a minute from one address, also in parallel and with any body', async () => {
    assert.deepEqual(await statuses(25, () => from('192.0.2.1', '/auth/login', {})), fill([10, 400], [15, 429]));
    const { body, headers } = await from('192.0.2.1', '/auth/login', '{broken');
    assert.deepEqual(body, tooMany);
    assert.equal(headers['retry-after'], '60');
    assert.equal((await from('192.0.2.2', '/auth/login', {})).status, 400, 'another address');
  });

  it('the login limit counts a sliding minute, and refused attempts do not count', async () => {
    const attempt = async () => (await from('192.0.2.3', '/auth/login', {})).status;
    for (let i = 0; i < 10; i++) {
      assert.equal(await attempt(), 400);
      fixtures.advanceClock(3000);
    }
    assert.equal(await attempt(), 429); // at 30 s
    fixtures.advanceClock(29_999);
    assert.equal(await attempt(), 429); // at 59.999 s the first still counts
    fixtures.advanceClock(1);
    assert.equal(await attempt(), 400);
    assert.equal(await attempt(), 429);
    fixtures.advanceClock(3000);
    assert.equal(await attempt(), 400);
  });

  it('POST /auth/refresh and /auth/logout share a limit of 30 requests a minute per address', async () => {
    const request = (i: number) => from('192.0.2.4', i % 2 ? '/auth/refresh' : '/auth/logout');
    const answers = await statuses(40, request);
    assert.equal(answers.filter((status) => status === 429).length, 10);
    assert(answers.every((status) => [200, 401, 429].includes(status)));
  });

  it('POST /auth/reset-password returns 429 after 30 requests a minute from one address', async () => {
    assert.deepEqual(await statuses(35, () => from('192.0.2.5', '/auth/reset-password', {})), fill([30, 400], [5, 429]));
  });

  it('POST /auth/forgot-password returns 429 after 10 requests a minute from one address', async () => {
    const request = (i: number) => from('192.0.2.6', '/auth/forgot-password', { email: `a${i}@example.com` });
    assert.deepEqual(await statuses(12, request), fill([10, 200], [2, 429]));
  });
});

describe('RateLimiter.takeBack', () => {
  it('an attempt that is taken back lets the next one pass, also after one was refused meanwhile', async () => {
    const rateLimiter = new RateLimiter(fixtures.deps);
    const attempt = { limit: { name: 'taken-back', max: 2, windowMs: minute }, subject: 'anybody' };
    const consume = () => rateLimiter.consume([attempt], fixtures.now);
    await consume();
    await consume();
    await assert.rejects(consume(), { status: 429 });
    await rateLimiter.takeBack(attempt);
    await consume();
    await assert.rejects(consume(), { status: 429 });
  });
});

describe('expired rate limit rows', () => {
  it('deleteExpired deletes rate limit rows that no longer count and keeps the others', async () => {
    await from('192.0.4.1', '/auth/login', {});
    fixtures.advanceClock(30_000);
    await from('192.0.4.2', '/auth/login', {});
    fixtures.advanceClock(30_001);
    await deleteExpired(fixtures.deps);
    const keys = ['192.0.4.1', '192.0.4.2'].map((ip) => createHash('sha256').update(`login ${ip}`).digest());
    const { rows } = await sql<{ key: Buffer }>`select key from rate_limits where key = any(${keys})`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ key: keys[1] }]);
  });

  it('deleteExpired keeps a bind code that is issued at the same moment', async () => {
    const bot = { id: 77, username: '' };
    await sql`insert into bots (id) values (${bot.id}), (${bot.id + 1})`.execute(fixtures.db.read);
    let removal = Promise.resolve();
    await fixtures.db.transaction(async (tx) => {
      await issueBindCode(tx, fixtures.anna, bot, fixtures.now);
      removal = deleteExpiredBotRows(fixtures.deps);
      await Promise.race([removal, waitForLockWait(fixtures.db)]);
    });
    await removal;
    const ids = async (table: 'bots' | 'bind_codes', column: 'id' | 'bot_id') =>
      (await sql<{ id: number }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(fixtures.db.read)).rows;
    assert.deepEqual(await ids('bind_codes', 'bot_id'), [{ id: bot.id }]);
    assert.deepEqual(await ids('bots', 'id'), [{ id: bot.id }], 'the other one is of no use to anybody');
  });
});

describe('mail limit per address', () => {
  it('POST /auth/forgot-password sends at most three mails a day to one address, known or not, in any letter case', async () => {
    for (const name of ['anna', 'nobody']) {
      const ask = (i: number) =>
        from(`192.0.3.${i}`, '/auth/forgot-password', {
          email: i % 2 ? `${name}@example.com` : ` ${name.toUpperCase()}@Example.com`,
        });
      assert.deepEqual(await statuses(6, ask), fill([3, 200], [3, 429]));
      const { body, headers } = await ask(9);
      assert.deepEqual(body, tooMany);
      assert.equal(headers['retry-after'], '86400');
    }
    fixtures.advanceClock(24 * 60 * minute);
    assert.equal((await from('192.0.3.1', '/auth/forgot-password', { email: 'anna@example.com' })).status, 200);
  });

  it('POST /auth/forgot-password does not count malformed addresses', async () => {
    for (let i = 0; i < 4; i++) assert.equal((await from('192.0.3.77', '/auth/forgot-password', { email: 'x' })).status, 400);
  });
});
