import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteExpired } from '../src/product/auth/delete-expired.ts';
import { Fixtures, password } from '../testing/fixtures.ts';

// Passwords of one account that are guessed from many networks, and what its owner notices of it.

const fixtures = await Fixtures.create({ TRUSTED_PROXIES: '127.0.0.0/8' });
const login = (ip: string, email: string, given: string) =>
  fixtures.call(undefined, 'POST', '/auth/login', { email, password: given }, { 'x-forwarded-for': ip });
const tooMany = { error: 'too many attempts, try again later' };
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
