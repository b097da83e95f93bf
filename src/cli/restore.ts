import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { recordBackupEvent } from '../appliance/backup/audit.ts';
import { totalRows } from '../appliance/backup/manifest.ts';
import { restoreBackup } from '../appliance/backup/restore.ts';
import { photoDestination } from '../appliance/backup/restore-photos.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { spoolFolder } from '../product/files/photos/receive-upload.ts';
import { connectDatabase, migrateDatabase } from '../service/connect-database.ts';
import { abortOnSignals, type Command, commandContext, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Restores a backup into an empty database and an empty photo storage, all of it or nothing.',
  usage: 'FILE [--keep-sessions] [--allow-unencrypted]',
  details:
    'Sessions, API tokens, calendar feeds, reset tokens and codes for messengers that the backup contains end, and its webhooks are ' +
    'disabled. It prints which passkeys, links to company accounts and addresses of portals are back.',
  flags: {
    'keep-sessions': 'they stay valid: for a move to another machine with the same JWT_SECRET',
    'allow-unencrypted': 'with BACKUP_KEY: restores a file that is not encrypted, which anybody may have changed',
  },
  positionals: 1,
  run: async ({ positionals: [name = ''], flags }) => {
    const file = resolve(name);
    // It is read more than once, from different places.
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && !found.isFile()) throw new UsageError(`${name} is no file: save what comes from a pipe first`);
    const { config, log } = commandContext();
    const signal = abortOnSignals();
    const connection = await connectDatabase(config, log);
    try {
      const database = connection.owner;
      const photos = photoDestination(await openStorage(config), spoolFolder(config.dataDir));
      const access = { key: config.backupKey, allowUnencrypted: flags.has('allow-unencrypted') };
      const keepSessions = flags.has('keep-sessions');
      const source = { file, access, keepSessions, now: systemClock() };
      const { rows, photosIn, encrypted, restoredAccess, ...counts } = await restoreBackup({
        database,
        photos,
        ...source,
        log,
        signal,
      });
      await migrateDatabase(connection, log);
      const detail = { file: basename(file), rows: totalRows(rows), encrypted, sessions_kept: keepSessions };
      await recordBackupEvent(database, 'backup_restored', { now: systemClock(), log, detail });
      log.info({ tickets: rows['tickets'], ...counts }, 'the backup is restored');
      for (const { kind, rows: restored } of restoredAccess) {
        log.warn(`${restored.length} ${kind} are back, check which were removed since the backup: ${restored.join(', ')}`);
      }
      if (photosIn === 'in a bucket') {
        log.warn('its photos are in the bucket of the service that it was made from: set the same one');
      }
      if (counts.missing > 0) {
        log.warn({ photos: counts.missing }, 'the files of some photos were missing when it was made: callout sweep lists them');
      }
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};
