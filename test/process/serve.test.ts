import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import pg from 'pg';
import { freePort } from '../../testing/free-port.ts';
import { spawnService, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

const database = await cloneDatabase();
after(() => database.drop());

it('callout serve reports an unavailable photo storage at the start and serves requests', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const bucket = { S3_BUCKET: 'photos', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' };
  const service = await startService({ env: { DATABASE_URL: database.url, ...bucket } });
  assert.match(service.output(), /the photo storage cannot be reached/);
  assert.equal(await stopService(service), 0);
});

it('callout sweep deletes announced files whose time is over and old remains of uploads', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'callout-sweep-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const [announced, later] = ['ab'.repeat(16), 'cd'.repeat(16)];
  const files = [announced, later].map((key) => join(dataDir, 'photos', key.slice(0, 2), key));
  const remains = join(dataDir, 'uploads', 'unfinished');
  for (const file of [...files, remains]) {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, new Date(0), new Date(0));
  }
  const db = new pg.Client(database.url);
  await db.connect();
  const announce =
    "insert into pending_file_deletions (storage_key, delete_after) values ($1, '-infinity'), ($2, now() + '1 day')";
  await db.query(announce, [announced, later]);
  await db.end();
  const env = { JWT_SECRET: 'x'.repeat(40), DATABASE_URL: database.url, DATA_DIR: dataDir };
  const sweep = await spawnService({ env, command: 'sweep' });
  assert.equal(await sweep.ended, 0, sweep.output());
  assert.deepEqual([...files, remains].map(existsSync), [false, true, false]);
});
