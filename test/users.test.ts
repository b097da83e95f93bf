import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';

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
