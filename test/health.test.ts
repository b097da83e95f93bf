import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { createLog } from '../src/platform/config/log.ts';
import { version } from '../src/platform/lib/version.ts';
import type { Deps } from '../src/platform/module/deps.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

// /health/live: the process runs. /health/ready: send it requests. /health: all is well.

const fixtures = await Fixtures.create();

/** The answers of an application that nobody has asked yet, and what it logs. */
async function ask(changes: Partial<Deps>, urls = ['/health/live', '/health/ready', '/health']) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const app = await buildApp({ ...fixtures.deps, log, ...changes });
  const answers = [];
  for (const url of urls) {
    const { statusCode, payload, headers } = await app.inject({ url });
    answers.push({ status: statusCode, body: JSON.parse(payload), headers });
  }
  await app.close();
  return { answers, statuses: answers.map(({ status }) => status), log: lines.join('') };
}
const failing = (message: string) =>
  Object.assign(Object.create(fixtures.deps.storage), { check: () => Promise.reject(Error(message)) });

describe('health endpoints', () => {
  it('GET /health/live, /health/ready and /health return 200 with the state of each part, and log nothing', async () => {
    const { answers, log } = await ask({});
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      [
        [200, { status: 'live' }],
        [200, { status: 'ready', database: 'ok', migrations: 'ok' }],
        [200, { status: 'ready', database: 'ok', migrations: 'ok', writes: 'ok', storage: 'ok', version }],
      ],
    );
    assert.equal(answers[1]?.headers['cache-control'], 'no-store');
    assert.equal(log, '');
  });

  it('GET /health returns 503 and /health/ready 200 when the storage is unavailable', async () => {
    const { answers, statuses, log } = await ask({ storage: failing('ENOSPC at /var/lib/callout') });
    assert.deepEqual(statuses, [200, 200, 503]);
    assert.deepEqual(answers[2]?.body, { error: 'not ready: storage unavailable' });
    assert.match(log, /"part":"storage","reason":"ENOSPC at \/var\/lib\/callout"/, 'why, only the log knows');
  });

  it('GET /health/ready returns 503 when the database is unavailable or a migration is missing', async () => {
    await fixtures.transaction((tx) => sql`alter table schema_migrations rename to elsewhere`.execute(tx));
    const { answers, statuses } = await ask({});
    await fixtures.transaction((tx) => sql`alter table elsewhere rename to schema_migrations`.execute(tx));
    assert.deepEqual(statuses, [200, 503, 503]);
    assert.deepEqual(answers[1]?.body, { error: 'not ready: migrations unavailable' });

    await fixtures.transaction((tx) => sql`update schema_migrations set number = -1 where number = 1`.execute(tx));
    const older = await ask({});
    await fixtures.transaction((tx) => sql`update schema_migrations set number = 1 where number = -1`.execute(tx));
    assert.deepEqual(older.statuses, [200, 503, 503]);
    assert.match(older.log, /1 migrations are missing/);

    const { openDatabase } = await import('../src/platform/database/database.ts');
    const db = openDatabase({ connectionString: 'postgres://x@127.0.0.1:1/x' }, fixtures.deps.log);
    const away = await ask({ db });
    await db.close();
    assert.deepEqual(away.statuses, [200, 503, 503]);
    assert.deepEqual(away.answers[1]?.body, { error: 'not ready: database, migrations unavailable' });
  });

  it('GET /health asks a part that was unavailable again, although it asks a working one once in 15 s', async () => {
    let asked = 0;
    const check = async () => {
      if (++asked === 1) throw Error('away for a moment');
    };
    const storage = Object.assign(Object.create(fixtures.deps.storage), { check });
    const app = await buildApp({ ...fixtures.deps, storage });
    assert.equal((await app.inject({ url: '/health' })).statusCode, 503);
    await waitFor(async () => (await app.inject({ url: '/health' })).statusCode === 200);
    for (let i = 0; i < 5; i++) await app.inject({ url: '/health' });
    await app.close();
    assert.equal(asked, 2);
  });

  it('GET /health returns 503 without waiting for a check that hangs, and does not start that check twice', async () => {
    let asked = 0;
    const check = () => {
      asked++;
      return new Promise<void>(() => {});
    };
    const storage = Object.assign(Object.create(fixtures.deps.storage), { check });
    const { statuses } = await ask({ storage }, ['/health', '/health']);
    assert.deepEqual([statuses, asked], [[503, 503], 1]);
  });
});
