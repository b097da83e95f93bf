import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, it } from 'node:test';
import pino from 'pino';
import { openDatabase } from '../../src/platform/database/database.ts';
import { DeliveryQueue, noTenant } from '../../src/platform/deliveries/queue.ts';
import { DeliveryWorker } from '../../src/platform/deliveries/worker.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

const database = await cloneDatabase();
const log = pino({ level: 'silent' });
const db = openDatabase({ connectionString: database.url }, log);
const deliveries = new DeliveryQueue(db);
after(async () => {
  await db.close();
  await database.drop();
});

it('The delivery that a killed process had claimed is sent by another one after the visibility timeout', async () => {
  const script = join(import.meta.dirname, '../../testing/hanging-worker.ts');
  const visibilityTimeoutMs = 3_000;
  const env = { ...process.env, DATABASE_URL: database.url, VISIBILITY_TIMEOUT_MS: String(visibilityTimeoutMs) };
  const dying = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const notices = [1, 2, 3].map((ticket_id) => ({ kind: 'ticket_event' as const, action: 'created' as const, ticket_id }));
  await db.transaction((tx) => deliveries.enqueue(tx, 'messages', notices, noTenant, new Date()));
  await once(dying.stdout, 'data');
  dying.kill('SIGKILL');
  await once(dying, 'exit');

  const sent: { ticketId: number; attempts: number }[] = [];
  const deps = { db, clock: systemClock, log, metrics: openMetrics(), deliveries };
  const worker = new DeliveryWorker(deps, 'messages', async ({ payload, attempts }) => {
    if ('ticket_id' in payload) sent.push({ ticketId: payload.ticket_id, attempts });
    return 'sent';
  });
  await waitFor(() => sent.length === notices.length, 20_000);
  await worker.stop();
  assert.deepEqual(sent, [
    { ticketId: 2, attempts: 1 },
    { ticketId: 3, attempts: 1 },
    { ticketId: 1, attempts: 2 },
  ]);
});
