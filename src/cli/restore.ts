import { resolve } from 'node:path';
import { restoreBackup } from '../appliance/backup/restore.ts';
import { photoDestination } from '../appliance/backup/restore-photos.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { spoolFolder } from '../product/photos/receive-upload.ts';
import { connectDatabase, migrateDatabase } from '../service/connect-database.ts';
import { abortOnSignals, type Command, commandContext } from './command.ts';

export const command: Command = {
  summary: 'Restores a backup into an empty database and an empty photo storage, all of it or nothing.',
  usage: 'FILE',
  positionals: 1,
  run: async ({ positionals: [name = ''] }) => {
    const file = resolve(name);
    const { config, log } = commandContext();
    const signal = abortOnSignals();
    const connection = await connectDatabase(config, log);
    try {
      const database = connection.owner;
      const photos = photoDestination(await openStorage(config), spoolFolder(config.dataDir));
      const { rows, photosIn, ...counts } = await restoreBackup({ database, photos, file, log, signal });
      await migrateDatabase(connection, log);
      log.info({ tickets: rows['tickets'], ...counts }, 'the backup is restored');
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
