import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { RateLimiter } from '../src/platform/http/rate-limiter.ts';
import { deleteExpired } from '../src/product/identity/auth/delete-expired.ts';
import { Fixtures, password } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';

// What one account may use, and that others are not affected when it is used up.

const fixtures = await Fixtures.create({
  MAX_PROJECTS: '5',
  MAX_OBJECTS: '6',
  MAX_RULES: '4',
  MAX_INVITATIONS: '3',
  MAX_ACCOUNTS_PER_HOUR: '7',
});
const { anna, boris, root, tower, lobby } = fixtures;

async function statusesOf(n: number, one: (i: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const all = await Promise.all(Array.from({ length: n }, (_, i) => one(i)));
  const counts: Record<number, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const rule = (i: number) => ({
  anchor_at: '2026-04-01T08:00:00Z',
  period_days: 7,
  category: 'other',
  description: `Round number ${i}`,
  object_id: lobby,
});

describe('quotas of a client that sends 30 requests at the same time', () => {
  it('POST /projects returns 409 for exactly the projects above MAX_PROJECTS, and other clients can still create some', async () => {
    const add = (i: number) => fixtures.call(anna, 'POST', '/projects', { name: `Project ${i}` });
    assert.deepEqual(await statusesOf(30, add), { 201: 4, 409: 26 });
    assert.deepEqual((await add(99)).body, { error: 'a client has at most 5 projects' });
    assert.equal((await fixtures.call(boris, 'POST', '/projects', { name: 'Another' })).status, 201);
  });

  it('POST /projects/{id}/objects returns 409 for exactly the objects above MAX_OBJECTS, whoever creates them', async () => {
    const add = (i: number) =>
      fixtures.call(i % 2 ? anna : root, 'POST', `/projects/${tower}/objects`, { name: `Object ${i}`, address: 'Long street 1' });
    assert.deepEqual(await statusesOf(30, add), { 201: 5, 409: 25 });
    assert.equal(
      (await fixtures.call(boris, 'POST', `/projects/${fixtures.yard}/objects`, { name: 'Shed', address: 'Yard 1' })).status,
      201,
    );
  });

  it('POST /recurring and POST /tickets return 409 for exactly the rules above MAX_RULES and leave no ticket behind', async () => {
    const before = (await fixtures.call(anna, 'GET', '/tickets')).body.total;
    const add = (i: number) => {
      const { anchor_at, period_days, ...ticket } = rule(i);
      return i % 2
        ? fixtures.call(anna, 'POST', '/recurring', rule(i))
        : fixtures.call(anna, 'POST', '/tickets', { ...ticket, recurring: { anchor_at, period_days } });
    };
    assert.deepEqual(await statusesOf(30, add), { 201: 4, 409: 26 });
    const withTicket = (await fixtures.call(anna, 'GET', '/tickets')).body.total - before;
    const { body } = await fixtures.call(anna, 'GET', '/recurring');
    assert.equal(body.total, 4);
    assert(withTicket <= 4);
    assert.equal((await fixtures.call(anna, 'DELETE', `/recurring/${body.items[0].id}`)).status, 200);
    assert.equal((await add(1)).status, 201, 'after one was removed');
  });

  it('POST /projects/{id}/workers returns 409 for open invitations above MAX_INVITATIONS, and an answered one makes room', async () => {
    const workers = await Promise.all(Array.from({ length: 6 }, (_, i) => fixtures.createUser(`hand${i}`, 'worker')));
    const invite = (i: number) => fixtures.call(anna, 'POST', `/projects/${tower}/workers`, { worker_id: workers[i]?.id });
    // ivan's is open already
    assert.deepEqual(await statusesOf(6, invite), { 200: 2, 409: 4 });
    const { body } = await fixtures.call(anna, 'GET', `/projects/${tower}/workers?limit=100`);
    const invited = workers.find(({ id }) =>
      body.items.some((m: { id: string; status: string }) => m.id === id && m.status === 'invited'),
    );
    assert(invited);
    assert.equal((await fixtures.call(invited, 'POST', `/projects/${tower}/invitation/decline`)).status, 200);
    const left = workers.findIndex(({ id }) => !body.items.some((m: { id: string }) => m.id === id));
    assert.equal((await invite(left)).status, 200);
  });

  it('POST /users returns 429 to a client above MAX_ACCOUNTS_PER_HOUR and 201 to an admin', async () => {
    const add = (who: typeof anna) => (i: number) =>
      fixtures.call(who, 'POST', '/users', {
        email: `${who.name}${i}@example.com`,
        name: `Hand ${i}`,
        password: 'correct-horse-1',
        role: 'worker',
      });
    assert.deepEqual(await statusesOf(30, add(anna)), { 201: 7, 429: 23 });
    const refused = await add(anna)(99);
    assert.deepEqual(refused.body, { error: 'too many attempts, try again later' });
    assert.equal(refused.headers['retry-after'], '3600');
    assert.deepEqual(await statusesOf(30, add(root)), { 201: 30 });
    fixtures.advanceClock(3_600_000);
    assert.equal((await add(anna)(100)).status, 201);
  });

  it('POST /users does not count accounts whose body is refused', async () => {
    fixtures.advanceClock(3_600_000);
    for (let i = 0; i < 10; i++) assert.equal((await fixtures.call(boris, 'POST', '/users', { role: 'worker' })).status, 400);
    for (let i = 0; i < 10; i++) {
      const admin = { email: `a${i}@example.com`, name: 'Anton', password: 'correct-horse-1', role: 'admin' };
      assert.equal((await fixtures.call(boris, 'POST', '/users', admin)).status, 403);
    }
    const worker = { email: 'fine@example.com', name: 'Anton', password: 'correct-horse-1', role: 'worker' };
    assert.equal((await fixtures.call(boris, 'POST', '/users', worker)).status, 201);
  });
});

it('POST /tickets/{id}/photos returns 500 `storage unavailable` when too little room would be left on the disk', async () => {
  const full = await Fixtures.open({ MIN_FREE_DISK_BYTES: String(2 ** 52) });
  try {
    const id = await full.createTicketWithStatus('in_progress');
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const answer = await full.call(full.wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    assert.deepEqual([answer.status, answer.body], [500, { error: 'storage unavailable' }]);
    assert.equal(answer.headers['retry-after'], '30');
    assert.equal((await full.call(full.wanda, 'PATCH', `/tickets/${id}/done`)).status, 200);
    const health = await full.call(undefined, 'GET', '/health');
    assert.deepEqual([health.status, health.body], [503, { error: 'not ready: storage unavailable' }]);
    assert.equal((await full.call(undefined, 'GET', '/health/ready')).status, 200);
  } finally {
    await full.close();
  }
});

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

// Passwords of one account that are guessed from many networks, and what its owner notices of it.

const login = (ip: string, email: string, given: string) =>
  fixtures.call(undefined, 'POST', '/auth/login', { email, password: given }, { 'x-forwarded-for': ip });
const days = (n: number) => n * 86_400_000;

/** So many wrong passwords, each from a network of its own. */
async function guess(email: string, times: number, net: string): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < times; i++) statuses.push((await login(`${net}.${i}`, email, 'wrong-guess-1')).status);
  return statuses;
}

describe('failed logins per account', () => {
  it('POST /auth/login returns 429 after 50 failed logins in 15 minutes from networks unknown to the account', async () => {
    const { email } = await fixtures.createUser('guessed', 'client');
    assert.deepEqual(await guess(email, 52, '198.51.100'), [...Array(50).fill(401), 429, 429]);
    const { status, body, headers } = await login('203.0.113.1', email, password);
    assert.deepEqual([status, body], [429, tooMany]);
    assert(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 900);
    fixtures.advanceClock(15 * 60_000);
    assert.equal((await login('203.0.113.1', email, password)).status, 200);
  });

  it('POST /auth/login applies the same limit to an address without an account', async () => {
    assert.deepEqual(await guess('nobody@example.com', 52, '198.51.101'), [...Array(50).fill(401), 429, 429]);
    assert.equal((await guess('NOBODY@example.com', 1, '198.51.102'))[0], 429);
  });

  it('POST /auth/login admits a network from which the account signed in during the last 30 days', async () => {
    const { email } = await fixtures.createUser('owner', 'client');
    assert.equal((await login('192.0.2.50', email, password)).status, 200);
    assert.equal((await login('2001:db8:5:6::1', email, password)).status, 200);
    fixtures.advanceClock(days(29));
    await guess(email, 51, '198.51.103');
    assert.equal((await login('192.0.2.50', email, password)).status, 200);
    assert.equal((await login('2001:db8:5:6:aaaa::9', email, password)).status, 200, 'the same /64');
    assert.equal((await login('192.0.2.51', email, password)).status, 429);
    assert.equal((await login('2001:db8:5:7::1', email, password)).status, 429, 'another /64');
  });

  it('POST /auth/login refuses a network that was last used more than 30 days ago', async () => {
    const { email } = await fixtures.createUser('returning', 'client');
    assert.equal((await login('192.0.2.60', email, password)).status, 200);
    fixtures.advanceClock(days(30));
    await guess(email, 50, '198.51.104');
    assert.equal((await login('192.0.2.60', email, password)).status, 429);
  });

  it('POST /auth/login does not count successful logins as failed', async () => {
    const { email } = await fixtures.createUser('busy', 'client');
    for (let i = 0; i < 60; i++) assert.equal((await login(`198.51.105.${i}`, email, password)).status, 200);
  });

  it('POST /auth/login returns 401 without counting for an overlong address or password', async () => {
    const { email } = await fixtures.createUser('long', 'client');
    for (let i = 0; i < 51; i++) assert.equal((await login(`198.51.106.${i}`, email, 'x'.repeat(2_000))).status, 401);
    assert.equal((await login('198.51.107.1', 'x'.repeat(2_000), password)).status, 401);
    assert.equal((await login('198.51.107.2', email, password)).status, 200);
  });
});

it('login networks are deleted after 30 days', async () => {
  const { id, email } = await fixtures.createUser('moving', 'client');
  assert.equal((await login('192.0.2.70', email, password)).status, 200);
  const known = () => fixtures.db.read.selectFrom('login_networks').select('network').where('user_id', '=', id).execute();
  fixtures.advanceClock(days(29));
  await deleteExpired(fixtures.deps);
  assert.deepEqual(await known(), [{ network: '192.0.2.70' }]);
  fixtures.advanceClock(days(1));
  await deleteExpired(fixtures.deps);
  assert.deepEqual(await known(), []);
});

describe('login limits of IPv6 networks', () => {
  const attempt = async (ip: string) => (await login(ip, 'somebody@example.com', 'x'.repeat(2_000))).status;

  it('POST /auth/login counts attempts of one IPv6 /64 together', async () => {
    const statuses = [];
    for (let i = 1; i <= 14; i++) statuses.push(await attempt(`2001:db8:1:2::${i.toString(16)}`));
    assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(4).fill(429)]);
    assert.equal(await attempt('2001:db8:1:3::1'), 401, 'the next /64');
  });

  it('POST /auth/login counts attempts of one IPv6 /48 together, with ten times the limit', async () => {
    fixtures.advanceClock(60_000);
    const statuses = [];
    for (let i = 0; i < 104; i++) statuses.push(await attempt(`2001:db8:9:${i.toString(16)}::1`));
    assert.deepEqual(statuses, [...Array(100).fill(401), ...Array(4).fill(429)]);
    assert.equal(await attempt('2001:db8:a::1'), 401, 'the next /48');
  });

  it('POST /auth/login does not count attempts that the /64 limit refuses for the /48', async () => {
    fixtures.advanceClock(60_000);
    for (let i = 0; i < 150; i++) await attempt('2001:db8:b:1::1');
    const others = [];
    for (let i = 2; i < 12; i++) for (let j = 0; j < 9; j++) others.push(await attempt(`2001:db8:b:${i.toString(16)}::1`));
    assert.deepEqual(others, Array(90).fill(401));
    assert.equal(await attempt('2001:db8:b:ffff::1'), 429);
  });

  it('POST /auth/login does not count attempts that the /48 limit refuses for the /64', async () => {
    fixtures.advanceClock(60_000);
    for (let i = 0; i < 100; i++) await attempt(`2001:db8:c:${i.toString(16)}::1`);
    for (let i = 0; i < 20; i++) assert.equal(await attempt('2001:db8:c:0::1'), 429);
    fixtures.advanceClock(60_000);
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push(await attempt('2001:db8:c:0::1'));
    assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
  });
});

it('POST /auth/login refuses an attempt above the limit without an SQL statement', async () => {
  for (let i = 0; i < 11; i++) await login('192.0.2.80', 'a@example.com', 'x'.repeat(2_000));
  const before = await fixtures.db.read.selectFrom('rate_limits').selectAll().orderBy('key').execute();
  const { statement, transaction } = fixtures.db.counters;
  const forbidden = () => assert.fail('a statement');
  Object.assign(fixtures.db.counters, { statement: forbidden, transaction: forbidden });
  try {
    for (let i = 0; i < 50; i++) assert.equal((await login('192.0.2.80', 'a@example.com', 'x'.repeat(2_000))).status, 429);
  } finally {
    Object.assign(fixtures.db.counters, { statement, transaction });
  }
  assert.deepEqual(await fixtures.db.read.selectFrom('rate_limits').selectAll().orderBy('key').execute(), before);
});
