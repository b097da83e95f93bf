import { resolve } from 'node:path';
import { createBackup } from '../appliance/backup/create.ts';
import { tables } from '../capabilities.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { LocalStorage } from '../platform/storage/local.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { abortOnSignals, type Command, commandContext, exitCodes } from './command.ts';

export const command: Command = {
  summary: 'Writes the database and local photos into one file, with or without a running service.',
  usage: 'FILE',
  details: `Exit code ${exitCodes.filesMissing}: the backup is complete, but the files of some photos were missing already.`,
  positionals: 1,
  run: async ({ positionals: [name = ''] }) => {
    const file = resolve(name);
    const { config, log } = commandContext();
    const connection = await attachDatabase(config, log);
    try {
      const storage = await openStorage(config);
      const options = { database: connection.owner, tables, storage, file, now: systemClock(), log, signal: abortOnSignals() };
      const { rows, ...counts } = await createBackup(options);
      log.info({ file, tickets: rows['tickets'], ...counts }, 'the backup is complete');
      if (!(storage instanceof LocalStorage)) log.warn('photos are not in it: they stay in their bucket');
      return counts.missing > 0 ? exitCodes.filesMissing : 0;
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};
