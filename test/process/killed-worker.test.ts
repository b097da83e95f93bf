import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, it } from 'node:test';
import pino from 'pino';
import { openDatabase } from '../../src/platform/database/open.ts';
import { Outbox } from '../../src/platform/deliveries/outbox.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// Deliveries over processes, one of which dies in the middle.

const database = await cloneDatabase();
const log = pino({ level: 'silent' });
const db = openDatabase({ connectionString: database.url }, log);
const outbox = new Outbox({ connectionString: database.url }, log);
after(async () => {
  await outbox.close();
  await db.close();
  await database.drop();
});

it('what a process had taken when it died is delivered by another', { timeout: 60_000 }, async () => {
  const script = join(import.meta.dirname, '..', '..', 'testing', 'hanging-worker.ts');
  const dying = spawn(process.execPath, [script], { env: { ...process.env, DATABASE_URL: database.url } });
  const notices = [1, 2, 3].map((ticket_id) => ({ kind: 'rule_ticket' as const, ticket_id }));
  await db.transaction((tx) => outbox.enqueue(tx, 'messages', notices, new Date()));
  await once(dying.stdout, 'data');
  dying.kill('SIGKILL');

  const delivered: number[] = [];
  const all = new Promise<void>((resolve) => {
    outbox.work('messages', async (delivery) => {
      if ('ticket_id' in delivery) delivered.push(delivery.ticket_id);
      if (delivered.length === notices.length) resolve();
    });
  });
  await all; // the time-out is the promise, with room for a slow machine
  assert.deepEqual(delivered.toSorted(), [1, 2, 3], 'each once');
});
