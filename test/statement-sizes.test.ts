import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { releaseWaiting, tidyUp } from '../src/outbound/notifications/sends.ts';
import { deleteOldWebhookDeliveries } from '../src/outbound/webhooks/retention.ts';
import { deleteExpired } from '../src/product/identity/auth/delete-expired.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { waitForLockWait } from '../testing/wait.ts';

// What an account or a ticket may have very much of is changed by several statements, also where foreign keys would do it: one
// statement for all would reach the statement timeout, each time that it is tried.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda } = fixtures;
const day = 86_400_000;
const many = 6_000;
const maxRowsPerStatement = 5_000;

const tables = ['notifications', 'ticket_events', 'tickets', 'users', 'rate_limits', 'webhook_deliveries'];

const run = (statement: ReturnType<typeof sql>) => fixtures.transaction((tx) => statement.execute(tx));

before(async () => {
  await run(sql`create table changed_rows (table_name text, operation text, n bigint)`);
  // Of a transaction that is rolled back, too.
  await run(sql`create sequence counted_statements`);
  await run(sql`
    create function count_changed_rows() returns trigger language plpgsql security definer as $$
    begin
      perform nextval('counted_statements');
      insert into changed_rows select tg_table_name, tg_op, count(*) from changed;
      return null;
    end $$`);
  for (const table of tables) {
    for (const operation of ['update', 'delete']) {
      await run(sql`
        create trigger ${sql.id(`${table}_${operation}_size`)} after ${sql.raw(operation)} on ${sql.table(table)}
        referencing old table as changed for each statement execute function count_changed_rows()`);
    }
  }
});
beforeEach(() => run(sql`delete from changed_rows`));

/** @returns how many rows of a table were changed; none of the statements changed too many */
async function changedRows(table: string, operation: 'UPDATE' | 'DELETE'): Promise<number> {
  const counted = sql<{ total: number; largest: number }>`
    select coalesce(sum(n), 0)::integer as total, coalesce(max(n), 0)::integer as largest from changed_rows
    where table_name = ${table} and operation = ${operation}`;
  const { rows } = await fixtures.transaction((tx) => counted.execute(tx));
  const { total = 0, largest = 0 } = rows[0] ?? {};
  assert(largest <= maxRowsPerStatement, `${operation} of ${largest} ${table} in one statement`);
  return total;
}

const addNotifications = (who: TestUser, ticket: number | null = null) =>
  run(sql`
    insert into notifications (user_id, event, cause, ticket_id, params, created_at)
    select ${who.id}::uuid, 'ticket_available', 'many ' || i || coalesce(${ticket}::text, ''), ${ticket}::integer, '{}', ${fixtures.now}::timestamptz
    from generate_series(1, ${many}) as i`);

describe('what is changed with an account', () => {
  it('DELETE /users/{id} of an admin takes the account from its journal, tickets and accounts, and deletes its inbox', async () => {
    const admin = await fixtures.createUser('ada', 'admin');
    const ticket = await fixtures.createTicket({}, boris, fixtures.gate);
    await run(sql`
      insert into ticket_events (ticket_id, action, to_status, actor_id, actor_name, created_at)
      select ${ticket}, 'created', 'new', ${admin.id}::uuid, 'ada', ${fixtures.now}::timestamptz from generate_series(1, ${many})`);
    await run(sql`
      insert into tickets (category, priority, description, address, project_id, object_id, client_id, worker_id, status, assigned_by, assigned_at, created_at)
      select category, priority, description, address, project_id, object_id, client_id, ${wanda.id}::uuid, 'assigned', ${admin.id}::uuid, created_at, created_at
      from tickets, generate_series(1, ${many}) where id = ${ticket}`);
    await run(sql`
      insert into users (email, email_key, name, role, password_hash, created_at, created_by)
      select 'worker' || i || '@example.com', 'worker' || i || '@example.com', 'worker', 'worker', '', ${fixtures.now}::timestamptz, ${admin.id}::uuid
      from generate_series(1, ${many}) as i`);
    await addNotifications(admin);
    await run(sql`delete from changed_rows`);

    assert.deepEqual((await fixtures.call(root, 'DELETE', `/users/${admin.id}`)).body, { ok: true });
    assert.equal(await changedRows('ticket_events', 'UPDATE'), many);
    assert.equal(await changedRows('tickets', 'UPDATE'), many);
    assert.equal(await changedRows('users', 'UPDATE'), many);
    assert.equal(await changedRows('notifications', 'DELETE'), many);
    const { body } = await fixtures.call(root, 'GET', `/tickets/${ticket}/events?limit=2&order=desc`);
    assert.deepEqual([body.items[0].actor_id, body.items[0].actor_name], ['', 'ada']);
    await fixtures.call(root, 'DELETE', `/projects/${fixtures.yard}`);
  });

  it('DELETE /users/{id} of an account with tickets is refused before anything is changed', async () => {
    await fixtures.createTicket();
    const statements = sql<{ n: number }>`select nextval('counted_statements')::integer as n`;
    const countStatements = () => fixtures.transaction(async (tx) => (await statements.execute(tx)).rows[0]?.n ?? 0);
    const before = await countStatements();
    const { status, body } = await fixtures.call(root, 'DELETE', `/users/${anna.id}`);
    assert.deepEqual([status, body], [409, { error: 'user has related records' }]);
    assert.equal(await countStatements(), before + 1);
  });

  it('DELETE /users/{id} keeps the name of the creator in an account that is changed at the same time', async () => {
    const admin = await fixtures.createUser('grace', 'admin');
    const { id } = await fixtures.createUser('linus', 'worker');
    await run(sql`update users set created_by = ${admin.id} where id = ${id}`);
    let deleted: Promise<{ status: number }> | undefined;
    await fixtures.transaction(async (tx) => {
      await sql`update users set phone = '123' where id = ${id}`.execute(tx);
      deleted = fixtures.call(root, 'DELETE', `/users/${admin.id}`);
      await waitForLockWait(fixtures.db);
    });
    assert.equal((await deleted)?.status, 200);
    const names = fixtures.db.read.selectFrom('users').select(['created_by', 'created_by_name', 'phone']).where('id', '=', id);
    assert.deepEqual(await names.executeTakeFirst(), { created_by: null, created_by_name: 'grace', phone: '123' });
  });

  it('POST /ext/notifications/read marks all, however many they are', async () => {
    await addNotifications(wanda);
    const { body } = await fixtures.call(wanda, 'POST', '/ext/notifications/read', { all: true });
    assert.deepEqual(body, { ok: true, unread: 0 });
    assert.equal(await changedRows('notifications', 'UPDATE'), many);
  });
});

describe('what is deleted with tickets', () => {
  it('DELETE /projects/{id} deletes the notifications of its tickets', async () => {
    const project = await fixtures.createProject(anna, 'Mill');
    const ticket = await fixtures.createTicket({}, anna, await fixtures.createObject(anna, project, 'Wheel'));
    await addNotifications(wanda, ticket);
    assert.equal((await fixtures.call(root, 'DELETE', `/projects/${project}`)).status, 200);
    assert.equal(await changedRows('notifications', 'DELETE'), many);
  });

  it('retention deletes the notifications of its tickets', async () => {
    const ticket = await fixtures.createTicketWithStatus('closed');
    await addNotifications(wanda, ticket);
    fixtures.advanceClock(61 * day);
    assert.equal(await deleteExpiredTickets(fixtures.deps), 1);
    assert.equal(await changedRows('notifications', 'DELETE'), many);
  });
});

describe('what is deleted when its time is over', () => {
  it('old notifications', async () => {
    await run(sql`delete from notifications`);
    await addNotifications(wanda);
    await run(sql`delete from changed_rows`);
    fixtures.advanceClock(91 * day);
    await tidyUp(fixtures.deps, 90 * day);
    assert.equal(await changedRows('notifications', 'DELETE'), many);
  });

  it('expired counters of limits', async () => {
    await run(sql`
      insert into rate_limits (key, timestamps, admitted, expires_at)
      select sha256(i::text::bytea), '{}', true, ${fixtures.now}::timestamptz from generate_series(1, ${many}) as i`);
    await deleteExpired(fixtures.deps);
    assert.equal(await changedRows('rate_limits', 'DELETE'), many);
  });

  it('old deliveries of webhooks', async () => {
    await run(sql`
      insert into webhooks (id, owner_id, sees_all, url, events, is_active, secret, created_at)
      values (gen_random_uuid(), ${anna.id}, false, 'https://example.com/', '{ticket.created}', true, '', ${fixtures.now}::timestamptz)`);
    await run(sql`
      insert into webhook_deliveries (webhook_id, event, details, created_at)
      select id, 'ticket.created', '{}', ${fixtures.now}::timestamptz from webhooks, generate_series(1, ${many})`);
    fixtures.advanceClock(31 * day);
    await deleteOldWebhookDeliveries(fixtures.deps);
    assert.equal(await changedRows('webhook_deliveries', 'DELETE'), many);
  });
});

it('what waits for the end of quiet hours is released for some accounts at a time', async () => {
  await run(sql`delete from notifications`);
  const people = await Promise.all(Array.from({ length: 45 }, (_, i) => fixtures.createUser(`sleeper${i}`, 'worker')));
  for (const { id } of people) {
    await run(sql`
      with told as (
        insert into notifications (user_id, event, cause, params, created_at)
        select ${id}::uuid, 'ticket_available', 'waits ' || i, '{}', ${fixtures.now}::timestamptz from generate_series(1, 3) as i returning id
      )
      insert into notification_sends (notification_id, user_id, channel, state, reason, due_at)
      select id, ${id}::uuid, 'email', 'waiting', 'quiet_hours', ${fixtures.now}::timestamptz from told`);
  }
  let transactions = 0;
  const db = { ...fixtures.db, read: fixtures.db.read };
  db.transaction = (work) => {
    transactions++;
    return fixtures.db.transaction(work);
  };
  assert.equal(await releaseWaiting({ ...fixtures.deps, db }), 135);
  assert.equal(transactions, 4, 'three with at most 20 accounts, and one that finds none');
});

it('accounts of a tenant for which much waits do not hold up those of others when quiet hours end', async () => {
  await run(sql`delete from notifications`);
  await run(sql`delete from deliveries`);
  const { boris } = fixtures;
  const creations = Array.from({ length: 50 }, (_, i) => fixtures.createUser(`staff${i}`, 'worker', { created_by: boris.id }));
  const staff = await Promise.all(creations);
  const others = await Promise.all(Array.from({ length: 10 }, (_, i) => fixtures.createUser(`other${i}`, 'worker')));
  for (const { id } of [...staff, ...others]) {
    await run(sql`
      with told as (
        insert into notifications (user_id, event, cause, params, created_at)
        values (${id}::uuid, 'ticket_available', 'waits', '{}', ${fixtures.now}::timestamptz) returning id
      )
      insert into notification_sends (notification_id, user_id, channel, state, reason, due_at)
      select id, ${id}::uuid, 'email', 'waiting', 'quiet_hours', ${fixtures.now}::timestamptz from told`);
  }
  const stopping = new AbortController();
  const db = { ...fixtures.db, read: fixtures.db.read };
  db.transaction = async (work) => {
    stopping.abort(); // after the first transaction
    return fixtures.db.transaction(work);
  };
  assert.equal(await releaseWaiting({ ...fixtures.deps, db }, stopping.signal), 20);
  const released = (await fixtures.pendingDeliveries('notification_mails')).map(({ user_id }) => user_id);
  for (const { id } of others) assert(released.includes(id), 'each account of another tenant is among the first 20');
});
