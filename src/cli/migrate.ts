import { ConfigError, commandSettings, loadConfig } from '../platform/config/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/config/log.ts';
import { connectDatabase } from '../service/connect-database.ts';

// `npm run migrate`: brings the schema up to date and exits. `serve` does the same at its start.
try {
  const config = loadConfig(commandSettings());
  const log = createLog(config.logLevel);
  const connection = await connectDatabase(config, log, (error) => {
    throw error;
  });
  try {
    await migrate(connection.config, log);
    log.info('the schema is up to date');
  } finally {
    await connection.stop();
  }
} catch (error) {
  console.error(`callout: ${(error as Error).message}`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
