import { writeSync } from 'node:fs';
import pino from 'pino';
import { Outbox } from '../src/platform/deliveries/outbox.ts';

// A process that takes a delivery and never comes to its end; the test kills it.
const outbox = new Outbox({ connectionString: process.env['DATABASE_URL'] ?? '' }, pino({ level: 'silent' }));
await outbox.work('messages', () => {
  writeSync(1, 'taken\n');
  return new Promise(() => setInterval(() => {}, 1_000));
});
