import { resolve } from 'node:path';
import { placeFor } from '../appliance/backup/place-photos.ts';
import { restoreBackup } from '../appliance/backup/restore.ts';
import { untilStopped } from '../appliance/backup/signals.ts';
import { ConfigError, commandSettings, loadConfig } from '../platform/config/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { createLog } from '../platform/config/log.ts';
import { openStorage } from '../platform/storage/open.ts';
import { spoolFolder } from '../product/photos/spool.ts';
import { connectDatabase } from '../service/connect-database.ts';

// `npm run restore -- FILE`: a backup into an empty database and an empty place for photos, all of
// it or nothing; then the schema is brought up to date.
try {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new ConfigError('name one file: npm run restore -- FILE');
  const file = resolve(name);
  const config = loadConfig(commandSettings());
  const log = createLog(config.logLevel);
  const stopping = untilStopped();
  const connection = await connectDatabase(config, log, (error) => {
    throw error;
  });
  try {
    const place = placeFor(await openStorage(config), spoolFolder(config.dataDir));
    const { rows, photos_in, ...counts } = await restoreBackup(connection.config, place, file, systemClock(), log, stopping);
    await migrate(connection.config, log);
    log.info({ tickets: rows['tickets'], ...counts }, 'the backup is restored');
    if (photos_in === 'in a bucket') log.warn('its photos lie in the bucket that it was made with: set the same one');
    if (counts.missing > 0)
      log.warn({ photos: counts.missing }, 'so many photos had no file when it was made: npm run sweep names them');
  } finally {
    await connection.stop();
  }
} catch (error) {
  console.error(`callout: ${(error as Error).message}`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
