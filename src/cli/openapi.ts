import { writeFileSync } from 'node:fs';
import pino from 'pino';
import { buildApp } from '../app.ts';
import { Subscriptions } from '../platform/capability/events.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/open.ts';
import { DeliveryQueue } from '../platform/deliveries/queue.ts';
import { JobScheduler } from '../platform/jobs/job-scheduler.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { signingKey } from '../platform/security/tokens.ts';
import { openStorage } from '../platform/storage/open.ts';
import type { Command } from './command.ts';

const secret = 'no token is signed while the API is described';

/** @returns the OpenAPI description of all operations as JSON text, made from the schemas that check requests */
export async function describeApi(): Promise<string> {
  const log = pino({ level: 'silent' });
  const db = openDatabase({}, log);
  const config = loadConfig({ JWT_SECRET: secret, S3_BUCKET: 'described' });
  const storage = await openStorage(config);
  const app = await buildApp({
    config,
    clock: systemClock,
    db,
    signingKey: signingKey(secret),
    storage,
    deliveries: new DeliveryQueue(db),
    metrics: openMetrics(),
    subscriptions: new Subscriptions([]),
    jobs: new JobScheduler(),
    log,
  });
  await app.ready();
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await app.close();
  await db.close();
  return text;
}

const file = new URL('../../docs/openapi.json', import.meta.url);

export const command: Command = {
  summary: 'Writes the description of the API to docs/openapi.json.',
  run: async () => {
    writeFileSync(file, await describeApi());
    return 0;
  },
};
