import { sql } from 'kysely';
import { prepareConsole } from '../appliance/console/build.ts';
import { buildCity } from '../appliance/demo/build.ts';
import { demoPassword, logins } from '../appliance/demo/city.ts';
import { DemoFolder } from '../appliance/demo/folder.ts';
import { ConfigError, type Environment, loadConfig, processEnvironment } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { DeliveryQueue } from '../platform/deliveries/queue.ts';
import { JobScheduler } from '../platform/jobs/job-scheduler.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { openStorage } from '../platform/storage/open.ts';
import { connectDatabase } from '../service/connect-database.ts';
import { run } from '../service/run.ts';

// `npm run demo`: the service with a city in it, in a folder of its own. Its passwords are known to
// everybody, so it listens on this machine only, unless HOST says otherwise; and whatever else is
// set for a real one (database, bucket, mail, bots) is not looked at.
const passedOn = ['HOST', 'PORT', 'PUBLIC_URL', 'POSTGRES_BIN', 'LOG_LEVEL', 'PATH', 'TRUSTED_PROXIES'];

try {
  const env = processEnvironment();
  const folder = new DemoFolder(env['DEMO_DATA'] || './data/demo');
  const settings: Environment = {
    HOST: '127.0.0.1',
    SWAGGER: 'true',
    TICKET_RETENTION_DAYS: '0', // the city stays as it is
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(passedOn.filter((name) => env[name]).map((name) => [name, env[name]])),
    JWT_SECRET: folder.jwtSecret,
    DATA_DIR: folder.path,
  };
  if (!folder.isBuilt) await build(folder, settings);
  prepareConsole();
  const service = await run(loadConfig(settings));
  if (service) welcome(service.port, folder.path);
} catch (error) {
  console.error(`callout: ${(error as Error).message}`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

async function build(folder: DemoFolder, settings: Environment): Promise<void> {
  console.log('callout: building the city of the demo, which takes some seconds');
  const config = loadConfig(settings);
  const log = createLog('error');
  const connection = await connectDatabase(config, log, (error) => {
    throw error;
  });
  try {
    await forget(connection.config);
    folder.clear();
    await migrate(connection.config, log);
    const db = openDatabase(connection.config, log);
    const deliveries = new DeliveryQueue(db);
    const deps = {
      db,
      config,
      deliveries,
      storage: await openStorage(config),
      metrics: openMetrics(),
      jobs: new JobScheduler(),
      log,
    };
    try {
      await deps.storage.check();
      const today = systemClock();
      await buildCity(deps, today);
      folder.finish(today);
    } finally {
      await db.close();
    }
  } finally {
    await connection.stop();
  }

  /** What a start that was cut off has left in the demo's own database. */
  async function forget(target: Parameters<typeof openDatabase>[0]): Promise<void> {
    const db = openDatabase(target, log);
    await db.statement((writer) => sql`drop schema public cascade`.execute(writer));
    await db.statement((writer) => sql`create schema public`.execute(writer));
    await db.close();
  }
}

function welcome(port: number, folder: string): void {
  const roles = Object.entries(logins).map(([role, email]) => `  ${role.padEnd(8)}${email}`);
  const lines = [
    '',
    `  Callout, the demo  http://localhost:${port}/app/`,
    '',
    ...roles,
    `  password of all:  ${demoPassword}`,
    '',
    `  The city lies in ${folder}; without that folder the next start builds it anew.`,
    '',
  ];
  console.log(lines.join('\n'));
}
