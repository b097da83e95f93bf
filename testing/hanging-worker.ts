import { writeSync } from 'node:fs';
import pino from 'pino';
import { openDatabase } from '../src/platform/database/database.ts';
import { DeliveryQueue } from '../src/platform/deliveries/queue.ts';
import { DeliveryWorker } from '../src/platform/deliveries/worker.ts';
import { systemClock } from '../src/platform/lib/clock.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';

// Claims a delivery and never ends its attempt; the test kills this process.
const log = pino({ level: 'silent' });
const db = openDatabase({ connectionString: process.env['DATABASE_URL'] ?? '' }, log);
const deps = { db, clock: systemClock, log, metrics: openMetrics(), deliveries: new DeliveryQueue(db) };
const handler = () => {
  writeSync(1, 'claimed\n');
  return new Promise<never>(() => {});
};
new DeliveryWorker(deps, 'messages', handler, { visibilityTimeoutMs: Number(process.env['VISIBILITY_TIMEOUT_MS']) });
