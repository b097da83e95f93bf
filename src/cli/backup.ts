import { resolve } from 'node:path';
import { createBackup } from '../appliance/backup/create.ts';
import { abortOnSignals } from '../appliance/backup/signals.ts';
import { tables } from '../capabilities.ts';
import { commandSettings, loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { LocalStorage } from '../platform/storage/local.ts';
import { openStorage } from '../platform/storage/open.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { type Command, exitCodes } from './command.ts';

export const command: Command = {
  summary: 'Writes the database and local photos into one file, with or without a running service.',
  usage: 'FILE',
  details: `Exit code ${exitCodes.filesMissing}: the backup is complete, but the files of some photos were missing already.`,
  positionals: 1,
  run: async ({ positionals: [name = ''] }) => {
    const file = resolve(name);
    const config = loadConfig(commandSettings());
    const log = createLog(config.logLevel);
    const connection = await attachDatabase(config, log);
    try {
      const storage = await openStorage(config);
      const { rows, ...counts } = await createBackup({
        database: connection.config,
        tables,
        storage,
        file,
        now: systemClock(),
        log,
        signal: abortOnSignals(),
      });
      log.info({ file, tickets: rows['tickets'], ...counts }, 'the backup is complete');
      if (!(storage instanceof LocalStorage)) log.warn('photos are not in it: they stay in their bucket');
      return counts.missing > 0 ? exitCodes.filesMissing : 0;
    } finally {
      await connection.stop();
    }
  },
};
