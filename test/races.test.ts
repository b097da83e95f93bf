import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import type { Database } from '../src/platform/database/database.ts';
import { runDueRules } from '../src/product/schedules/recurring/run-due-rules.ts';
import { type ApiResponse, Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { waitForLockWait } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda } = fixtures;

/** Runs a request while `lock` is held, lets `meanwhile` happen, then releases the lock. */
async function during(
  lock: ReturnType<typeof sql>,
  request: () => Promise<ApiResponse>,
  meanwhile: () => Promise<void>,
): Promise<ApiResponse> {
  let answer: Promise<ApiResponse> | undefined;
  await fixtures.transaction(async (tx) => {
    await lock.execute(tx);
    answer = request();
    await waitForLockWait(fixtures.db);
    await meanwhile();
  });
  assert(answer);
  return answer;
}

async function erase(person: TestUser): Promise<void> {
  await fixtures.db.statement((db) => db.deleteFrom('users').where('id', '=', person.id).execute());
}
const lockTicket = (id: number) => sql`select from tickets where id = ${id} for update`;

describe('requests of an account that is deleted meanwhile', () => {
  it('PATCH /tickets/{id}/cancel and /assign return 401 when the account is deleted meanwhile', async () => {
    for (const [op, body] of [
      ['cancel', { reason: 'a mistake' }],
      ['assign', { worker_id: wanda.id }],
    ] as const) {
      const admin = await fixtures.createUser(`brief-${op}`, 'admin');
      const id = await fixtures.createTicket();
      const answer = await during(
        lockTicket(id),
        () => fixtures.call(admin, 'PATCH', `/tickets/${id}/${op}`, body),
        () => erase(admin),
      );
      assert.equal(answer.status, 401, JSON.stringify(answer.body));
      assert.equal((await fixtures.call(root, 'GET', `/tickets/${id}`)).body.status, 'new');
    }
  });

  it('POST /projects/{id}/workers returns 401 when the account is deleted meanwhile', async () => {
    const admin = await fixtures.createUser('brief-inviter', 'admin');
    const worker = await fixtures.createUser('brief-invited', 'worker');
    const lock = sql`select from users where id = ${worker.id} for update`;
    const invite = () => fixtures.call(admin, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: worker.id });
    assert.equal((await during(lock, invite, () => erase(admin))).status, 401);
  });

  it('POST /projects returns 401 when the account is deleted meanwhile', async () => {
    const client = await fixtures.createUser('brief-owner', 'client');
    const lock = sql`delete from users where id = ${client.id}`;
    const answer = await during(
      lock,
      () => fixtures.call(client, 'POST', '/projects', { name: 'Late' }),
      async () => {},
    );
    assert.equal(answer.status, 401, JSON.stringify(answer.body));
  });
});

it('POST /recurring/{id}/run creates a ticket without an author when the creator of the rule is deleted meanwhile', async () => {
  const creator = await fixtures.createUser('brief-creator-of-a-rule', 'admin');
  const made = await fixtures.call(creator, 'POST', '/recurring', {
    object_id: fixtures.lobby,
    category: 'climate',
    description: 'Clean the filter',
    anchor_at: fixtures.now.toISOString(),
    period_days: 7,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  let run: Promise<ApiResponse> | undefined;
  await fixtures.transaction(async (tx) => {
    // What a deletion locks first; it comes to the rules of the account last.
    await sql`select from users where id = ${creator.id} for update`.execute(tx);
    run = fixtures.call(root, 'POST', `/recurring/${made.body.id}/run`);
    await waitForLockWait(fixtures.db);
    await sql`delete from users where id = ${creator.id}`.execute(tx);
  });
  const answer = await run;
  assert.equal(answer?.status, 201, JSON.stringify(answer?.body));
  const { body } = await fixtures.call(root, 'GET', `/tickets/${answer.body.ticket_id}/events`);
  assert.deepEqual([body.items[0].actor_id, body.items[0].actor_name], ['', 'brief-creator-of-a-rule']);
  // The fixtures check at the end that there was no deadlock.
});

describe('assignments that race with changes of the worker', () => {
  const outcomes = async (assign: Promise<ApiResponse>, other: Promise<ApiResponse>) =>
    (await Promise.all([assign, other])).map(({ status }) => status);

  it('concurrent assignment and removal of a member end with one of them refused', async () => {
    for (let round = 0; round < 8; round++) {
      const worker = await fixtures.createUser(`removed${round}`, 'worker');
      await fixtures.addMember(fixtures.tower, worker, 'active');
      const id = await fixtures.createTicket();
      const [assigned, removed] = await outcomes(
        fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id }),
        fixtures.call(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${worker.id}`),
      );
      assert.deepEqual([assigned, removed].join(), assigned === 200 ? '200,409' : '400,200');
    }
  });

  it('concurrent assignment and disabling of a worker end with the ticket assigned before or not at all', async () => {
    for (let round = 0; round < 8; round++) {
      const worker = await fixtures.createUser(`disabled${round}`, 'worker');
      await fixtures.addMember(fixtures.tower, worker, 'active');
      const id = await fixtures.createTicket();
      const [assigned, disabled] = await outcomes(
        fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id }),
        fixtures.call(root, 'PATCH', `/users/${worker.id}`, { is_active: false }),
      );
      assert.equal(disabled, 200);
      assert(assigned === 200 || assigned === 400, String(assigned));
    }
  });

  it('PATCH /tickets/{id}/assign returns 400 when the worker is disabled or removed while the request waits', async () => {
    const worker = await fixtures.createUser('seen', 'worker');
    await fixtures.addMember(fixtures.tower, worker, 'active');
    const id = await fixtures.createTicket();
    const lock = sql`update users set is_active = false where id = ${worker.id}`;
    const assign = () => fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id });
    assert.equal((await during(lock, assign, async () => {})).status, 400);
    const removal = await fixtures.createUser('removal', 'worker');
    await fixtures.addMember(fixtures.tower, removal, 'active');
    const gone = sql`delete from project_workers where worker_id = ${removal.id}`;
    const take = () => fixtures.call(removal, 'PATCH', `/tickets/${id}/take`);
    assert.equal((await during(gone, take, async () => {})).status, 400);
  });

  it('POST /ext/tickets/{id}/reassign returns 400 when the new worker is disabled or removed while the request waits', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    for (const [name, change] of [
      ['disabled-next', ({ id }: TestUser) => sql`update users set is_active = false where id = ${id}`],
      ['removed-next', ({ id }: TestUser) => sql`delete from project_workers where worker_id = ${id}`],
    ] as const) {
      const worker = await fixtures.createUser(name, 'worker');
      await fixtures.addMember(fixtures.tower, worker, 'active');
      const reassign = () => fixtures.call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: worker.id });
      assert.equal((await during(change(worker), reassign, async () => {})).status, 400, name);
      assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.worker_id, wanda.id);
    }
  });
});

describe('requests of an account that is disabled meanwhile', () => {
  it('PATCH /tickets/{id}/take returns 403 when the account is disabled meanwhile', async () => {
    const worker = await fixtures.createUser('stopped-taker', 'worker');
    await fixtures.addMember(fixtures.tower, worker, 'active');
    const id = await fixtures.createTicket();
    const lock = sql`update users set is_active = false where id = ${worker.id}`;
    const answer = await during(
      lock,
      () => fixtures.call(worker, 'PATCH', `/tickets/${id}/take`),
      async () => {},
    );
    assert.deepEqual([answer.status, answer.body], [403, { error: 'account disabled' }]);
  });
});

describe('assigning to a worker and disabling it at the same time', () => {
  it('concurrent assignments to a worker and changes of is_active all get a response without a deadlock', async () => {
    const worker = await fixtures.createUser('toggled', 'worker');
    await fixtures.addMember(fixtures.tower, worker, 'active');
    const ids = await Promise.all(Array.from({ length: 40 }, () => fixtures.createTicket()));
    const answers = await Promise.all(
      ids.flatMap((id, i) => [
        fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id }),
        fixtures.call(anna, 'PATCH', `/users/${worker.id}`, { is_active: i % 2 === 0 }),
      ]),
    );
    assert.deepEqual(
      answers.filter(({ status }) => ![200, 400, 409].includes(status)),
      [],
    );
  });
});

describe('objects and projects that are disabled or deleted meanwhile', () => {
  it('POST /tickets and POST /projects/{id}/objects return an error when the object or project is disabled or deleted meanwhile', async () => {
    const object = await fixtures.createObject(boris, fixtures.yard, 'Closing');
    const create = () =>
      fixtures.call(boris, 'POST', '/tickets', { category: 'other', description: 'Too late', object_id: object });
    assert.equal(
      (await during(sql`update objects set is_active = false where id = ${object}`, create, async () => {})).status,
      409,
    );
    const project = await fixtures.createProject(boris, 'Closing');
    const add = () => fixtures.call(boris, 'POST', `/projects/${project}/objects`, { name: 'Shed', address: 'Hill street 1' });
    assert.equal(
      (await during(sql`update projects set is_active = false where id = ${project}`, add, async () => {})).status,
      409,
    );
    assert.equal((await during(sql`delete from projects where id = ${project}`, add, async () => {})).status, 404);
  });
});

describe('contradictory changes of a ticket', () => {
  it('concurrent confirm and reject of a ticket have one winner', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await fixtures.createTicketWithStatus('done');
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          i % 2
            ? fixtures.call(anna, 'PATCH', `/tickets/${id}/confirm`)
            : fixtures.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'still dark' }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(15).fill(409)]);
    }
  });

  it('concurrent start and cancel of a ticket return 200 to one and 409 to the other', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await fixtures.createTicketWithStatus('assigned');
      const [started, canceled] = await Promise.all([
        fixtures.call(wanda, 'PATCH', `/tickets/${id}/start`),
        fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' }),
      ]);
      // The owner may not cancel work in progress, the worker may not start what is closed.
      assert.deepEqual([started.status, canceled.status].sort(), [200, 409]);
    }
  });
});

// Whatever is decided before a transaction is looked at once more inside it. Here something
// happens exactly in between.

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
