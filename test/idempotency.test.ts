import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import type { Tx, WritableDb } from '../src/platform/database/database.ts';
import { afterCommit, outsideRequestTransaction } from '../src/platform/database/request-transaction.ts';
import { scopedKey } from '../src/platform/http/idempotency/key.ts';
import { signAccessToken, tokenKeys } from '../src/platform/security/tokens.ts';
import { deleteExpired } from '../src/product/identity/auth/delete-expired.ts';
import { Fixtures, password, secret, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { waitFor } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const { anna, boris, wanda, root } = fixtures;
const ticket = { category: 'electric', description: 'The lamp is dark', object_id: fixtures.lobby };
const hour = 3_600_000;
type Method = Parameters<Fixtures['call']>[1];

const newKey = () => crypto.randomUUID();
const send = (key: string, who: TestUser | undefined, method: Method, url: string, body?: unknown, headers = {}) =>
  fixtures.call(who, method, url, body, { 'idempotency-key': key, ...headers });
const ticketsOf = async (who: TestUser) => (await fixtures.call(who, 'GET', '/tickets')).body.total as number;
const stored = async () => {
  const { rows } = await sql<{ id: Buffer; answer: Buffer }>`select id, answer from idempotency_keys`.execute(fixtures.db.read);
  return rows;
};

describe('Idempotency-Key', () => {
  it('the same request with the same key gets the first answer again and changes nothing', async () => {
    const key = newKey();
    const before = await ticketsOf(anna);
    const first = await send(key, anna, 'POST', '/tickets', ticket);
    const again = await send(key, anna, 'POST', '/tickets', ticket);
    assert.equal(first.status, 201);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(again.headers['content-type'], first.headers['content-type']);
    assert.equal(await ticketsOf(anna), before + 1);
  });

  it('the answer with a key has the same status, body and effects as without', async () => {
    const [one, two] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('assigned')];
    const plain = await fixtures.call(wanda, 'PATCH', `/tickets/${one}/start`);
    const keyed = await send(newKey(), wanda, 'PATCH', `/tickets/${two}/start`);
    assert.deepEqual([keyed.status, { ...keyed.body, id: one }], [plain.status, plain.body]);
    const events = async (id: number) => (await fixtures.call(anna, 'GET', `/tickets/${id}/events`)).body.items.length;
    assert.equal(await events(two), await events(one));
  });

  it('another method, path, query or body under the same key is 409', async () => {
    const key = newKey();
    const id = await fixtures.createTicket();
    assert.equal((await send(key, anna, 'POST', '/tickets', ticket)).status, 201);
    for (const [method, url, body] of [
      ['POST', '/tickets', { ...ticket, floor: '2' }],
      ['POST', '/tickets?x=1', ticket],
      ['POST', '/projects', ticket],
      ['PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' }],
      ['POST', '/tickets', '{broken'],
    ] as const) {
      const answer = await send(key, anna, method, url, body);
      assert.equal(answer.status, 409, `${method} ${url}`);
      assert.deepEqual(answer.body, { error: 'this Idempotency-Key was used for another request' });
      assert.equal(answer.headers['idempotency-replayed'], undefined);
    }
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.status, 'new');
    assert.equal((await send(key, anna, 'POST', '/tickets', ticket)).headers['idempotency-replayed'], 'true');
  });

  it('keys of two accounts are different keys', async () => {
    const key = newKey();
    assert.equal((await send(key, anna, 'POST', '/projects', { name: `Of anna ${key}` })).status, 201);
    const other = await send(key, boris, 'POST', '/projects', { name: `Of boris ${key}` });
    assert.deepEqual([other.status, other.headers['idempotency-replayed']], [201, undefined]);
  });

  it('refusals are kept: 400 of the body, 404, 409', async () => {
    const closed = await fixtures.createTicketWithStatus('closed');
    for (const [url, body, status] of [
      ['/tickets/999999/cancel', { reason: 'a mistake' }, 404],
      [`/tickets/${closed}/cancel`, { reason: 'a mistake' }, 409],
      [`/tickets/${closed}/cancel`, {}, 400],
      [`/tickets/${closed}/cancel`, '{broken', 400],
    ] as const) {
      const key = newKey();
      const first = await send(key, anna, 'PATCH', url, body);
      const again = await send(key, anna, 'PATCH', url, body);
      assert.equal(first.status, status);
      assert.deepEqual([again.status, again.body], [first.status, first.body]);
      assert.equal(again.headers['idempotency-replayed'], 'true', `${status} ${url}`);
      const other = await send(key, anna, 'PATCH', url, { reason: 'something else' });
      assert.deepEqual([other.status, other.body.error], [409, 'this Idempotency-Key was used for another request']);
    }
  });

  it('the answer of a constraint that refuses the change is kept', async () => {
    const key = newKey();
    await fixtures.call(anna, 'POST', '/projects', { name: 'Taken' });
    const first = await send(key, anna, 'POST', '/projects', { name: 'Taken' });
    const again = await send(key, anna, 'POST', '/projects', { name: 'Taken' });
    assert.deepEqual([first.status, again.status, again.headers['idempotency-replayed']], [409, 409, 'true']);
  });

  it('401, 429 and 5xx are not kept', async () => {
    const key = newKey();
    const login = (wrong: string) => send(key, undefined, 'POST', '/auth/login', { email: anna.email, password: wrong });
    assert.equal((await login('wrong-horse-1')).status, 401);
    assert.equal((await login(password)).status, 200, 'another body, as nothing was stored');
    const failing = newKey();
    const { db } = fixtures;
    const transaction = db.transaction;
    db.transaction = async () => {
      throw new Error('broken');
    };
    try {
      assert.equal((await send(failing, anna, 'POST', '/projects', { name: 'Fails once' })).status, 500);
    } finally {
      db.transaction = transaction;
    }
    assert.equal((await send(failing, anna, 'POST', '/projects', { name: 'Fails once' })).status, 201);
  });

  it('changes before a failure of the service are undone', async () => {
    const { deps } = fixtures;
    const id = await fixtures.createTicket();
    const read = Object.getOwnPropertyDescriptor(deps.db, 'statement');
    const { statement } = deps.db;
    deps.db.statement = async (work) => {
      await statement(work);
      throw new Error('broken after the change');
    };
    const key = newKey();
    try {
      assert.equal((await send(key, anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' })).status, 500);
    } finally {
      Object.defineProperty(deps.db, 'statement', read ?? {});
    }
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.status, 'new');
    assert.equal((await send(key, anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' })).status, 200);
  });

  it('a malformed key is 400 and runs nothing, and GET ignores the header', async () => {
    const before = await ticketsOf(anna);
    for (const key of ['', ' ', 'a b', 'ä', 'x'.repeat(201), 'one, two']) {
      assert.equal((await send(key, anna, 'POST', '/tickets', ticket)).status, 400, JSON.stringify(key));
    }
    assert.equal((await send('a b', undefined, 'POST', '/tickets', ticket)).status, 401, 'the token comes first');
    assert.equal((await send('a b', anna, 'GET', '/tickets')).status, 200);
    assert.equal(await ticketsOf(anna), before);
    for (const key of ['!', `~${'x'.repeat(199)}`.slice(0, 200)]) {
      assert.equal((await send(key, anna, 'POST', '/tickets', ticket)).status, 201);
    }
  });

  it('of 30 requests at once one is handled, the others get 409 with Retry-After or its answer', async () => {
    const key = newKey();
    const before = await ticketsOf(anna);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(key, anna, 'POST', '/tickets', ticket)));
    const created = answers.filter(({ status }) => status === 201);
    assert(created.length >= 1);
    assert.equal(new Set(created.map(({ body }) => body.id)).size, 1);
    assert.equal(created.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
    for (const { status, body, headers } of answers.filter((one) => one.status !== 201)) {
      assert.deepEqual([status, body.error], [409, 'a request with this Idempotency-Key is under way']);
      assert.equal(headers['retry-after'], '1');
    }
    assert.equal(await ticketsOf(anna), before + 1);
  });

  it('a request that runs on another instance is 409 with Retry-After', async () => {
    const key = newKey();
    const { id } = scopedKey(key, anna.id, [fixtures.deps.signingKey]);
    const before = await ticketsOf(anna);
    await fixtures.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${id.readBigInt64BE(0).toString()}::bigint)`.execute(tx);
      const answer = await send(key, anna, 'POST', '/tickets', ticket);
      assert.deepEqual([answer.status, answer.headers['retry-after']], [409, '1']);
    });
    assert.equal(await ticketsOf(anna), before);
    assert.equal((await send(key, anna, 'POST', '/tickets', ticket)).status, 201);
  });

  it('answers expire after 24 hours and are deleted', async () => {
    const key = newKey();
    const first = await send(key, anna, 'POST', '/tickets', ticket);
    fixtures.advanceClock(24 * hour - 1);
    assert.equal((await send(key, anna, 'POST', '/tickets', ticket)).body.id, first.body.id);
    fixtures.advanceClock(1);
    const later = await send(key, anna, 'POST', '/tickets', { ...ticket, floor: '9' });
    assert.equal(later.status, 201);
    assert.notEqual(later.body.id, first.body.id);
    fixtures.advanceClock(24 * hour);
    await deleteExpired(fixtures.deps);
    assert.deepEqual(await stored(), []);
  });

  it('without an account nothing is stored or repeated: a sign-in with the same key is another one', async () => {
    const before = await stored();
    const [key, body] = [newKey(), { email: boris.email, password }];
    const first = await send(key, undefined, 'POST', '/auth/login', body);
    const again = await send(key, undefined, 'POST', '/auth/login', body);
    assert.deepEqual([first.status, again.status, again.headers['idempotency-replayed']], [200, 200, undefined]);
    assert.notEqual(again.cookies[0]?.value, first.cookies[0]?.value);
    assert.deepEqual(await stored(), before);
  });

  it('the second factor is a part of the request', async () => {
    const key = newKey();
    const create = (headers: object) => send(key, anna, 'POST', '/projects', { name: `With ${key}` }, headers);
    assert.equal((await create({ 'x-otp': '123456' })).status, 201);
    assert.equal((await create({ 'x-otp': '123456' })).headers['idempotency-replayed'], 'true');
    assert.equal((await create({ 'x-otp': '654321' })).status, 409);
    assert.equal((await create({ 'x-otp': '123456', 'x-passkey': 'e30' })).status, 409);
  });

  it('stored answers stay readable while JWT_SECRET is replaced, and are 409 without the former secret', async () => {
    const [key, body] = [newKey(), { name: 'Before the change' }];
    const first = await send(key, anna, 'POST', '/projects', body);
    const statusWith = async (settings: object) => {
      const config = loadConfig({ JWT_SECRET: 'a new secret, long enough for tests', ...settings });
      const deps = { ...fixtures.deps, ...tokenKeys(config, fixtures.now) };
      const app = await buildApp(deps);
      const token = await signAccessToken(deps.signingKey, { sub: anna.id, role: anna.role, ver: 0 }, fixtures.now);
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
      const answer = await app.inject({ method: 'POST', url: '/projects', headers, payload: JSON.stringify(body) });
      await app.close();
      return [answer.statusCode, answer.json().id];
    };
    assert.deepEqual(await statusWith({ JWT_SECRET_PREVIOUS: secret }), [201, first.body.id]);
    assert.deepEqual(await statusWith({}), [409, undefined]);
  });

  it('neither keys nor answers can be read in the database', async () => {
    const key = newKey();
    const { body } = await send(key, root, 'POST', '/ext/tokens', { name: 'secret', scope: 'read' }, await sessionOf(root));
    const rows = await stored();
    assert(rows.length > 0);
    for (const { id, answer } of rows) {
      for (const text of [key, body.token ?? 'cot_', 'status', secret]) {
        assert(!Buffer.concat([id, answer]).includes(text));
      }
    }
  });
});

/** A session of its own is needed to create tokens. */
async function sessionOf(who: TestUser) {
  const { body } = await fixtures.call(undefined, 'POST', '/auth/login', { email: who.email, password });
  return { authorization: `Bearer ${body.token}` };
}

describe('Idempotency-Key of an upload', () => {
  /** @param boundary long enough not to be in random bytes by chance */
  const upload = (key: string, id: number, bytes: Buffer, boundary: string, name = 'proof.jpg') => {
    const { body, headers } = multipartForm([{ name, bytes }], boundary);
    return send(key, wanda, 'POST', `/tickets/${id}/photos`, body, headers);
  };
  const photosOf = async (id: number) => (await fixtures.call(anna, 'GET', `/tickets/${id}/photos`)).body.total;

  it('is compared by fields and bytes, not by boundary', async () => {
    const [id, key, bytes] = [await fixtures.createTicketWithStatus('in_progress'), newKey(), photo('jpeg', 300_000)];
    const first = await upload(key, id, bytes, 'first-boundary');
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const again = await upload(key, id, bytes, 'another-boundary-of-the-retry');
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal((await upload(key, id, photo('jpeg', 300_000), 'first-boundary')).status, 409, 'other bytes');
    assert.equal((await upload(key, id, bytes, 'first-boundary', 'other.jpg')).status, 409, 'another name');
    assert.equal(await photosOf(id), 1);
    const { rows } = await sql`select 1 from pending_file_deletions`.execute(fixtures.db.read);
    assert.equal(rows.length, 0);
  });

  it('a refusal before the body was read is kept', async () => {
    const [id, key, bytes] = [await fixtures.createTicket(), newKey(), photo('png', 200_000)];
    const first = await upload(key, id, bytes, 'first-boundary');
    const again = await upload(key, id, bytes, 'second-boundary');
    assert.deepEqual([first.status, again.status, again.body], [403, 403, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  it('of ten uploads at once one photo is stored', async () => {
    const [id, key, bytes] = [await fixtures.createTicketWithStatus('in_progress'), newKey(), photo()];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => upload(key, id, bytes, `boundary${i}`)));
    assert(answers.every(({ status }) => status === 201 || status === 409));
    assert.equal(await photosOf(id), 1);
  });
});

// The transaction of a request with an Idempotency-Key, and what else its work does in the database.

const { db } = fixtures;
/** of openDatabase() */
const writers = 10;

const add = (name: string) => (one: WritableDb | Tx) =>
  one
    .insertInto('used_passkey_challenges')
    .values({ challenge_hash: Buffer.from(name), expires_at: fixtures.now })
    .execute();
const added = async (): Promise<string[]> => {
  const rows = await db.read.selectFrom('used_passkey_challenges').select('challenge_hash').execute();
  return rows.map(({ challenge_hash }) => challenge_hash.toString()).sort();
};
const clear = () => fixtures.transaction((tx) => tx.deleteFrom('used_passkey_challenges').execute());
const fail = () => Promise.reject(new Error('refused'));

describe('parts of the transaction of a request', () => {
  /** Runs work in a transaction of a request that is committed. */
  async function committed(work: () => Promise<unknown>): Promise<string[]> {
    await clear();
    const request = db.requestTransaction(async () => {});
    await request.run(work).catch(() => {});
    await request.commit();
    return added();
  }

  const failingPart = () =>
    db.transaction(async (tx) => {
      await add('undone')(tx);
      await sql`select pg_sleep(0.05)`.execute(tx);
      await fail();
    });

  it('a part that fails does not undo another part that ran at the same time in the same part', async () => {
    const found = await committed(() =>
      db.transaction(() => Promise.allSettled([failingPart(), db.statement(add('first')), db.transaction(add('second'))])),
    );
    assert.deepEqual(found, ['first', 'second']);
  });

  it('a part that fails undoes the parts in it, and no other', async () => {
    const found = await committed(async () => {
      await db.statement(add('before'));
      await db
        .transaction(async () => {
          await db.transaction(() => db.statement(add('inner')));
          await fail();
        })
        .catch(() => {});
      await db.statement(add('after'));
    });
    assert.deepEqual(found, ['after', 'before']);
  });

  it('a part ends after the parts in it that nobody waited for', async () => {
    const found = await committed(() =>
      db.transaction(async () => {
        failingPart().catch(() => {});
        void db.statement(add('not waited for'));
      }),
    );
    assert.deepEqual(found, ['not waited for']);
  });
});

describe('further connections of a caller that holds a writer', () => {
  it('outsideRequestTransaction() writes while requests hold all writers', async () => {
    await clear();
    const requests = Array.from({ length: writers }, () => db.requestTransaction(async () => {}));
    const holding = requests.map((_, i) => add(`held ${i}`));
    await Promise.all(requests.map((request, i) => request.run(() => db.statement(holding[i] ?? add('')))));
    assert.equal(db.connections().idle, 0);
    const outside = (i: number) => outsideRequestTransaction(() => db.transaction(add(`outside ${i}`)));
    await Promise.all(requests.map((request, i) => request.run(() => outside(i))));
    await Promise.all(requests.map((request) => request.rollback()));
    assert.equal((await added()).length, writers);
  });

  it('transactions that write beside themselves do not wait for each other', async () => {
    await clear();
    let open = 0;
    const allOpen = Promise.withResolvers<void>();
    const beside = (i: number) =>
      db.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        if (++open === writers) allOpen.resolve();
        await allOpen.promise;
        await db.statement(add(`beside ${i}`));
      });
    await Promise.all(Array.from({ length: writers }, (_, i) => beside(i)));
    assert.equal((await added()).length, writers);
  });

  it('the holder of a connection of the reserve gets no further one, and a long transaction is never a second connection', async () => {
    const another = /asks for another one/;
    await assert.rejects(
      db.counters.transaction(() => db.statement(add('never'))),
      another,
    );
    await assert.rejects(
      db.counters.transaction(() => db.counters.statement(add('never'))),
      another,
    );
    await assert.rejects(
      db.transaction(() => db.longTransaction(add('never'))),
      another,
    );
    const request = db.requestTransaction(async () => {});
    await assert.rejects(
      request.run(() => db.longTransaction(add('never'))),
      another,
    );
    await request.rollback();
  });

  it('what runs after a commit holds no connection any more', async () => {
    await clear();
    const done = Promise.withResolvers<unknown>();
    const request = db.requestTransaction(async () => {});
    await request.run(() => db.transaction(async () => afterCommit(() => done.resolve(db.longTransaction(add('afterwards'))))));
    await request.commit();
    await done.promise;
    assert.deepEqual(await added(), ['afterwards']);
  });
});

it('as many refused uploads with an Idempotency-Key as there are writers delay no other write, and their files are deleted', async () => {
  const ticket = await fixtures.createTicketWithStatus('in_progress');
  await fixtures.transaction((tx) => tx.deleteFrom('pending_file_deletions').execute());
  // Concurrent requests of one account are limited.
  const admins = await Promise.all(Array.from({ length: writers }, (_, i) => fixtures.createUser(`admin-${i}`, 'admin')));
  const upload = (admin: TestUser) => {
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const key = { 'idempotency-key': crypto.randomUUID() };
    return fixtures.call(admin, 'POST', `/tickets/${ticket}/photos`, body, { ...headers, ...key });
  };
  const blocked = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    return rows[0]?.n ?? 0;
  };
  const uploads = await fixtures.transaction(async (tx) => {
    await sql`select from tickets where id = ${ticket} for update`.execute(tx);
    const sent = admins.map(upload);
    await waitFor(async () => (await blocked()) >= writers);
    await tx.deleteFrom('tickets').where('id', '=', ticket).execute();
    return sent;
  });
  const others = Array.from({ length: writers }, (_, i) => fixtures.call(anna, 'POST', '/projects', { name: `Beside ${i}` }));
  for (const { status } of await Promise.all(uploads)) assert.equal(status, 404);
  for (const { status } of await Promise.all(others)) assert.equal(status, 201);
  const due = await db.read
    .selectFrom('pending_file_deletions')
    .select('storage_key')
    .where('delete_after', '<', fixtures.now.toISOString())
    .execute();
  assert.equal(due.length, writers, 'files of refused uploads that are deleted at once');
});
