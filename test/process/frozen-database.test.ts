import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { send, signIn, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// A database that is frozen, or behind a line that swallows everything: connections stay open, or open, and say nothing.

const password = 'correct-horse-1';
const email = 'root@example.com';
const database = await cloneDatabase();
const proxy = await FaultProxy.start(database.url);
const service = await startService({
  env: { DATABASE_URL: proxy.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' },
});
const token = await signIn(service.url, email, password);
after(async () => {
  proxy.restore();
  await stopService(service);
  proxy.close();
  await database.drop();
});

const ask = (path: string) =>
  Promise.race([
    send(`${service.url}${path}`, 'GET', token),
    new Promise<never>((_, reject) => setTimeout(reject, 30_000, new Error(`${path} is not answered`)).unref()),
  ]);
const unavailable = { status: 500, body: { error: 'db unavailable' } };

it('GET /db-ping returns an error before the client times out while the database is frozen', async () => {
  assert.equal((await ask('/db-ping')).status, 200);
  proxy.stall();
  for (let i = 0; i < 2; i++) assert.deepEqual(await ask('/db-ping'), unavailable);
  proxy.restore();
  assert.deepEqual(await ask('/db-ping'), { status: 200, body: { db: 'ok' } });
});

it('requests that need a new connection return db unavailable while the database is frozen', async () => {
  proxy.disconnect();
  proxy.stall();
  for (const path of ['/projects', '/auth/me', '/tickets']) assert.deepEqual(await ask(path), unavailable, path);
  proxy.restore();
  assert.equal((await ask('/projects')).status, 200);
});
