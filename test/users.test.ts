import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, oleg } = fixtures;
const account = (fields: object = {}) => ({
  email: `${crypto.randomUUID()}@example.com`,
  name: 'Otto',
  password,
  role: 'worker',
  ...fields,
});
const create = (who: TestUser, fields: object = {}) => fixtures.call(who, 'POST', '/users', account(fields));
let address = 0;
const login = (email: string, pass = password) =>
  fixtures.call(undefined, 'POST', '/auth/login', { email, password: pass }, { 'x-forwarded-for': `10.2.0.${++address}` });

describe('POST /users', () => {
  it('POST /users by an admin returns 201 with a confirmed account of any role', async () => {
    for (const role of ['worker', 'admin', 'client']) {
      const { status, body } = await create(root, { role, phone: ' 123 ' });
      assert.equal(status, 201);
      assert.deepEqual(
        [body.role, body.phone, body.is_active, body.confirmed_at],
        [role, '123', true, fixtures.now.toISOString()],
      );
      assert.deepEqual(Object.keys(body).sort(), [
        'confirmed_at',
        'created_at',
        'email',
        'id',
        'is_active',
        'name',
        'phone',
        'role',
      ]);
      assert.equal((await login(body.email)).status, 200);
    }
  });

  it('POST /users by a client creates a worker who awaits confirmation by that client', async () => {
    const { status, body } = await create(anna);
    assert.equal(status, 201);
    assert.deepEqual([body.confirmed_at, body.phone], [null, '']);
    assert.deepEqual((await login(body.email)).body, { error: 'account not confirmed' });
    assert.equal((await fixtures.call(boris, 'POST', `/users/${body.id}/confirm`)).status, 404);
    assert.deepEqual((await fixtures.call(anna, 'POST', `/users/${body.id}/confirm`)).body, { ok: true });
    assert.equal((await login(body.email)).status, 200);
    assert.equal((await fixtures.call(anna, 'POST', `/users/${body.id}/confirm`)).status, 409);
  });

  it('POST /users by a client returns 403 for another role', async () => {
    for (const role of ['admin', 'client']) assert.equal((await create(anna, { role })).status, 403);
    assert.equal((await create(anna, { role: 'admin', name: '' })).status, 400, 'the body first');
  });

  it('POST /users stores an address in its one form and returns 409 for others, and 400 for one that can look like another', async () => {
    const first = await create(root, { email: 'Ju\u0308rgen@MÜNCHEN.example' });
    assert.deepEqual([first.status, first.body.email], [201, 'Jürgen@MÜNCHEN.example']);
    for (const email of ['jürgen@münchen.example', 'JÜRGEN@xn--mnchen-3ya.example']) {
      assert.equal((await create(root, { email })).status, 409, email);
      assert.equal((await login(email)).body.user?.id, first.body.id, email);
    }
    for (const email of ['an\u200bna@example.com', '\u202eanna@example.com', 'аnna@example.com']) {
      const { status, body } = await create(root, { email });
      assert.deepEqual([status, body], [400, { error: 'email must be a valid email' }]);
    }
    for (const name of ['\u200b', '\u2800\u2800']) {
      const { status, body } = await create(root, { name });
      assert.deepEqual([status, body], [400, { error: 'name must have a visible character' }]);
    }
  });

  it('POST /users returns 409 for an address that is taken in any letter case, also in ten concurrent requests', async () => {
    assert.equal((await create(root, { email: ' ANNA@Example.com' })).status, 409);
    const email = 'Race@example.com';
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(root, { email })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
    assert.equal(answers.find(({ status }) => status === 201)?.body.email, email, 'kept as typed');
  });
});

describe('GET /users', () => {
  const names = async (who: TestUser, query = '') => {
    const { status, body } = await fixtures.call(who, 'GET', `/users?limit=100&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.total, body.items.length);
    return body.items.map(({ name }: { name: string }) => name);
  };

  it('GET /users lists active workers by name by default', async () => {
    await fixtures.createUser('zoe', 'worker', { is_active: false });
    const workers = await names(root);
    assert(workers.includes('ivan') && workers.includes('wanda') && !workers.includes('zoe') && !workers.includes('anna'));
    assert.deepEqual(
      workers,
      [...workers].sort((a, b) => a.localeCompare(b)),
    );
    assert((await names(root, 'include_inactive=1')).includes('zoe'));
    assert.deepEqual(await names(root, 'role=client'), ['anna', 'boris', 'Otto']);
  });

  it('GET /users returns to a client workers only, 403 for another role and 400 for an unknown one', async () => {
    assert((await names(anna)).includes('oleg'));
    assert((await names(anna, 'role=worker')).includes('oleg'));
    for (const role of ['admin', 'client']) assert.equal((await fixtures.call(anna, 'GET', `/users?role=${role}`)).status, 403);
    assert.equal((await fixtures.call(anna, 'GET', '/users?role=boss')).status, 400);
    assert.equal((await fixtures.call(wanda, 'GET', '/users')).status, 403);
  });

  it('GET /users ignores include_inactive from a client and returns 400 for a malformed value from an admin', async () => {
    for (const value of ['1', 'x', '1&include_inactive=0'])
      assert(!(await names(anna, `include_inactive=${value}`)).includes('zoe'));
    for (const value of ['2', 'true', '1&include_inactive=0']) {
      assert.equal((await fixtures.call(root, 'GET', `/users?include_inactive=${value}`)).status, 400);
    }
  });

  it('GET /users?q= searches name and address in any case and alphabet and takes wildcards literally', async () => {
    await fixtures.createUser('Жанна_100%', 'worker');
    assert.deepEqual(await names(root, 'q=WAND'), ['wanda']);
    assert.deepEqual(await names(root, 'q=Wanda@EXAMPLE'), ['wanda']);
    assert.deepEqual(await names(root, `q=${encodeURIComponent('жАННА')}`), ['Жанна_100%']);
    assert.deepEqual(await names(root, `q=${encodeURIComponent('_1')}`), ['Жанна_100%']);
    assert.deepEqual(await names(root, `q=${encodeURIComponent('0%')}`), ['Жанна_100%']);
    assert.deepEqual(await names(root, `q=${encodeURIComponent('%%')}`), []);
    assert.deepEqual(await names(root, `q=${encodeURIComponent('\\\\')}`), []);
    for (const q of ['a', ' a ', 'x'.repeat(201), 'a%00b'])
      assert.equal((await fixtures.call(root, 'GET', `/users?q=${q}`)).status, 400, q);
    assert((await names(root, 'q=')).includes('oleg'));
  });

  it('GET /users sorts by each key in both directions', async () => {
    fixtures.advanceClock(1_000);
    await fixtures.createUser('younger', 'worker');
    for (const sort of ['name', 'created_at', 'email', 'id']) {
      const valuesIn = async (order: string): Promise<string[]> =>
        (await fixtures.call(root, 'GET', `/users?sort=${sort}&limit=100${order}`)).body.items.map(
          (item: Record<string, string>) => item[sort],
        );
      const rising = await valuesIn('');
      assert(new Set(rising).size > 1);
      assert.deepEqual(
        rising,
        rising.toSorted((a, b) => a.localeCompare(b)),
        `${sort} ascends by default`,
      );
      assert.deepEqual(await valuesIn('&order=desc'), rising.toReversed());
    }
    assert.equal((await fixtures.call(root, 'GET', '/users?sort=phone')).status, 400);
  });
});

describe('PATCH /users/{id}', () => {
  const setActive = (who: TestUser, target: TestUser | { id: string }, is_active: unknown) =>
    fixtures.call(who, 'PATCH', `/users/${target.id}`, { is_active });

  it('PATCH /users/{id} disables and enables an account, by admins and by the client of a project', async () => {
    for (const who of [root, anna]) {
      const off = await setActive(who, wanda, false);
      assert.deepEqual([off.status, off.body.is_active], [200, false]);
      const on = await setActive(who, wanda, true);
      assert.deepEqual([on.status, on.body.is_active], [200, true]);
    }
  });

  it('PATCH /users/{id} returns 400 when an account disables itself and 200 when it enables itself', async () => {
    assert.equal((await setActive(root, root, false)).status, 400);
    assert.equal((await setActive(anna, anna, false)).status, 400);
    assert.equal((await setActive(root, { id: root.id.toUpperCase() }, false)).status, 400);
    assert.equal((await setActive(root, root, true)).status, 200);
  });

  it('one of two admins who disable each other at the same time is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await fixtures.createUser(`one${round}`, 'admin'), await fixtures.createUser(`two${round}`, 'admin')];
      const answers = await Promise.all([setActive(one, two, false), setActive(two, one, false)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    }
  });
});

describe('DELETE /users/{id}', () => {
  const remove = (who: TestUser, id: string) => fixtures.call(who, 'DELETE', `/users/${id}`);

  it('DELETE /users/{id} by an admin returns 200 when nothing refers to the account except sessions and reset tokens', async () => {
    const who = await fixtures.createUser('shortlived', 'client');
    await login(who.email);
    await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`);
    assert.deepEqual((await remove(root, who.id)).body, { ok: true });
    assert.equal((await remove(root, who.id)).status, 404);
  });

  it('DELETE /users/{id} returns 409 with the specified message for projects, memberships and tickets', async () => {
    const busy = await fixtures.createUser('withticket', 'worker');
    await fixtures.addMember(fixtures.tower, busy, 'active');
    const id = await fixtures.createTicket();
    await fixtures.call(busy, 'PATCH', `/tickets/${id}/take`);
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', busy.id).execute());
    for (const who of [anna, ivan, wanda, busy]) {
      const { status, body } = await remove(root, who.id);
      assert.deepEqual([status, body], [409, { error: 'user has related records' }], who.name);
    }
  });

  it('DELETE /users/{id} returns 400 for the own account', async () => {
    for (const who of [root, anna]) assert.equal((await remove(who, who.id)).status, 400);
    assert.equal((await remove(root, root.id.toUpperCase())).status, 400);
  });

  it('DELETE /users/{id} by a client deletes a member with its memberships in the projects of that client and nothing else', async () => {
    const worker = await fixtures.createUser('leaving', 'worker');
    const second = await fixtures.createProject(anna, 'Second');
    await fixtures.addMember(fixtures.tower, worker, 'active');
    await fixtures.addMember(second, worker, 'declined');
    assert.equal((await remove(boris, worker.id)).status, 404);
    assert.equal((await remove(anna, worker.id)).status, 200);
    assert.equal((await remove(anna, worker.id)).status, 404);
  });

  it('DELETE /users/{id} by a client returns 409 and changes nothing when others refer to the worker', async () => {
    const worker = await fixtures.createUser('shared', 'worker');
    await fixtures.addMember(fixtures.tower, worker, 'active');
    await fixtures.addMember(fixtures.yard, worker, 'invited');
    assert.deepEqual((await remove(anna, worker.id)).body, { error: 'user has related records' });
    const { body } = await fixtures.call(anna, 'GET', `/projects/${fixtures.tower}/workers?limit=100`);
    assert(
      body.items.some(({ id }: { id: string }) => id === worker.id),
      'the membership is still there',
    );
  });
});

describe('passwords and confirmation by admins', () => {
  it('POST /users/{id}/password-reset answers a token and when it expires', async () => {
    const url = `/users/${oleg.id}/password-reset`;
    const { status, body } = await fixtures.call(root, 'POST', url);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ['expires_at', 'ok', 'token']);
    assert.equal(body.expires_at, new Date(fixtures.now.getTime() + 86_400_000).toISOString());
    assert.match(body.token, /^[\w-]{43}$/);
  });

  it('POST /users/{id}/password-set replaces the password and ends sessions and tokens', async () => {
    const who = await fixtures.createUser('renewed', 'worker');
    const before = await login(who.email);
    const { body: issued } = await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`);
    const set = (value: unknown) => fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: value });
    assert.deepEqual((await set('brand-new-1')).body, { ok: true });
    assert.equal((await login(who.email)).status, 401);
    assert.equal((await login(who.email, 'brand-new-1')).status, 200);
    const cookie = `refresh_token=${before.cookies[0]?.value}`;
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/refresh', undefined, { cookie })).status, 401);
    assert.equal(
      (await fixtures.call(undefined, 'GET', '/auth/me', undefined, { authorization: `Bearer ${before.body.token}` })).status,
      401,
    );
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', { token: issued.token, password })).status, 400);
    for (const weak of ['short-1', null, 5]) assert.equal((await set(weak)).status, 400);
  });
});

describe('names and phone numbers', () => {
  it('PATCH /ext/users/{id} changes the profile of an account, and PATCH /ext/me the own one', async () => {
    const user = await fixtures.createUser('renamed', 'worker');
    const changed = await fixtures.call(root, 'PATCH', `/ext/users/${user.id}`, { name: '  Walther  ', phone: '+49 1' });
    assert.deepEqual([changed.status, changed.body.name, changed.body.phone], [200, 'Walther', '+49 1']);
    assert.equal((await fixtures.call(root, 'PATCH', `/ext/users/${user.id}`, { phone: '' })).body.name, 'Walther');
    const own = await fixtures.call(user, 'PATCH', '/ext/me', { name: 'Walt' });
    assert.deepEqual([own.body.profile.name, own.body.profile.phone], ['Walt', '']);
    assert.equal((await fixtures.call(user, 'GET', '/auth/me')).body.name, 'Walt');
  });

  it('are validated as when an account is created', async () => {
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(201) }, { phone: '1'.repeat(33) }, { name: 7 }]) {
      assert.equal((await fixtures.call(root, 'PATCH', `/ext/users/${wanda.id}`, body)).status, 400);
      assert.equal((await fixtures.call(wanda, 'PATCH', '/ext/me', body)).status, 400);
    }
  });

  it('stay in the journal as they were', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    await fixtures.call(root, 'PATCH', `/ext/users/${wanda.id}`, { name: 'Wanda Weiss' });
    const { items } = (await fixtures.call(anna, 'GET', `/tickets/${id}/events`)).body;
    assert.equal(items.at(-1).actor_name, 'wanda');
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.worker_name, 'Wanda Weiss');
    await fixtures.call(root, 'PATCH', `/ext/users/${wanda.id}`, { name: 'wanda' });
  });
});

interface SignedIn {
  token: string;
  cookie: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function cookieOf(answer: { cookies: { name: string; value: string }[] }): string {
  const cookie = answer.cookies.find(({ name }) => name === 'refresh_token');
  assert(cookie, 'a refresh cookie');
  return cookie.value;
}

async function signIn(who: { email: string }, secret = password, userAgent = 'test'): Promise<SignedIn> {
  const body = { email: who.email, password: secret };
  const answer = await fixtures.call(undefined, 'POST', '/auth/login', body, { 'user-agent': userAgent });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  fixtures.advanceClock(61_000); // beyond the limit of logins
  return { token: answer.body.token, cookie: cookieOf(answer) };
}

const refresh = (cookie: string) =>
  fixtures.call(undefined, 'POST', '/auth/refresh', undefined, { cookie: `refresh_token=${cookie}` });
const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
  fixtures.call(undefined, method, url, body, bearer(token));

async function newAccount(name: string, changes = {}): Promise<TestUser> {
  return fixtures.createUser(name, 'worker', changes);
}

describe('GET /ext/me', () => {
  it('GET /ext/me returns the profile, and that nobody else chose the password', async () => {
    const { status, body } = await fixtures.call(anna, 'GET', '/ext/me');
    assert.equal(status, 200);
    assert.deepEqual(body.profile, (await fixtures.call(anna, 'GET', '/auth/me')).body);
    const { must_change_password, mfa, sessions, language } = body;
    assert.deepEqual(
      { must_change_password, mfa, sessions, language },
      { must_change_password: false, mfa: { totp: false }, sessions: 0, language: null },
    );
  });

  it('must_change_password is true after POST /users and password-set, and false after the own change and a reset', async () => {
    const account = { email: 'flag@example.com', name: 'flag', role: 'worker', password: 'chosen-by-anna-1' };
    const created = await fixtures.call(anna, 'POST', '/users', account);
    assert.equal((await fixtures.call(anna, 'POST', `/users/${created.body.id}/confirm`)).status, 200);
    const first = await signIn(account, account.password);
    assert.equal((await as(first.token, 'GET', '/ext/me')).body.must_change_password, true);

    const changed = await as(first.token, 'POST', '/ext/password', { current: account.password, new: 'my-own-password-2' });
    assert.equal(changed.status, 200);
    assert.equal((await as(changed.body.token, 'GET', '/ext/me')).body.must_change_password, false);

    await fixtures.call(root, 'POST', `/users/${created.body.id}/password-set`, { password: 'chosen-by-root-3' });
    const second = await signIn(account, 'chosen-by-root-3');
    assert.equal((await as(second.token, 'GET', '/ext/me')).body.must_change_password, true);

    const issued = await fixtures.call(root, 'POST', `/users/${created.body.id}/password-reset`);
    await fixtures.call(undefined, 'POST', '/auth/reset-password', { token: issued.body.token, password: 'my-own-password-3' });
    const third = await signIn(account, 'my-own-password-3');
    assert.equal((await as(third.token, 'GET', '/ext/me')).body.must_change_password, false);
  });

  it('PATCH /ext/me stores the language of the caller, and GET /ext/me returns it', async () => {
    const worker = await newAccount('linguist');
    const changed = await fixtures.call(worker, 'PATCH', '/ext/me', { language: 'pl' });
    assert.deepEqual([changed.status, changed.body.language, changed.body.profile.id], [200, 'pl', worker.id]);
    assert.deepEqual((await fixtures.call(worker, 'GET', '/ext/me')).body, changed.body);
    assert.equal((await fixtures.call(anna, 'GET', '/ext/me')).body.language, null);
  });

  it('an admin who sets the own password need not change it', async () => {
    const admin = await fixtures.createUser('self', 'admin');
    assert.equal(
      (await fixtures.call(admin, 'POST', `/users/${admin.id}/password-set`, { password: 'of-my-own-1' })).status,
      200,
    );
    const { token } = await signIn(admin, 'of-my-own-1');
    assert.equal((await as(token, 'GET', '/ext/me')).body.must_change_password, false);
  });
});

describe('POST /ext/password', () => {
  it('POST /ext/password ends the other sessions, keeps this one, and voids earlier access tokens and reset tokens', async () => {
    const worker = await newAccount('changer');
    const [here, there] = [await signIn(worker), await signIn(worker)];
    const issued = await fixtures.call(root, 'POST', `/users/${worker.id}/password-reset`);
    const [session] = (await as(here.token, 'GET', '/ext/sessions')).body.items.filter(
      (one: { current: boolean }) => one.current,
    );
    const answer = await as(here.token, 'POST', '/ext/password', { current: password, new: 'another-horse-2' });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['expires_in', 'token', 'user']);
    const cookie = answer.cookies.find(({ name }) => name === 'refresh_token');
    assert.equal(cookie?.['path'], '/auth');
    assert.equal(cookie?.['httpOnly'], true);

    for (const { token } of [here, there]) assert.equal((await as(token, 'GET', '/auth/me')).status, 401);
    assert.equal((await as(answer.body.token, 'GET', '/auth/me')).status, 200);
    const { items } = (await as(answer.body.token, 'GET', '/ext/sessions')).body;
    assert.deepEqual(
      items.map(({ id, current }: { id: string; current: boolean }) => ({ id, current })),
      [{ id: session.id, current: true }],
    );
    // The other device is refused, and its attempt does not end the session that stays.
    assert.equal((await refresh(there.cookie)).status, 401);
    assert.equal((await refresh(cookieOf(answer))).status, 200);
    const reset = { token: issued.body.token, password: 'third-horse-3' };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', reset)).status, 400);
    await signIn(worker, 'another-horse-2');
  });

  it('POST /ext/password returns 401 for a wrong current password and 400 for a weak or the present one, and changes nothing', async () => {
    const worker = await newAccount('refused');
    const { token, cookie } = await signIn(worker);
    const change = (current: unknown, changed: unknown) => as(token, 'POST', '/ext/password', { current, new: changed });
    assert.equal((await change('wrong-horse-1', 'another-horse-2')).status, 401);
    assert.equal((await change(password, 'short1')).status, 400);
    assert.equal((await change(password, 'without-a-digit')).status, 400);
    assert.equal((await change(password, password)).status, 400);
    assert.equal((await change(undefined, 'another-horse-2')).status, 400);
    assert.equal((await as(token, 'GET', '/auth/me')).status, 200);
    assert.equal((await refresh(cookie)).status, 200);
  });

  it('one of 8 simultaneous changes with the same current password succeeds', async () => {
    const worker = await newAccount('racer');
    const { token } = await signIn(worker);
    const changes = Array.from({ length: 8 }, (_, i) =>
      as(token, 'POST', '/ext/password', { current: password, new: `another-horse-${i}` }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, ...Array(7).fill(401)]);
  });

  it('guessing the current password with a stolen access token ends with 429', async () => {
    const worker = await newAccount('stolen');
    const { token } = await signIn(worker);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      statuses.push((await as(token, 'POST', '/ext/password', { current: `guess-number-${i}`, new: 'another-horse-2' })).status);
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
  });

  it('POST /ext/password returns 429 after ten changes of an account in an hour', async () => {
    const worker = await newAccount('restless');
    let { token } = await signIn(worker);
    const change = (from: number) =>
      as(token, 'POST', '/ext/password', {
        current: from ? `another-horse-${from}` : password,
        new: `another-horse-${from + 1}`,
      });
    for (let i = 0; i < 10; i++) {
      const { status, body } = await change(i);
      assert.equal(status, 200);
      token = body.token;
    }
    const refused = await change(10);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
    assert.equal((await as(token, 'GET', '/auth/me')).status, 200);
    fixtures.advanceClock(3_600_000);
    ({ token } = await signIn(worker, 'another-horse-10'));
    assert.equal((await change(10)).status, 200);
  });

  it('a page of another site cannot change the password', async () => {
    const { token } = await signIn(boris);
    const body = { current: password, new: 'another-horse-2' };
    const headers = { ...bearer(token), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const { status, body: refusal } = await fixtures.call(undefined, 'POST', '/ext/password', body, headers);
    assert.deepEqual([status, refusal], [403, { error: 'requests from pages of other sites are refused here' }]);
  });
});

describe('sessions', () => {
  it('GET /ext/sessions lists the own open sessions with their devices, and a refresh keeps the id of its session', async () => {
    const worker = await newAccount('many');
    const phone = await signIn(worker, password, 'Phone');
    const desk = await signIn(worker, password, 'Desk');
    const before = (await as(desk.token, 'GET', '/ext/sessions')).body;
    assert.equal(before.total, 2);
    assert.deepEqual(
      before.items.map(({ user_agent, current, ip }: Record<string, unknown>) => ({ user_agent, current, ip })),
      [
        { user_agent: 'Desk', current: true, ip: '127.0.0.1' },
        { user_agent: 'Phone', current: false, ip: '127.0.0.1' },
      ],
    );
    const refreshed = await refresh(phone.cookie);
    const after = (await as(refreshed.body.token, 'GET', '/ext/sessions')).body;
    const ids = (page: typeof before) => page.items.map(({ id }: { id: string }) => id).toSorted();
    assert.deepEqual(ids(after), ids(before));
    const [first] = after.items;
    assert.equal(first.current, true);
    assert(first.last_used_at > first.created_at);
    assert.equal((await fixtures.call(root, 'GET', '/ext/sessions')).body.total, 0);
  });

  it('DELETE /ext/sessions/{id} ends one session; its next refresh is 401 and ends no other', async () => {
    const worker = await newAccount('ender');
    const phone = await signIn(worker, password, 'Phone');
    const desk = await signIn(worker, password, 'Desk');
    const { items } = (await as(desk.token, 'GET', '/ext/sessions')).body;
    const other = items.find(({ current }: { current: boolean }) => !current);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/sessions/${other.id}`)).status, 404);
    assert.equal((await as(desk.token, 'DELETE', `/ext/sessions/${other.id}`)).status, 200);
    assert.equal((await as(desk.token, 'DELETE', `/ext/sessions/${other.id}`)).status, 404);
    assert.equal((await as(desk.token, 'DELETE', '/ext/sessions/7')).status, 400);
    assert.equal((await refresh(phone.cookie)).status, 401);
    assert.equal((await refresh(desk.cookie)).status, 200);
  });

  it('a session ends after SESSION_MAX_AGE, however often it was used, without ending others', async () => {
    const short = await Fixtures.open({ SESSION_MAX_AGE: '3d', REFRESH_TOKEN_TTL: '2d' });
    after(() => short.close());
    const login = () => short.call(undefined, 'POST', '/auth/login', { email: short.anna.email, password });
    const refreshOf = (cookie: string) =>
      short.call(undefined, 'POST', '/auth/refresh', undefined, { cookie: `refresh_token=${cookie}` });
    let cookie = cookieOf(await login());
    const day = 86_400_000;
    for (let i = 0; i < 2; i++) {
      short.advanceClock(1.4 * day);
      const answer = await refreshOf(cookie);
      assert.equal(answer.status, 200);
      cookie = cookieOf(answer);
    }
    const young = cookieOf(await login());
    short.advanceClock(0.3 * day);
    assert.equal((await refreshOf(cookie)).status, 401);
    assert.equal((await refreshOf(young)).status, 200);
  });
});

describe('GET /ext/users', () => {
  const trustOf = async (who: TestUser, ...ids: string[]) => (await fixtures.call(who, 'GET', `/ext/users?ids=${ids}`)).body;

  it('GET /ext/users tells who created an account, who chose its password and who disabled it', async () => {
    const account = { email: 'trust@example.com', name: 'trust', role: 'worker', password: 'chosen-by-anna-1' };
    const { id } = (await fixtures.call(anna, 'POST', '/users', account)).body;
    const expected = {
      id,
      must_change_password: true,
      awaits_password: false,
      email_verified: false,
      created_by: anna.id,
      created_by_name: 'anna',
      disabled_at: null,
      disabled_by: '',
      disabled_by_name: '',
      totp: null,
    };
    assert.deepEqual((await trustOf(boris, id)).items, [expected]);
    await fixtures.call(root, 'PATCH', `/users/${id}`, { is_active: false });
    const disabled = { disabled_at: fixtures.now.toISOString(), disabled_by: root.id, disabled_by_name: 'root' };
    assert.deepEqual((await trustOf(anna, id)).items, [{ ...expected, ...disabled }]);
    assert.deepEqual((await trustOf(root, id)).items, [{ ...expected, ...disabled, totp: false }]);
    assert.deepEqual((await trustOf(boris, id)).items, [], 'boris sees no disabled worker of others');
    await fixtures.call(root, 'PATCH', `/users/${id}`, { is_active: true });
    assert.deepEqual((await trustOf(anna, id)).items, [expected]);
  });

  it('a client reads nothing about clients and admins, a worker is refused, and malformed ids are 400', async () => {
    assert.deepEqual((await trustOf(anna, boris.id, root.id)).items, []);
    assert.equal((await fixtures.call(wanda, 'GET', `/ext/users?ids=${wanda.id}`)).status, 403);
    for (const ids of ['', 'x', `${anna.id},`, Array(101).fill(anna.id).join(',')]) {
      assert.equal((await fixtures.call(root, 'GET', `/ext/users?ids=${ids}`)).status, 400, ids.slice(0, 50));
    }
    assert.equal((await fixtures.call(root, 'GET', `/ext/users?ids=${Array(100).fill(anna.id).join(',')}`)).body.total, 1);
  });

  it('GET /ext/users pages through the accounts that the caller may see, in the order of their ids', async () => {
    const ids = [anna.id, boris.id, wanda.id].sort();
    const page = async (who: TestUser, parameters: string) => {
      const { status, body } = await fixtures.call(who, 'GET', `/ext/users?ids=${ids}&${parameters}`);
      return { status, ...body, items: body.items?.map(({ id }: { id: string }) => id) };
    };
    assert.deepEqual(await page(root, ''), { status: 200, items: ids, total: 3, limit: 20, offset: 0 });
    assert.deepEqual(await page(root, 'limit=2'), { status: 200, items: ids.slice(0, 2), total: 3, limit: 2, offset: 0 });
    assert.deepEqual(await page(root, 'limit=2&offset=2'), { status: 200, items: ids.slice(2), total: 3, limit: 2, offset: 2 });
    assert.deepEqual((await page(root, 'order=desc')).items, ids.toReversed());
    assert.deepEqual((await page(root, 'sort=name')).items, [anna.id, boris.id, wanda.id]);
    assert.deepEqual((await page(root, 'sort=created_at&order=desc')).items, ids.toReversed(), 'created at the same time');
    const seen = ids.filter((id) => id !== boris.id);
    assert.deepEqual(await page(anna, 'limit=1&offset=1'), { status: 200, items: seen.slice(1), total: 2, limit: 1, offset: 1 });
  });

  it('the names of who created and who disabled an account stay when their accounts are deleted', async () => {
    const creator = await fixtures.createUser('short-lived client', 'client');
    const admin = await fixtures.createUser('short-lived admin', 'admin');
    const account = { email: 'names@example.com', name: 'names', role: 'worker', password: 'chosen-by-client-1' };
    const { id } = (await fixtures.call(creator, 'POST', '/users', account)).body;
    await fixtures.call(admin, 'PATCH', `/users/${id}`, { is_active: false });
    for (const gone of [creator, admin]) assert.equal((await fixtures.call(root, 'DELETE', `/users/${gone.id}`)).status, 200);
    const origin = async () => {
      const [{ created_by, created_by_name, disabled_by, disabled_by_name }] = (await trustOf(root, id)).items;
      return { created_by, created_by_name, disabled_by, disabled_by_name };
    };
    const created = { created_by: '', created_by_name: 'short-lived client' };
    assert.deepEqual(await origin(), { ...created, disabled_by: '', disabled_by_name: 'short-lived admin' });
    await fixtures.call(root, 'PATCH', `/users/${id}`, { is_active: true });
    assert.deepEqual(await origin(), { ...created, disabled_by: '', disabled_by_name: '' });
    await fixtures.call(root, 'PATCH', `/users/${id}`, { is_active: false });
    assert.deepEqual(await origin(), { ...created, disabled_by: root.id, disabled_by_name: 'root' });
  });
});

describe('REQUIRE_OWN_PASSWORD', () => {
  const markPasswords = (of: Fixtures) => of.transaction((tx) => sql`update users set must_change_password = true`.execute(tx));
  const accept = (of: Fixtures) => of.call(of.ivan, 'POST', `/projects/${of.tower}/invitation/accept`);

  it("with REQUIRE_OWN_PASSWORD=true accepting an invitation is 409 while somebody else's password is set, and declining 200", async () => {
    const strict = await Fixtures.open({ REQUIRE_OWN_PASSWORD: 'true' });
    after(() => strict.close());
    const { ivan, oleg, tower } = strict;
    await strict.addMember(tower, oleg, 'invited');
    await markPasswords(strict);
    const { status, body } = await accept(strict);
    assert.deepEqual([status, body], [409, { error: 'password must be changed first' }]);
    assert.equal((await strict.call(ivan, 'POST', `/projects/${strict.yard}/invitation/accept`)).status, 404);
    assert.equal((await strict.call(oleg, 'POST', `/projects/${tower}/invitation/decline`)).status, 200);
    await openSession(strict, ivan);
    const changed = await strict.call(ivan, 'POST', '/ext/password', { current: password, new: 'my-own-password-2' });
    assert.equal(changed.status, 200);
    const path = `/projects/${tower}/invitation/accept`;
    assert.equal((await strict.call(undefined, 'POST', path, undefined, bearer(changed.body.token))).status, 200);
  });

  it("without it accepting an invitation is 200 while somebody else's password is set", async () => {
    await markPasswords(fixtures);
    assert.equal((await accept(fixtures)).status, 200);
  });
});

describe('PASSWORD_BLOCKLIST', async () => {
  const common = ['password123', 'Passw0rd123', 'qwerty12345', 'aaaaaaaaa1', '1234567890a'];
  const strict = await Fixtures.create({ PASSWORD_BLOCKLIST: 'true', MAX_ACCOUNTS_PER_HOUR: '1' });

  it('with PASSWORD_BLOCKLIST=true common passwords are 400 wherever a password is chosen, and leave a reset token usable', async () => {
    const path = `/users/${strict.wanda.id}`;
    await openSession(strict, strict.wanda);
    const reset = (token: string, chosen: string) =>
      strict.call(undefined, 'POST', '/auth/reset-password', { token, password: chosen });
    const account = { email: 'new@example.com', name: 'new', role: 'worker' };
    let token = '';
    for (const chosen of common) {
      ({ token } = (await strict.call(strict.root, 'POST', `${path}/password-reset`)).body);
      const answers = [
        await strict.call(strict.root, 'POST', '/users', { ...account, password: chosen }),
        await strict.call(strict.root, 'POST', `${path}/password-set`, { password: chosen }),
        await reset(token, chosen),
        await strict.call(strict.wanda, 'POST', '/ext/password', { current: password, new: chosen }),
      ];
      const fields = ['password', 'password', 'password', 'new'];
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.error]),
        fields.map((field) => [400, `${field} is too common`]),
      );
      strict.advanceClock(61_000);
    }
    assert.equal((await strict.call(strict.root, 'POST', '/users', { ...account, password: 'lift-and-lamp-7' })).status, 201);
    assert.equal((await reset(token, 'lift-and-lamp-7')).status, 200);
  });

  it('a common password is looked up only after the limits, the present password and the reset token', async () => {
    const [chosen = ''] = common;
    const reset = { token: 'unknown', password: chosen };
    const { status, body } = await strict.call(undefined, 'POST', '/auth/reset-password', reset);
    assert.deepEqual([status, body.error], [400, 'token is unknown, used or expired']);
    const change = { current: 'wrong-horse-1', new: chosen };
    assert.equal((await strict.call(strict.wanda, 'POST', '/ext/password', change)).status, 401);
    const create = () =>
      strict.call(strict.anna, 'POST', '/users', { email: 'n@example.com', name: 'n', role: 'worker', password: chosen });
    assert.deepEqual([(await create()).status, (await create()).status], [400, 429]);
    const missing = `/users/${crypto.randomUUID()}/password-set`;
    assert.equal((await strict.call(strict.root, 'POST', missing, { password: chosen })).status, 404);
  });

  it("without it the specification's rule alone decides", async () => {
    const account = { email: 'common@example.com', name: 'common', role: 'worker', password: common[0] };
    assert.equal((await fixtures.call(root, 'POST', '/users', account)).status, 201);
  });
});
