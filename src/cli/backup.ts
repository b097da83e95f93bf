import { basename, resolve } from 'node:path';
import { recordBackupEvent } from '../appliance/backup/audit.ts';
import { createBackup } from '../appliance/backup/create.ts';
import { totalRows } from '../appliance/backup/manifest.ts';
import { tables } from '../modules.ts';
import { systemClock } from '../platform/lib/clock.ts';
import type { BundleStorage } from '../platform/storage/bundle-storage.ts';
import { LocalStorage } from '../platform/storage/local.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { abortOnSignals, type Command, commandContext, exitCodes, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Writes the database and local photos into one file, with or without a running service.',
  usage: 'FILE',
  details: [
    'With BACKUP_KEY the file is encrypted: callout restore reads it with the same key, age -d as well.',
    `Exit code ${exitCodes.filesMissing}: the backup is complete, but the files of some photos were missing already.`,
  ].join('\n'),
  positionals: 1,
  run: async ({ positionals: [name = ''] }) => {
    if (name === '-') throw new UsageError('a backup is written into a file, not to stdout');
    const file = resolve(name);
    const { config, log } = commandContext();
    const connection = await attachDatabase(config, log);
    try {
      const storage = await openStorage(config);
      const encrypted = config.backupKey !== '';
      const source = { database: connection.owner, tables, storage };
      const target = { file, key: config.backupKey, now: systemClock() };
      const { rows, ...counts } = await createBackup({ ...source, ...target, log, signal: abortOnSignals() });
      const detail = { file: basename(file), rows: totalRows(rows), encrypted };
      await recordBackupEvent(connection.owner, 'backup_made', { now: systemClock(), log, detail });
      log.info({ file, encrypted, tickets: rows['tickets'], ...counts }, 'the backup is complete');
      if (!(storage instanceof LocalStorage)) log.warn('photos and archived tickets are not in it: they stay in their bucket');
      else if (await hasBundles(storage.bundles)) log.warn('archived tickets are not in it: copy the folder archive of DATA_DIR');
      return counts.missing > 0 ? exitCodes.filesMissing : 0;
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};

async function hasBundles(bundles: BundleStorage): Promise<boolean> {
  for await (const _ of bundles.keys()) return true;
  return false;
}
