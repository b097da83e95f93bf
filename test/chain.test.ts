import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { CallerGone } from '../src/platform/lib/fair-queue.ts';
import { getChain } from '../src/product/tickets/chain/queries.ts';
import { longestTurn } from '../testing/event-loop.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { photoWithMetadata } from '../testing/photo-metadata.ts';
import { waitForLockWait } from '../testing/wait.ts';

const fixtures = await Fixtures.create();
const { root, anna, wanda, tower } = fixtures;
const script = join(import.meta.dirname, '../scripts/verify-chain.mjs');

const chainOf = async (ticket: number, who = root, query = '?limit=100') =>
  (await fixtures.call(who, 'GET', `/ext/tickets/${ticket}/chain${query}`)).body;
const eventsOf = async (ticket: number) => (await fixtures.call(root, 'GET', `/tickets/${ticket}/events?limit=100`)).body.items;
const operate = async (who: TestUser, ticket: number, operation: string, body: object = {}) => {
  const answer = await fixtures.call(who, 'PATCH', `/tickets/${ticket}/${operation}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};
const upload = async (ticket: number, bytes: Buffer, name = 'lamp.jpg', to = fixtures): Promise<number> => {
  const { body, headers } = multipartForm([{ name, bytes }]);
  const answer = await to.call(to.wanda, 'POST', `/tickets/${ticket}/photos`, body, headers);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
};
const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The head as the documentation defines it, from what a client reads. */
async function calculatedHead(ticket: number): Promise<string> {
  const { hashes } = await chainOf(ticket);
  let head = '';
  for (const [index, event] of (await eventsOf(ticket)).entries()) {
    const text = JSON.stringify({
      ticket_id: event.ticket_id,
      id: event.id,
      action: event.action,
      from_status: event.from_status,
      to_status: event.to_status,
      actor_name: event.actor_name,
      comment: event.comment,
      created_at: event.created_at,
      photo_id: hashes[index].photo_id,
      photo_sha256: hashes[index].photo_sha256,
    });
    head = sha256(Buffer.from(head, 'hex'), text);
    assert.equal(hashes[index].hash, head);
  }
  return head;
}

/** Executes SQL as the owner of the tables does it who wants to leave no trace. */
const tamper = (statement: ReturnType<typeof sql>) =>
  fixtures.transaction(async (tx) => {
    await sql`alter table ticket_events disable trigger user`.execute(tx);
    await statement.execute(tx);
    await sql`alter table ticket_events enable trigger user`.execute(tx);
  });
const withoutHashes = ({ ok, reason, entry_id }: Record<string, unknown>) => ({ ok, reason, entry_id });

let workers = 0;

/** A ticket with each kind of entry, which is closed at the end. */
async function ticketWithAllActions() {
  const worker = await fixtures.createUser(`Zoë "the\u0001\u007f\u2028" \\ 🔧 ${++workers}`, 'worker');
  await fixtures.addMember(tower, worker, 'active');
  const ticket = await fixtures.createTicket();
  await operate(worker, ticket, 'take');
  fixtures.advanceClock(1_234);
  const reassigned = { worker_id: wanda.id, reason: 'Zoë\tis ill' };
  assert.equal((await fixtures.call(root, 'POST', `/ext/tickets/${ticket}/reassign`, reassigned)).status, 200);
  await operate(wanda, ticket, 'start');
  const bytes = photo();
  const kept = await upload(ticket, bytes, 'Tür "1" 🔧.jpg');
  const removed = await upload(ticket, photo());
  assert.equal((await fixtures.call(wanda, 'DELETE', `/tickets/${ticket}/photos/${removed}`)).status, 200);
  await operate(wanda, ticket, 'done');
  await operate(anna, ticket, 'reject', { reason: 'Still dark </script> \u0008\n﷽' });
  await operate(wanda, ticket, 'start');
  await operate(wanda, ticket, 'done');
  await operate(anna, ticket, 'confirm');
  return { ticket, bytes, kept, removed };
}

describe('the chain of a journal', () => {
  it('GET /ext/tickets/{id}/chain has the head that the definition gives, for every action', async () => {
    const { ticket, bytes, kept, removed } = await ticketWithAllActions();
    const chain = await chainOf(ticket);
    const events = await eventsOf(ticket);
    assert.deepEqual([chain.ok, chain.entries, chain.since], [true, 12, events[0].created_at]);
    assert.equal(chain.head, await calculatedHead(ticket));
    const added = chain.hashes.filter((entry: { photo_id: number | null }) => entry.photo_id !== null);
    assert.deepEqual(
      added.map(({ photo_id }: { photo_id: number }) => photo_id),
      [kept, removed, removed],
    );
    assert.equal(added[0].photo_sha256, sha256(bytes));
    assert.equal(added[2].photo_sha256, null);
    const canceled = await fixtures.createTicket();
    await operate(root, canceled, 'cancel', { reason: 'Twice' });
    assert.deepEqual([(await chainOf(canceled)).ok, (await chainOf(canceled)).head], [true, await calculatedHead(canceled)]);
  });

  it('the hashes are a page of the entries, and the check covers all of them', async () => {
    const ticket = await fixtures.createTicketWithStatus('done');
    const { hashes, ...rest } = await chainOf(ticket);
    const page = await chainOf(ticket, anna, '?limit=2&offset=1');
    assert.deepEqual(page, { ...rest, hashes: hashes.slice(1, 3) });
    assert.equal(page.entries, 4);
  });

  it('the chain stays when the account of an author is deleted, and when the worker changes its name', async () => {
    const ticket = await fixtures.createTicket();
    const admin = await fixtures.createUser('admin who leaves', 'admin');
    await operate(admin, ticket, 'assign', { worker_id: wanda.id });
    const { head } = await chainOf(ticket);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${admin.id}`)).status, 200);
    assert.equal((await eventsOf(ticket))[1].actor_id, '');
    await fixtures.transaction((tx) => sql`update users set name = 'Wanda W.' where id = ${wanda.id}`.execute(tx));
    const chain = await chainOf(ticket);
    assert.deepEqual([chain.ok, chain.head], [true, head]);
  });

  it('transitions and photos of several callers at the same time give an unbroken chain', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const others = await Promise.all(Array.from({ length: 4 }, () => fixtures.createTicket()));
    const photos = await Promise.all(Array.from({ length: 6 }, () => upload(ticket, photo())));
    await Promise.all([
      ...photos.slice(0, 3).map((id) => fixtures.call(wanda, 'DELETE', `/tickets/${ticket}/photos/${id}`)),
      ...photos.map(() => upload(ticket, photo())),
      fixtures.call(root, 'POST', `/ext/tickets/${others[0]}/reassign`, { worker_id: wanda.id }),
      ...others.flatMap((id) => [
        fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`),
        fixtures.call(root, 'PATCH', `/tickets/${id}/cancel`, { reason: 'Twice' }),
      ]),
    ]);
    for (const id of [ticket, ...others]) {
      const chain = await chainOf(id);
      assert.deepEqual([chain.ok, chain.entries, chain.head], [true, (await eventsOf(id)).length, await calculatedHead(id)]);
    }
    assert.equal((await chainOf(ticket)).entries, 18);
  });

  it('statements that wait for each other chain their entries in the order of the ids', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    let waiting: Promise<unknown> = Promise.resolve();
    await fixtures.transaction(async (tx) => {
      await sql`select from tickets where id = ${ticket} for update`.execute(tx);
      waiting = Promise.all([
        fixtures.call(wanda, 'PATCH', `/tickets/${ticket}/done`),
        fixtures.call(root, 'POST', `/ext/tickets/${ticket}/reassign`, { worker_id: wanda.id }),
        fixtures.call(root, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'Twice' }),
      ]);
      await waitForLockWait(fixtures.db);
      await sql`insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
        values (${ticket}, 'photo_added', 'in_progress', 'in_progress', 'wanda', ${fixtures.now})`.execute(tx);
    });
    await waiting;
    const chain = await chainOf(ticket);
    assert.deepEqual([chain.ok, chain.head], [true, await calculatedHead(ticket)]);
    assert(chain.entries > 4, 'the first entry of those who waited follows the one that was written meanwhile');
    await fixtures.transaction(async (tx) => {
      await sql`delete from ticket_events where ticket_id = ${ticket}`.execute(tx);
      await sql`delete from tickets where id = ${ticket}`.execute(tx);
    });
  });
});

describe('a journal that was changed', () => {
  const changes: [string, (ticket: number, id: number) => ReturnType<typeof sql>][] = [
    ['action', (_, id) => sql`update ticket_events set action = 'confirmed' where id = ${id}`],
    ['from_status', (_, id) => sql`update ticket_events set from_status = 'rejected' where id = ${id}`],
    ['to_status', (_, id) => sql`update ticket_events set to_status = 'done' where id = ${id}`],
    ['actor_name', (_, id) => sql`update ticket_events set actor_name = 'boris' where id = ${id}`],
    ['comment', (_, id) => sql`update ticket_events set comment = 'x' where id = ${id}`],
    ['created_at', (_, id) => sql`update ticket_events set created_at = created_at + interval '1 ms' where id = ${id}`],
    ['photo_id', (_, id) => sql`update ticket_events set photo_id = 1 where id = ${id}`],
    ['photo_sha256', (_, id) => sql`update ticket_events set photo_sha256 = sha256('x') where id = ${id}`],
    ['chain_hash', (_, id) => sql`update ticket_events set chain_hash = sha256('x') where id = ${id}`],
  ];
  for (const [column, change] of changes) {
    it(`an entry with another ${column} is found`, async () => {
      const ticket = await fixtures.createTicketWithStatus('in_progress');
      const [, second] = await eventsOf(ticket);
      await tamper(change(ticket, second.id));
      const found = withoutHashes(await chainOf(ticket, anna));
      assert.deepEqual(found, { ok: false, reason: 'entry_changed', entry_id: second.id });
    });
  }

  it('a removed entry is found, also the newest one', async () => {
    for (const index of [0, 1, -1]) {
      const ticket = await fixtures.createTicketWithStatus('in_progress');
      const { id } = (await eventsOf(ticket)).at(index);
      await tamper(sql`delete from ticket_events where id = ${id}`);
      const { ok, reason } = await chainOf(ticket, anna);
      assert.deepEqual([ok, reason], [false, 'entries_missing']);
      await fixtures.transaction((tx) => sql`delete from tickets where id = ${ticket}`.execute(tx));
    }
  });

  it('an inserted entry is found: at the end without the trigger, and between others with it', async () => {
    const row = (ticket: number) => sql`${ticket}, 'started', 'assigned', 'in_progress', 'wanda', ${fixtures.now}`;
    const atEnd = await fixtures.createTicketWithStatus('in_progress');
    await tamper(sql`insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
      values (${row(atEnd)})`);
    assert.deepEqual(withoutHashes(await chainOf(atEnd)), { ok: false, reason: 'entries_added', entry_id: undefined });
    const between = await fixtures.createTicket();
    const other = await fixtures.createTicket();
    const free = (await eventsOf(other))[0].id;
    await fixtures.transaction((tx) => tx.deleteFrom('tickets').where('id', '=', other).execute());
    await operate(wanda, between, 'take');
    await operate(wanda, between, 'start');
    await fixtures.transaction((tx) =>
      sql`insert into ticket_events (id, ticket_id, action, from_status, to_status, actor_name, created_at)
        overriding system value values (${free}, ${row(between)})`.execute(tx),
    );
    const { ok, reason, entry_id } = await chainOf(between);
    assert.deepEqual([ok, reason, entry_id], [false, 'entry_changed', free]);
  });

  it('entries that changed places are found', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const [, second, third] = await eventsOf(ticket);
    await tamper(sql`update ticket_events as e set action = o.action, from_status = o.from_status, to_status = o.to_status,
      actor_name = o.actor_name, created_at = o.created_at, chain_hash = o.chain_hash
      from ticket_events as o where (e.id, o.id) in ((${second.id}, ${third.id}), (${third.id}, ${second.id}))`);
    assert.deepEqual(withoutHashes(await chainOf(ticket)), { ok: false, reason: 'entry_changed', entry_id: second.id });
    await tamper(sql`update ticket_events set to_status = 'in_progress' where id = ${third.id}`);
  });

  it('a photo that was removed without an entry, and a chain that was removed, are found', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const id = await upload(ticket, photo());
    await fixtures.transaction((tx) => sql`delete from ticket_photos where id = ${id}`.execute(tx));
    assert.deepEqual(withoutHashes(await chainOf(ticket)), { ok: false, reason: 'photo_missing', entry_id: undefined });
    await fixtures.transaction((tx) => sql`delete from ticket_chains where ticket_id = ${ticket}`.execute(tx));
    const chain = await chainOf(ticket);
    assert.deepEqual([chain.ok, chain.reason, chain.head, chain.entries], [false, 'no_chain', '', 4]);
  });
});

/** Adds so many thousands of entries, one thousand in a transaction: each entry leaves a dead row of its chain. */
async function addEntries(ticket: number, count: number): Promise<void> {
  for (let added = 0; added < count; added += 1_000) {
    await fixtures.transaction((tx) =>
      sql`insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, comment, created_at)
        select ${ticket}, 'photo_removed', 'in_progress', 'in_progress', 'wanda', 'lamp.jpg', ${fixtures.now}
        from generate_series(1, 1000)`.execute(tx),
    );
  }
}

it('the chain of a journal of 5,000 entries is checked without keeping the event loop, and has pages', async () => {
  const ticket = await fixtures.createTicketWithStatus('in_progress');
  await addEntries(ticket, 5_000);
  const expected = await fixtures.db.read
    .selectFrom('ticket_events')
    .select(sql<string>`encode(chain_hash, 'hex')`.as('hash'))
    .where('ticket_id', '=', ticket)
    .orderBy('id')
    .execute();
  const { result, longestTurnMs } = await longestTurn(() => chainOf(ticket, anna, '?limit=100&offset=3000'));
  assert.deepEqual([result.ok, result.entries, result.head], [true, 5_003, expected.at(-1)?.hash]);
  const hashes = result.hashes.map(({ hash }: { hash: string }) => hash);
  assert.deepEqual(
    hashes,
    expected.slice(3_000, 3_100).map(({ hash }) => hash),
  );
  assert(longestTurnMs < 150, `${longestTurnMs} ms`);
  const end = await chainOf(ticket, anna, '?limit=100&offset=4990');
  assert.deepEqual([end.ok, end.hashes.length], [true, 13]);
  await fixtures.transaction((tx) => sql`delete from tickets where id = ${ticket}`.execute(tx));
});

it('the check of a chain ends with 404 when its ticket is deleted, and when its caller has gone', async () => {
  const ticket = await fixtures.createTicketWithStatus('in_progress');
  const page = { limit: 1, offset: 0 };
  await assert.rejects(
    fixtures.db.heavyRead({ key: anna.id }, (db) => getChain(db, ticket, page, () => true)),
    CallerGone,
  );
  let isDeleted: Promise<unknown> | undefined;
  await addEntries(ticket, 5_000);
  const isGone = (): boolean => {
    isDeleted ??= fixtures.transaction((tx) => sql`delete from tickets where id = ${ticket}`.execute(tx));
    return false;
  };
  await assert.rejects(
    fixtures.db.heavyRead({ key: anna.id }, (db) => getChain(db, ticket, page, isGone)),
    /ticket not found/,
  );
  await isDeleted;
});

it('the hash of a photo without metadata is that of the file that is stored', async () => {
  const stripping = await Fixtures.open({ PHOTO_METADATA: 'strip' });
  try {
    const ticket = await stripping.createTicketWithStatus('in_progress');
    for (const kind of ['jpeg', 'webp'] as const) {
      const { bytes, stripped } = photoWithMetadata(kind);
      await upload(ticket, bytes, `lamp.${kind}`, stripping);
      const { body } = await stripping.call(stripping.wanda, 'GET', `/ext/tickets/${ticket}/chain`);
      assert.equal(body.hashes.at(-1).photo_sha256, sha256(stripped), kind);
    }
  } finally {
    await stripping.close();
  }
});

describe('scripts/verify-chain.mjs', () => {
  const run = async (...args: string[]): Promise<{ code: number; output: string }> => {
    if (!fixtures.app.server.listening) await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
    const address = fixtures.app.server.address();
    assert(address && typeof address === 'object');
    const env = { CALLOUT_TOKEN: await fixtures.accessTokenFor(anna) };
    return new Promise((resolve) => {
      const command = [script, `http://127.0.0.1:${address.port}`, ...args];
      execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
      });
    });
  };

  it('confirms a journal with its photos, and that an earlier head is in the chain', async () => {
    const { ticket } = await ticketWithAllActions();
    const { head, hashes } = await chainOf(ticket);
    const confirmed = { code: 0, output: `ticket ${ticket}: 12 entries unchanged, head ${head}\n` };
    assert.deepEqual(await run(String(ticket)), confirmed);
    assert.deepEqual(await run(String(ticket), hashes[3].hash), confirmed);
    const other = await run(String(ticket), 'ab'.repeat(32));
    assert.deepEqual(other, { code: 1, output: 'the head that was written down is not in the chain\n' });
  });

  it('finds a changed entry, a changed file and a missing photo, and says when it could not check', async () => {
    const { ticket, kept } = await ticketWithAllActions();
    const [, second] = await eventsOf(ticket);
    await tamper(sql`update ticket_events set actor_name = 'boris' where id = ${second.id}`);
    assert.deepEqual(await run(String(ticket)), { code: 1, output: 'the journal does not lead to the head of its chain\n' });
    const { ticket: other, kept: swapped } = await ticketWithAllActions();
    await fixtures.transaction(async (tx) => {
      const { storage_key } = await tx
        .deleteFrom('ticket_photos')
        .where('id', '=', kept)
        .returning('storage_key')
        .executeTakeFirstOrThrow();
      await sql`update ticket_photos set storage_key = ${storage_key} where id = ${swapped}`.execute(tx);
    });
    assert.deepEqual(await run(String(other)), {
      code: 1,
      output: `the file of photo ${swapped} is not the one that was received\n`,
    });
    const lost = await fixtures.createTicketWithStatus('in_progress');
    const deleted = await upload(lost, photo());
    await fixtures.transaction((tx) => sql`delete from ticket_photos where id = ${deleted}`.execute(tx));
    assert.deepEqual(await run(String(lost)), { code: 1, output: `photo ${deleted} was removed without an entry\n` });
    assert.deepEqual(await run('999999'), { code: 2, output: 'GET /ext/tickets/999999/chain?limit=1: 404 ticket not found\n' });
    assert.equal((await run()).code, 2);
    const unreachable = await new Promise<string>((resolve) => {
      const command = [script, 'http://callout.invalid:4551/x', '1'];
      execFile(process.execPath, command, { env: { CALLOUT_TOKEN: 'x' } }, (_error, _stdout, stderr) => resolve(stderr));
    });
    assert.match(unreachable, /^http:\/\/callout\.invalid:4551 cannot be reached: \S/);
  });
});
