import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildApp } from '../src/app.ts';
import type { Database } from '../src/platform/database/database.ts';
import { runDueRules } from '../src/product/recurring/run-due-rules.ts';
import { type ApiResponse, Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';

// Whatever is decided before a transaction is looked at once more inside it. Here something
// happens exactly in between.

const fixtures = await Fixtures.create();
const { root, anna, wanda } = fixtures;

/** Happens before the next write, or after the next single statement, and only there. */
let meanwhile: (() => Promise<unknown>) | undefined;
let afterwards: (() => Promise<unknown>) | undefined;
async function happen(): Promise<void> {
  const event = meanwhile;
  meanwhile = undefined;
  await event?.();
}
const db: Database = {
  ...fixtures.db,
  statement: async (work) => {
    await happen();
    const result = await fixtures.db.statement(work);
    const event = afterwards;
    afterwards = undefined;
    await event?.();
    return result;
  },
  transaction: async (work) => {
    await happen();
    return fixtures.db.transaction(work);
  },
};
const app = await buildApp({ ...fixtures.deps, db });

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

async function send(who: TestUser | undefined, method: 'POST' | 'PATCH' | 'DELETE', url: string, { body, headers }: Sent) {
  const { statusCode, payload } = await app.inject({
    method,
    url,
    headers: { ...headers, ...(who && { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` }) },
    ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  return { status: statusCode, body: JSON.parse(payload) };
}

const disable = (who: TestUser) => fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
const erase = (who: TestUser) => fixtures.transaction((tx) => tx.deleteFrom('users').where('id', '=', who.id).execute());

describe('an admin who is disabled or deleted during a request', () => {
  const target = async () => (await fixtures.createUser(`target-${crypto.randomUUID()}`, 'worker')).id;
  const account = { email: 'otto@example.com', name: 'Otto', password, role: 'worker' };
  for (const [what, method, url, sent] of [
    ['creating an account', 'POST', async () => '/users', { body: account }],
    ['disabling one', 'PATCH', async () => `/users/${await target()}`, { body: { is_active: false } }],
    ['deleting one', 'DELETE', async () => `/users/${await target()}`, {}],
    ['setting a password', 'POST', async () => `/users/${await target()}/password-set`, { body: { password: 'another-one-2' } }],
    [
      'adding a photo',
      'POST',
      async () => `/tickets/${await fixtures.createTicketWithStatus('in_progress')}/photos`,
      multipartForm([{ name: 'lamp.jpg', bytes: photo() }]),
    ],
  ] as const) {
    it(`an admin who is disabled during the request gets 403 and a deleted one 401: ${what}`, async () => {
      for (const [event, status] of [
        [disable, 403],
        [erase, 401],
      ] as const) {
        const admin = await fixtures.createUser(`admin-${status}-${what}`, 'admin');
        const path = await url();
        meanwhile = () => event(admin);
        const answer = await send(admin, method, path, sent);
        assert.equal(answer.status, status, JSON.stringify(answer.body));
        if (status === 403) assert.deepEqual(answer.body, { error: 'account disabled' });
      }
    });
  }
});

it('PATCH /tickets/{id}/take returns 200 when the worker becomes a member while the reason of a refusal is determined', async () => {
  const worker = await fixtures.createUser('punctual', 'worker');
  await fixtures.addMember(fixtures.tower, worker, 'invited');
  const id = await fixtures.createTicket();
  afterwards = () => fixtures.call(worker, 'POST', `/projects/${fixtures.tower}/invitation/accept`);
  const answer = await send(worker, 'PATCH', `/tickets/${id}/take`, {});
  assert.deepEqual([answer.status, answer.body.worker_id], [200, worker.id]);
});

it('POST /tickets/{id}/photos that is too late schedules only its own file for deletion', async () => {
  const id = await fixtures.createTicketWithStatus('in_progress');
  const later = new Date(fixtures.now.getTime() + 60_000);
  const announced = { storage_key: '0'.repeat(32), delete_after: later };
  await fixtures.transaction((tx) => tx.insertInto('pending_file_deletions').values(announced).execute());
  meanwhile = async () => {
    meanwhile = () => fixtures.call(wanda, 'PATCH', `/tickets/${id}/done`);
  };
  const answer = await send(wanda, 'POST', `/tickets/${id}/photos`, multipartForm([{ name: 'lamp.jpg', bytes: photo() }]));
  assert.equal(answer.status, 409);
  const files = await fixtures.db.read.selectFrom('pending_file_deletions').selectAll().orderBy('storage_key').execute();
  assert.deepEqual(files.find(({ storage_key }) => storage_key === announced.storage_key)?.delete_after, later.toISOString());
  assert(files.some(({ delete_after }) => delete_after.startsWith('1970')));
});

it('POST /tickets/{id}/photos stores no row when the file was swept meanwhile, and registers the file for deletion again', async () => {
  const id = await fixtures.createTicketWithStatus('in_progress');
  meanwhile = async () => {
    meanwhile = () => fixtures.transaction((tx) => tx.deleteFrom('pending_file_deletions').execute());
  };
  const answer = await send(wanda, 'POST', `/tickets/${id}/photos`, multipartForm([{ name: 'lamp.jpg', bytes: photo() }]));
  assert.deepEqual([answer.status, answer.body], [500, { error: 'storage unavailable' }]);
  assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}/photos`)).body.total, 0);
  // The file was stored after the sweep, so it is registered again.
  const pending = await fixtures.db.read.selectFrom('pending_file_deletions').select('storage_key').execute();
  const stored: string[] = [];
  for await (const key of fixtures.deps.storage.keys()) stored.push(key);
  assert(pending.length > 0);
  assert(pending.every(({ storage_key }) => stored.includes(storage_key)));
});

it('POST /auth/login returns 401 when the password is changed while it is verified', async () => {
  const who = await fixtures.createUser('hasty', 'worker');
  // Attempts are counted on connections of their own: the first write here opens the session.
  meanwhile = () => fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'another-one-2' });
  const answer = await send(undefined, 'POST', '/auth/login', { body: { email: who.email, password } });
  assert.equal(answer.status, 401);
});

describe('a due rule that changes before its run', () => {
  const rule = async (object_id: number): Promise<number> => {
    const { body } = await fixtures.call(anna, 'POST', '/recurring', {
      anchor_at: '2026-03-01T08:00:00Z',
      category: 'climate',
      description: 'Clean the filter',
      object_id,
      period_days: 7,
    });
    return body.id;
  };
  const evaluate = async (event: () => Promise<ApiResponse>) => {
    meanwhile = event;
    return (await runDueRules({ ...fixtures.deps, db })).tickets;
  };

  it('a rule that is disabled after it was selected, or whose object or project is, creates no ticket', async () => {
    const object = await fixtures.createObject(anna, fixtures.tower, 'Attic');
    for (const [url, id] of [
      ['/recurring', await rule(fixtures.lobby)],
      ['/objects', object],
      ['/projects', fixtures.tower],
    ] as const) {
      const last = url === '/recurring' ? id : await rule(object);
      const off = () => fixtures.call(anna, 'PATCH', `${url}/${id}`, { is_active: false });
      assert.equal(await evaluate(off), 0, url);
      await fixtures.call(anna, 'PATCH', `${url}/${id}`, { is_active: true });
      await fixtures.call(anna, 'DELETE', `/recurring/${last}`);
    }
  });

  it('a rule that is postponed after it was selected creates no ticket', async () => {
    const id = await rule(fixtures.lobby);
    const later = () => fixtures.call(anna, 'PATCH', `/recurring/${id}`, { anchor_at: '2026-05-01T08:00:00Z' });
    assert.equal(await evaluate(later), 0);
  });
});
