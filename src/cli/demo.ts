import { sql } from 'kysely';
import { prepareConsole } from '../appliance/console/build.ts';
import { DemoFolder } from '../appliance/demo/demo-folder.ts';
import { demoLogins, demoPassword } from '../appliance/demo/fixtures.ts';
import { seedDemo } from '../appliance/demo/seed.ts';
import { Subscriptions } from '../platform/capability/events.ts';
import { type Environment, loadConfig, processEnvironment } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { DeliveryQueue } from '../platform/deliveries/queue.ts';
import { JobScheduler } from '../platform/jobs/job-scheduler.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { openStorage } from '../platform/storage/open.ts';
import { withDatabase } from '../service/connect-database.ts';
import { runService } from '../service/run.ts';
import type { Command } from './command.ts';

/** Anything else that is set for a real service (database, bucket, mail, bots) is ignored. */
const usedSettings = ['HOST', 'PORT', 'PUBLIC_URL', 'POSTGRES_BIN', 'LOG_LEVEL', 'PATH', 'TRUSTED_PROXIES'];

export const command: Command = {
  summary: 'Runs the service with demo data, in a folder of its own.',
  details: 'Its passwords are known to everybody, so it listens on 127.0.0.1 unless HOST says otherwise.',
  run: async () => {
    const env = processEnvironment();
    const folder = new DemoFolder(env['DEMO_DATA'] || './data/demo');
    const settings: Environment = {
      HOST: '127.0.0.1',
      SWAGGER: 'true',
      TICKET_RETENTION_DAYS: '0', // otherwise the demo would lose its closed tickets
      LOG_LEVEL: 'warn',
      ...Object.fromEntries(usedSettings.filter((name) => env[name]).map((name) => [name, env[name]])),
      JWT_SECRET: folder.jwtSecret,
      DATA_DIR: folder.path,
    };
    if (!folder.isSeeded) await seed(folder, settings);
    prepareConsole();
    const service = await runService(loadConfig(settings));
    if (service) printWelcome(service.port, folder.path);
    return undefined;
  },
};

async function seed(folder: DemoFolder, settings: Environment): Promise<void> {
  console.log('callout: creating the demo data, which takes some seconds');
  const config = loadConfig(settings);
  const log = createLog('error');
  await withDatabase(config, log, async (database) => {
    await dropAll(database);
    folder.removePhotos();
    await migrate(database, log);
    const db = openDatabase(database, log);
    const deliveries = new DeliveryQueue(db);
    const deps = {
      db,
      config,
      deliveries,
      storage: await openStorage(config),
      metrics: openMetrics(),
      subscriptions: new Subscriptions([]), // nobody is notified of what the demo data says has happened
      jobs: new JobScheduler(),
      log,
    };
    try {
      await deps.storage.check();
      const now = systemClock();
      await seedDemo(deps, now);
      folder.markSeeded(now);
    } finally {
      await db.close();
    }
  });

  /** An interrupted start has left some of the data. */
  async function dropAll(target: Parameters<typeof openDatabase>[0]): Promise<void> {
    const db = openDatabase(target, log);
    await db.statement((writer) => sql`drop schema public cascade`.execute(writer));
    await db.statement((writer) => sql`create schema public`.execute(writer));
    await db.close();
  }
}

function printWelcome(port: number, folder: string): void {
  const roles = Object.entries(demoLogins).map(([role, email]) => `  ${role.padEnd(8)}${email}`);
  const lines = [
    '',
    `  Callout, the demo  http://localhost:${port}/app/`,
    '',
    ...roles,
    `  password of all:  ${demoPassword}`,
    '',
    `  The data is in ${folder}; without that folder the next start creates it anew.`,
    '',
  ];
  console.log(lines.join('\n'));
}
