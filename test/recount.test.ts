import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import type { Database } from '../src/platform/database/database.ts';
import { checkCounters, readCounterDrift } from '../src/product/tickets/check-counters.ts';
import { findCounterDifferences, repairCounters } from '../src/product/tickets/recount-counters.ts';
import { findDateRangeDifferences, repairDateRanges } from '../src/product/tickets/recount-date-ranges.ts';
import { findSummaryDifferences, repairSummaries } from '../src/product/tickets/recount-summaries.ts';
import { Fixtures, secret } from '../testing/fixtures.ts';
import { counterInvariants, summaryInvariants } from '../testing/invariants.ts';
import { runCommand } from '../testing/run-command.ts';
import { databaseUrl } from '../testing/test-database.ts';

const fixtures = await Fixtures.create();
const { anna, boris, wanda, tower, lobby, yard, gate } = fixtures;

const insertTickets = (n: number, client: string, project: number, object: number) => sql`
  insert into tickets (status, closed_at, worker_id, category, priority, description, address, project_id, object_id, client_id, created_at)
  select 'closed', now(), ${wanda.id}::uuid, 'other', 'low', 'counted', 'Street 1', ${project}::integer, ${object}::integer,
    ${client}::uuid, now()
  from generate_series(1, ${n})`;

beforeEach(async () => {
  await fixtures.transaction(async (tx) => {
    await insertTickets(5, anna.id, tower, lobby).execute(tx);
    await insertTickets(3, boris.id, yard, gate).execute(tx);
  });
});

afterEach(() => fixtures.transaction((tx) => sql`delete from tickets`.execute(tx)));

/** Deletes anna's tickets and inserts two of boris, unseen by the triggers. */
async function changeWithoutTriggers(): Promise<void> {
  await fixtures.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from tickets where client_id = ${anna.id}`.execute(tx);
    await insertTickets(2, boris.id, yard, gate).execute(tx);
  });
}

const differences = [
  { table: 'worker_closed_counts', key: wanda.id, stored: 8, counted: 5 },
  { table: 'ticket_status_counts', key: `${anna.id} closed other low`, stored: 5, counted: 0 },
  { table: 'ticket_status_counts', key: `${anna.id} closed`, stored: 5, counted: 0 },
  { table: 'ticket_status_counts', key: `${boris.id} closed other low`, stored: 3, counted: 5 },
  { table: 'ticket_status_counts', key: `${boris.id} closed`, stored: 3, counted: 5 },
];

const byKey = <T extends { key: string }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));

async function requireExactCounters(): Promise<void> {
  for (const [what, query] of Object.entries({ ...counterInvariants, ...summaryInvariants })) {
    const { rows } = await sql.raw(query).execute(fixtures.db.read);
    assert.deepEqual(rows, [], what);
  }
}

it('counters that triggers kept show no difference', async () => {
  assert.deepEqual(await findCounterDifferences(fixtures.db.read), []);
  assert.deepEqual(await fixtures.db.transaction(repairCounters), []);
});

it('a change without triggers is found, and repaired once', async () => {
  await changeWithoutTriggers();
  assert.deepEqual(byKey(await findCounterDifferences(fixtures.db.read)), byKey(differences));
  assert.deepEqual(byKey(await fixtures.db.transaction(repairCounters)), byKey(differences));
  await requireExactCounters();
  assert.deepEqual(await fixtures.db.transaction(repairCounters), []);
});

it('ranges of dates that a change without triggers left too narrow are found, and repaired once', async () => {
  await fixtures.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update tickets set created_at = '2020-02-03T10:00:00Z' where client_id = ${anna.id}`.execute(tx);
  });
  const listed = async (): Promise<number> =>
    (await fixtures.call(anna, 'GET', '/tickets?date_from=2020-02-03&date_to=2020-02-03&sort=priority')).body.items.length;
  assert.equal(await listed(), 0);
  const narrow = [{ table: 'ticket_id_date_ranges', key: '0', stored: 3, counted: 8 }];
  assert.deepEqual(await findDateRangeDifferences(fixtures.db.read), narrow);
  assert.deepEqual(await fixtures.db.transaction(repairDateRanges), narrow);
  assert.equal(await listed(), 5);
  assert.deepEqual(await fixtures.db.transaction(repairDateRanges), []);
});

it('counters whose rows were deleted are counted anew', async () => {
  await fixtures.transaction(async (tx) => {
    await sql`delete from ticket_status_counts`.execute(tx);
    await sql`delete from worker_closed_counts`.execute(tx);
  });
  assert.equal((await fixtures.db.transaction(repairCounters)).length, 5);
  await requireExactCounters();
});

it('a repair during concurrent writes and a second repair leaves exact counters', async () => {
  await changeWithoutTriggers();
  let repairing = true;
  const write = async (): Promise<number> => {
    let writes = 0;
    while (repairing) {
      await fixtures.transaction((tx) => insertTickets(1, boris.id, yard, gate).execute(tx));
      await fixtures.transaction((tx) =>
        sql`delete from tickets where id = (select max(id) from tickets) and client_id = ${boris.id}`.execute(tx),
      );
      writes++;
    }
    return writes;
  };
  const writers = [write(), write()];
  for (let round = 0; round < 5; round++) {
    await Promise.all([fixtures.db.transaction(repairCounters), fixtures.db.transaction(repairCounters)]);
    if (round < 4) await sql`update ticket_status_counts set n = n + 7`.execute(fixtures.db.read);
  }
  repairing = false;
  for (const writes of await Promise.all(writers)) assert(writes > 0);
  await requireExactCounters();
});

it('an uncommitted repair does not block a ticket whose counters were right', async () => {
  await fixtures.transaction((tx) => sql`update ticket_status_counts set n = n + 1 where client_id = ${anna.id}`.execute(tx));
  await fixtures.db.transaction(async (tx) => {
    assert.equal((await repairCounters(tx)).length, 2);
    await fixtures.transaction((other) =>
      sql`with timeout as (select set_config('lock_timeout', '2s', true)) select from timeout`
        .execute(other)
        .then(() => insertTickets(1, boris.id, yard, gate).execute(other)),
    );
  });
  await requireExactCounters();
});

/** The ids of two tickets, of which the first one gets two photos, an attachment, a comment, and an internal one with an attachment. */
async function addContents(): Promise<[number, number]> {
  const tickets = await fixtures.db.read.selectFrom('tickets').select('id').orderBy('id').limit(2).execute();
  const [first, second] = tickets.map(({ id }) => id);
  assert(first && second);
  await fixtures.transaction(async (tx) => {
    await sql`
      insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_name, created_at)
      select ${first}::integer, md5(gen_random_uuid()::text || n), 'image/jpeg', 'a.jpg', 1, 'wanda', now() from generate_series(1, 2) as n`.execute(
      tx,
    );
    await sql`
      insert into ticket_attachments (ticket_id, kind, storage_key, content_type, original_name, size_bytes, author_name, created_at)
      values (${first}, 'report', md5(gen_random_uuid()::text), 'image/jpeg', 'a.jpg', 1, 'anna', now())`.execute(tx);
    await sql`
      insert into ticket_comments (ticket_id, author_name, author_role, text, created_at)
      values (${first}, 'anna', 'client', 'Which door?', now())`.execute(tx);
    await sql`
      with internal as (
        insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, is_internal, created_at)
        values (${first}, ${fixtures.root.id}, 'root', 'admin', 'The tenant complains often', true, now()) returning *
      )
      insert into ticket_attachments (ticket_id, kind, comment_id, storage_key, content_type, original_name, size_bytes, author_id,
        author_name, created_at)
      select ticket_id, 'comment', id, md5(gen_random_uuid()::text), 'image/jpeg', 'a.jpg', 1, author_id, 'root', now() from internal`.execute(
      tx,
    );
  });
  return [first, second];
}

it('summaries follow photos, attachments and comments, also when photos are removed', async () => {
  const [first] = await addContents();
  const summary = () => fixtures.db.read.selectFrom('ticket_summaries').selectAll().where('ticket_id', '=', first).execute();
  const [before] = await summary();
  assert.deepEqual([before?.photos, before?.attachments, before?.comments], [2, 1, 1]);
  assert.deepEqual([before?.internal_attachments, before?.internal_comments], [1, 1]);
  await requireExactCounters();
  const newest = sql<boolean>`id = ${before?.newest_photo_id}`;
  await fixtures.transaction((tx) => tx.deleteFrom('ticket_photos').where(newest).execute());
  const [between] = await summary();
  assert.equal(between?.photos, 1);
  assert.notEqual(between?.newest_photo_id, before?.newest_photo_id);
  await fixtures.transaction((tx) => tx.deleteFrom('ticket_photos').where('ticket_id', '=', first).execute());
  const [after] = await summary();
  assert.deepEqual([after?.photos, after?.newest_photo_id], [0, null]);
  await requireExactCounters();
});

it('summaries that were changed without triggers are found by the daily check, and repaired once', async () => {
  const [first, second] = await addContents();
  await fixtures.transaction(async (tx) => {
    await sql`update ticket_summaries set photos = 7, first_attachment_id = null, internal_comments = 9 where ticket_id = ${first}`.execute(
      tx,
    );
    await sql`insert into ticket_summaries (ticket_id, comments) values (${second}, 3)`.execute(tx);
    await sql`insert into ticket_tags (ticket_id, client_id, tag, position)
      select id, client_id, 'storm', 1 from tickets where id = ${second}`.execute(tx);
    await sql`update ticket_summaries set has_additions = false where ticket_id = ${second}`.execute(tx);
  });
  const { id } = await fixtures.db.read
    .selectFrom('ticket_attachments')
    .select('id')
    .where('ticket_id', '=', first)
    .executeTakeFirstOrThrow();
  const differing = [
    { table: 'ticket_summaries', key: `${first} first_attachment_id`, stored: 0, counted: id },
    { table: 'ticket_summaries', key: `${first} internal_comments`, stored: 9, counted: 1 },
    { table: 'ticket_summaries', key: `${first} photos`, stored: 7, counted: 2 },
    { table: 'ticket_summaries', key: `${second} comments`, stored: 3, counted: 0 },
    { table: 'ticket_summaries', key: `${second} has_additions`, stored: 0, counted: 1 },
  ];
  assert.deepEqual(await findSummaryDifferences(fixtures.db.read), differing);
  await checkCounters({ ...fixtures.deps, log: pino({ level: 'silent' }) });
  assert.equal(await readCounterDrift(fixtures.db.read), 5);
  assert.deepEqual(await fixtures.db.transaction(repairSummaries), differing);
  await requireExactCounters();
  assert.deepEqual(await fixtures.db.transaction(repairSummaries), []);
});

it('the daily check finds how far the counters are from the tickets, and logs it, until they are repaired', async () => {
  const entries: { msg: string; drift: number }[] = [];
  const log = pino({}, { write: (line) => entries.push(JSON.parse(line)) });
  const check = async (): Promise<number> => {
    await checkCounters({ ...fixtures.deps, log });
    return readCounterDrift(fixtures.db.read);
  };
  await changeWithoutTriggers();
  assert.equal(await check(), 17); // 3 of the worker, 5 and 2 of the clients, in counts and in subtotals
  assert.deepEqual(
    entries.map(({ msg, drift }) => [msg, drift]),
    [['counters of tickets differ from the tickets; `callout recount` repairs them', 17]],
  );
  await fixtures.db.transaction(repairCounters);
  assert.equal(await check(), 0);
  assert.equal(entries.length, 1);
});

it('the daily check compares many accounts with few statements, and the large ones alone', async () => {
  for (let i = 0; i < 6; i++) {
    const client = await fixtures.createUser(`client-${i}`, 'client');
    const { id } = (await fixtures.call(client, 'POST', '/projects', { name: 'House' })).body;
    const object = await fixtures.createObject(client, id, 'Door');
    await fixtures.transaction((tx) => insertTickets(1, client.id, id, object).execute(tx));
  }
  await changeWithoutTriggers();
  // Counters of an account without tickets.
  await fixtures.transaction((tx) =>
    sql`insert into worker_closed_counts (worker_id, n) values (${fixtures.oleg.id}, 4)`.execute(tx),
  );
  const statementsFor = async (maxTickets: number): Promise<number> => {
    const { db, reads } = countingDatabase();
    await checkCounters({ ...fixtures.deps, db, log: pino({ level: 'silent' }) }, undefined, maxTickets);
    assert.equal(await readCounterDrift(fixtures.db.read), 21);
    return reads();
  };
  assert.equal(await statementsFor(1_000), 6, 'two for the counters of workers, two for those of clients, one each for tickets');
  for (const maxTickets of [1, 3, 4]) assert((await statementsFor(maxTickets)) > 6);
  await fixtures.db.transaction(repairCounters);
});

it('a check that was interrupted goes on where it was, also when each of its statements fails once', async () => {
  await changeWithoutTriggers();
  const whole = countingDatabase();
  const log = pino({ level: 'silent' });
  await checkCounters({ ...fixtures.deps, db: whole.db, log }, undefined, 3);
  assert.equal(await readCounterDrift(fixtures.db.read), 17);
  await fixtures.transaction((tx) => sql`update job_results set state = null where job = 'counter check'`.execute(tx));
  const failing = countingDatabase((n) => n % 3 === 2);
  let failures = 0;
  for (;;) {
    try {
      await checkCounters({ ...fixtures.deps, db: failing.db, log }, undefined, 3);
      break;
    } catch {
      failures++;
      assert.equal(await readCounterDrift(fixtures.db.read), 0, 'of the last check that came to its end');
      assert(failures < 100);
    }
  }
  assert.equal(await readCounterDrift(fixtures.db.read), 17);
  assert(failures > 1);
  assert(failing.reads() <= whole.reads() + 2 * failures, 'at most the statements of one part again after each failure');
  await fixtures.db.transaction(repairCounters);
});

/** @param fails whether the n-th statement that reads over a cursor fails */
function countingDatabase(fails = (_n: number): boolean => false): { db: Database; reads: () => number } {
  let count = 0;
  const readInBatches: Database['readInBatches'] = (query) => {
    count++;
    if (fails(count)) throw new Error('the database is away');
    return fixtures.db.readInBatches(query);
  };
  const db: Database = Object.create(fixtures.db, { readInBatches: { value: readInBatches } });
  return { db, reads: () => count };
}

it('callout recount prints what differs; --check changes nothing and exits with 1', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(fixtures.db.read);
  const env = { DATABASE_URL: databaseUrl(rows[0]?.name ?? ''), JWT_SECRET: secret };
  const recount = async (...args: string[]): Promise<[unknown, string[]]> => {
    const { status, output } = await runCommand(['recount', ...args], env);
    return [status, output.trim().split('\n').sort()];
  };
  await changeWithoutTriggers();
  const lines = differences.map(({ table, key, stored, counted }) => `${table} ${key}: ${stored}, counted ${counted}`);
  const before = await sql`select * from ticket_status_counts order by 1, 2, 3, 4`.execute(fixtures.db.read);
  assert.deepEqual(await recount('--check'), [1, ['5 counters differ', ...lines].sort()]);
  const after = await sql`select * from ticket_status_counts order by 1, 2, 3, 4`.execute(fixtures.db.read);
  assert.deepEqual(after.rows, before.rows);
  assert.deepEqual(await recount(), [0, ['5 counters differed and are repaired', ...lines].sort()]);
  await requireExactCounters();
  assert.deepEqual(await recount('--check'), [0, ['0 counters differ']]);
});
