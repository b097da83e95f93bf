import { commandSettings, loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { withDatabase } from '../service/connect-database.ts';
import type { Command } from './command.ts';

export const command: Command = {
  summary: 'Brings the database schema up to date and exits; the service does the same when it starts.',
  run: async () => {
    const config = loadConfig(commandSettings());
    const log = createLog(config.logLevel);
    await withDatabase(config, log, (database) => migrate(database, log));
    log.info('the schema is up to date');
    return 0;
  },
};
