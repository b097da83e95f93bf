import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type ApiResponse, Fixtures, type TestUser } from '../testing/fixtures.ts';
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
