import assert from 'node:assert/strict';
import { after, it, mock } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import type { DeliveryHandler } from '../src/platform/deliveries/attempt-delivery.ts';
import { DeliveryQueue, noTenant } from '../src/platform/deliveries/queue.ts';
import { deliverNext } from '../testing/deliver-next.ts';
import { Fixtures } from '../testing/fixtures.ts';

// DATABASE_URL may hold settings of its own, and the database may have defaults that are not ours.

const fixtures = await Fixtures.create();
const log = pino({ level: 'silent' });
const moment = '2026-07-01T10:00:00.500Z';
const caller = { key: 'test' };

const withOptions = (options: string): string => {
  const url = new URL(fixtures.url);
  url.searchParams.set('options', options);
  return url.href;
};

interface Found {
  at: string;
  zone: string;
  path: string;
  timeout: string;
}

async function look(db: Db): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select ${moment}::timestamptz as at, current_setting('TimeZone') as zone, current_setting('search_path') as path,
           current_setting('statement_timeout') as timeout`.execute(db);
  return rows[0];
}

/** What each kind of connection finds. */
async function lookEverywhere(url: string): Promise<(Found | undefined)[]> {
  const db = openDatabase({ connectionString: url }, log);
  try {
    return [await look(db.read), await db.statement(look), await db.counters.statement(look), await db.heavyRead(caller, look)];
  } finally {
    await db.close();
  }
}

const expected = (path: string): Found[] =>
  ['8s', '8s', '8s', '3s'].map((timeout) => ({ at: moment, zone: 'UTC', path, timeout }));

it('a time zone, date style or timeout in the options of DATABASE_URL does not change returned values', async () => {
  const url = withOptions('-c search_path=public -c timezone=Asia/Tokyo -c datestyle=german -c statement_timeout=0');
  assert.deepEqual(await lookEverywhere(url), expected('public'));
});

it('timestamps are correct in a database with another default time zone and date style', async () => {
  const admin = new pg.Client({ connectionString: fixtures.url });
  await admin.connect();
  after(() => admin.end());
  const name = pg.escapeIdentifier(new URL(fixtures.url).pathname.slice(1));
  await admin.query(`alter database ${name} set timezone = 'Europe/Berlin'; alter database ${name} set datestyle = 'SQL, DMY'`);
  assert.deepEqual(await lookEverywhere(fixtures.url), expected('"$user", public'));
});

it('deliveries are enqueued and fetched at the right time when DATABASE_URL has options', async () => {
  const connection = { connectionString: withOptions('-c search_path=public -c timezone=Europe/Berlin') };
  const db = openDatabase(connection, log);
  const deliveries = new DeliveryQueue(db);
  try {
    await db.transaction((tx) =>
      deliveries.enqueue(tx, 'messages', [{ kind: 'ticket_event', action: 'created', ticket_id: 7 }], noTenant, new Date(moment)),
    );
    const moments: string[] = [];
    const deps = { ...fixtures.deps, clock: () => new Date(moment), db, deliveries };
    const handler: DeliveryHandler<'messages'> = async ({ created_at }) => {
      moments.push(created_at);
      return 'sent';
    };
    assert(await deliverNext(deps, 'messages', handler));
    assert.deepEqual(moments, [moment]);
  } finally {
    await db.close();
  }
});

it('an idle connection and its prepared statements are still open after half a minute', async () => {
  const db = openDatabase({ connectionString: fixtures.url }, log);
  const processId = (): Promise<number | undefined> =>
    db.statement(async (one) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)).rows[0]?.pid);
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const before = await processId();
    mock.timers.tick(30_000);
    assert.equal(await processId(), before);
  } finally {
    mock.timers.reset();
    await db.close();
  }
});

it('a write meets one connection to a former primary at most, however many are open', async () => {
  const db = openDatabase({ connectionString: fixtures.url }, log);
  after(() => db.close());
  // As on a primary that was demoted: sessions that are open stay, and refuse to write.
  const demote = (tx: Db) => sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.1)`.execute(tx);
  await Promise.all(Array.from({ length: 10 }, () => db.statement(demote)));
  assert.deepEqual(db.connections().idle, 10);
  let attempts = 0;
  await db.transaction(async (tx) => {
    attempts++;
    await sql`delete from api_tokens`.execute(tx);
  });
  assert.equal(attempts, 2);
});
