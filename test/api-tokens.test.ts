import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { days, hours, minutes } from '../src/platform/lib/duration.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { BearerTokens } from '../src/platform/security/bearer-tokens.ts';
import { deleteExpiredApiTokens } from '../src/product/identity/api-tokens/actions.ts';
import { ApiTokenScheme } from '../src/product/identity/api-tokens/token-scheme.ts';
import { accessTokenScheme } from '../src/product/identity/auth/access-tokens.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { waitFor } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const { root, anna, wanda, boris, lobby } = fixtures;

for (const who of [root, anna, wanda, boris]) await openSession(fixtures, who);

async function newUser(name: string, role: TestUser['role']): Promise<TestUser> {
  const who = await fixtures.createUser(name, role);
  await openSession(fixtures, who);
  return who;
}

type Method = Parameters<Fixtures['call']>[1];

async function createToken(who: TestUser, fields: object = {}): Promise<{ id: string; token: string }> {
  const answer = await fixtures.call(who, 'POST', '/ext/tokens', { name: 'program', scope: 'write', ...fields });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const use = (token: string, method: Method = 'GET', url = '/tickets', body?: unknown) =>
  fixtures.call(undefined, method, url, body, { authorization: `Bearer ${token}` });

const listOf = async (who: TestUser, query = '') => (await fixtures.call(who, 'GET', `/ext/tokens${query}`)).body;

async function eventsOf(who: TestUser) {
  const { rows } = await sql<{ event: string; subject_name: string; detail: object }>`
    select event, subject_name, detail from audit_events
    where actor_id = ${who.id} and event like 'token%' order by id`.execute(fixtures.db.read);
  return rows;
}

const lastUseOf = async (id: string): Promise<string | null> => {
  const row = await fixtures.db.read.selectFrom('api_tokens').select('last_used_at').where('id', '=', id).executeTakeFirst();
  return row?.last_used_at ?? null;
};

const ticket = { category: 'electric', description: 'The lamp is dark', object_id: lobby };

describe('POST /ext/tokens', () => {
  it('POST /ext/tokens answers the token once and stores only its hash', async () => {
    const expires_at = new Date(fixtures.now.getTime() + days(30)).toISOString();
    const answer = await fixtures.call(boris, 'POST', '/ext/tokens', { name: '  report  ', scope: 'read', expires_at });
    assert.equal(answer.status, 201);
    const { id, token, ...rest } = answer.body;
    assert.match(token, /^cot_[\w-]{43}$/);
    const created_at = fixtures.now.toISOString();
    assert.deepEqual(rest, { name: 'report', scope: 'read', created_at, expires_at, last_used_at: null });
    assert.deepEqual(await listOf(boris), { items: [{ id, ...rest }], total: 1, limit: 20, offset: 0 });
    const { rows } = await sql<{ row: string }>`
      select t::text as row from api_tokens as t union all select e::text from audit_events as e`.execute(fixtures.db.read);
    const secret = token.slice('cot_'.length);
    assert(rows.length > 1);
    for (const { row } of rows) {
      assert(!row.includes(secret) && !row.includes(Buffer.from(secret).toString('hex')));
      assert(!row.includes(Buffer.from(secret, 'base64url').toString('hex')));
    }
  });

  it('POST /ext/tokens returns 400 for an expiry that has passed, and creates nothing', async () => {
    const now = fixtures.now.toISOString();
    const malformed = [{ expires_at: now }, { expires_at: '2020-01-01T00:00:00Z' }];
    for (const fields of malformed) {
      const answer = await fixtures.call(wanda, 'POST', '/ext/tokens', { name: 'program', scope: 'read', ...fields });
      assert.equal(answer.status, 400, JSON.stringify(fields));
    }
    assert.equal((await listOf(wanda)).total, 0);
    const accepted = [{ name: '🔧'.repeat(100) }, { expires_at: '2027-01-01t00:00:00+02:00' }, { expires_at: null }];
    for (const fields of accepted) await createToken(wanda, fields);
    assert.deepEqual(
      (await listOf(wanda, '?sort=created_at&order=asc')).items
        .map((one: { expires_at: string | null }) => one.expires_at)
        .sort(),
      ['2026-12-31T22:00:00.000Z', null, null],
    );
  });

  it('POST /ext/tokens returns 409 above 20 tokens, also to parallel requests, and expired ones make room', async () => {
    const who = await newUser('collector', 'client');
    const create = (fields: object = {}) =>
      fixtures.call(who, 'POST', '/ext/tokens', { name: 'program', scope: 'read', ...fields });
    const soon = new Date(fixtures.now.getTime() + 1_000).toISOString();
    for (let i = 0; i < 2; i++) assert.equal((await create({ expires_at: soon })).status, 201);
    const statuses = (await Promise.all(Array.from({ length: 30 }, () => create()))).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 18);
    assert.equal(statuses.filter((status) => status === 409).length, 12);
    fixtures.advanceClock(1_000);
    assert.deepEqual([(await create()).status, (await create()).status, (await create()).status], [201, 201, 409]);
    assert.equal((await listOf(who)).total, 20, 'the expired ones are gone');
    const [newest] = (await listOf(who)).items;
    assert.equal((await fixtures.call(who, 'DELETE', `/ext/tokens/${newest.id}`)).status, 200);
    assert.equal((await create()).status, 201);
  });

  it('POST /ext/tokens returns 429 with Retry-After after 100 tokens in an hour', async () => {
    const who = await newUser('busy', 'client');
    for (let i = 0; i < 100; i++) {
      const { id } = await createToken(who);
      await fixtures.call(who, 'DELETE', `/ext/tokens/${id}`);
    }
    const refused = await fixtures.call(who, 'POST', '/ext/tokens', { name: 'program', scope: 'read' });
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
  });
});

describe('requests with an API token', () => {
  it('an API token with the scope read reads, and gets 403 for everything else before its input is looked at', async () => {
    const { token } = await createToken(anna, { scope: 'read' });
    assert.equal((await use(token)).status, 200);
    const refusal = { error: 'the API token allows reading only' };
    assert.deepEqual((await use(token, 'POST', '/tickets', ticket)).body, refusal);
    for (const [method, url] of [
      ['POST', '/tickets'],
      ['PATCH', '/tickets/x/cancel'],
      ['PATCH', '/projects/999999'],
    ] as const) {
      const answer = await use(token, method, url, '{not json');
      assert.deepEqual([answer.status, answer.body], [403, refusal], url);
    }
  });

  it('an unknown, malformed or revoked API token gets 401', async () => {
    const { id, token } = await createToken(anna);
    assert.equal((await use(token)).status, 200);
    const others = ['cot_', `${token}A`, token.slice(0, -1), `cot_${'A'.repeat(43)}`, token.toUpperCase(), token.slice(4)];
    for (const other of others) {
      assert.deepEqual((await use(other)).body, { error: 'missing or invalid access token' }, other);
    }
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/tokens/${id}`)).status, 200);
    for (const method of ['GET', 'POST'] as const) assert.equal((await use(token, method)).status, 401);
  });

  it('an API token is refused at the next request on every instance when it is revoked', async () => {
    const other = await buildApp({ ...fixtures.deps, metrics: openMetrics() });
    const { id, token } = await createToken(anna);
    const there = () => other.inject({ url: '/tickets', headers: { authorization: `Bearer ${token}` } });
    assert.deepEqual([(await there()).statusCode, (await use(token)).status], [200, 200]);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/tokens/${id}`)).status, 200);
    assert.deepEqual([(await there()).statusCode, (await use(token)).status], [401, 401]);
    await other.close();
  });

  it('an API token gets 401 from the instant at which it expires', async () => {
    const expires_at = new Date(fixtures.now.getTime() + 60_500).toISOString();
    const { id, token } = await createToken(anna, { expires_at });
    const { token: unused } = await createToken(anna, { expires_at });
    fixtures.advanceClock(60_499);
    assert.equal((await use(token)).status, 200);
    await waitFor(() => lastUseOf(id)); // its write must not come after the end
    fixtures.advanceClock(1);
    assert.deepEqual([(await use(token)).status, (await use(unused)).status], [401, 401]);
  });

  it('an API token of a disabled account gets 403, works again when it is enabled, and gets 401 when it is deleted', async () => {
    const who = await newUser('leaver', 'client');
    const { token } = await createToken(who);
    assert.equal((await use(token)).status, 200);
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
    for (const method of ['GET', 'POST'] as const) {
      assert.deepEqual((await use(token, method)).body, { error: 'account disabled' });
    }
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: true });
    assert.equal((await use(token)).status, 200);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${who.id}`)).status, 200);
    assert.equal((await use(token)).status, 401);
  });

  it('an API token outlives a new password of its owner, which ends access tokens', async () => {
    const who = await newUser('changer', 'client');
    const { token } = await createToken(who);
    await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'brand-new-1' });
    assert.equal((await fixtures.call(who, 'GET', '/tickets')).status, 401);
    assert.equal((await use(token)).status, 200);
  });

  it('an API token counts as known, so that its requests start at once, from its first use until it is refused or expires', async () => {
    const tokens = new BearerTokens([new ApiTokenScheme(fixtures.deps), accessTokenScheme(fixtures.deps)]);
    const expires_at = new Date(fixtures.now.getTime() + 60_000).toISOString();
    const { id, token } = await createToken(anna, { expires_at });
    const isKnown = (at = fixtures.now) => tokens.cached(token, at) !== undefined;
    assert.equal(isKnown(), false);
    const verified = await tokens.verify(token, fixtures.now);
    assert(verified);
    await verified.scheme.checkAccount(verified.claims);
    assert.deepEqual([isKnown(), isKnown(new Date(expires_at))], [true, false]);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/tokens/${id}`)).status, 200);
    await assert.rejects(verified.scheme.checkAccount(verified.claims), { status: 401 });
    assert.equal(isKnown(), false);
    assert.equal(await tokens.verify(token, fixtures.now), undefined);
  });

  it('a public operation ignores an API token', async () => {
    const answers = await Promise.all(
      ['/health', '/auth/login'].map((url) => use('cot_x', url === '/health' ? 'GET' : 'POST', url)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    );
  });
});

describe('last_used_at of an API token', () => {
  it('last_used_at is written at the first use and then at most once a minute', async () => {
    const { id, token } = await createToken(anna);
    const first = fixtures.now.toISOString();
    await Promise.all(Array.from({ length: 20 }, () => use(token)));
    await waitFor(async () => (await lastUseOf(id)) === first);
    fixtures.advanceClock(minutes(1) - 1);
    const updates = mock.method(fixtures.db, 'statement');
    await use(token);
    assert.equal(updates.mock.callCount(), 0);
    assert.equal(await lastUseOf(id), first);
    fixtures.advanceClock(1);
    await Promise.all(Array.from({ length: 20 }, () => use(token)));
    await waitFor(async () => (await lastUseOf(id)) === fixtures.now.toISOString());
    // One of the requests at once may have read the former time and come late; its statement changes nothing.
    const written = updates.mock.callCount();
    await use(token);
    assert.deepEqual([written > 0, updates.mock.callCount()], [true, written]);
    updates.mock.restore();
    const [listed] = (await listOf(anna)).items.filter((one: { id: string }) => one.id === id);
    assert.equal(listed.last_used_at, fixtures.now.toISOString());
  });

  it('a request succeeds when last_used_at cannot be written', async () => {
    const { id, token } = await createToken(anna);
    const updates = mock.method(fixtures.db, 'statement', () => Promise.reject(new Error('no connection')));
    assert.equal((await use(token)).status, 200);
    assert.equal(updates.mock.callCount(), 1);
    updates.mock.restore();
    assert.equal(await lastUseOf(id), null);
    await use(token);
    await waitFor(() => lastUseOf(id));
  });
});

describe('GET /ext/tokens and DELETE /ext/tokens/{id}', () => {
  it('accounts see and revoke their own API tokens only', async () => {
    const { id } = await createToken(anna);
    for (const who of [boris, root]) {
      assert(!(await listOf(who, '?limit=100')).items.some((one: { id: string }) => one.id === id));
      assert.deepEqual((await fixtures.call(who, 'DELETE', `/ext/tokens/${id}`)).body, { error: 'token not found' });
    }
    assert.equal((await fixtures.call(anna, 'DELETE', '/ext/tokens/x')).status, 400);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/tokens/${id}`)).status, 200);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/tokens/${id}`)).status, 404);
  });

  it('of parallel requests that revoke an API token one succeeds', async () => {
    const who = await newUser('twice', 'client');
    const { id } = await createToken(who);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixtures.call(who, 'DELETE', `/ext/tokens/${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(404)]);
    assert.equal((await eventsOf(who)).length, 2);
  });

  it('creating and revoking an API token write audit events with its name', async () => {
    const who = await newUser('audited', 'worker');
    const { id } = await createToken(who, { name: 'time clock', scope: 'read' });
    await fixtures.call(who, 'DELETE', `/ext/tokens/${id}`);
    assert.deepEqual(await eventsOf(who), [
      { event: 'token_created', subject_name: 'time clock', detail: { scope: 'read', expires_at: null } },
      { event: 'token_revoked', subject_name: 'time clock', detail: {} },
    ]);
  });

  it('the hourly job deletes API tokens 7 days after they expired', async () => {
    const who = await newUser('forgetful', 'client');
    await createToken(who, { name: 'kept' });
    await createToken(who, { name: 'short', expires_at: new Date(fixtures.now.getTime() + hours(1)).toISOString() });
    fixtures.advanceClock(hours(1) + days(7) - 1);
    const names = async () => (await listOf(who, '?sort=name')).items.map((one: { name: string }) => one.name);
    await deleteExpiredApiTokens(fixtures.deps);
    assert.deepEqual(await names(), ['kept', 'short']);
    fixtures.advanceClock(1);
    await deleteExpiredApiTokens(fixtures.deps);
    assert.deepEqual(await names(), ['kept']);
  });
});

it('GET /ext/live accepts an API token', async () => {
  const { token } = await createToken(anna, { scope: 'read' });
  await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fixtures.app.server.address() as AddressInfo;
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/ext/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  stop.abort();
});
