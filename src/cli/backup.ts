import { resolve } from 'node:path';
import { createBackup } from '../appliance/backup/create.ts';
import { untilStopped } from '../appliance/backup/signals.ts';
import { ConfigError, commandSettings, loadConfig } from '../platform/config/config.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { createLog } from '../platform/config/log.ts';
import { LocalStorage } from '../platform/storage/local.ts';
import { openStorage } from '../platform/storage/open.ts';
import { attachDatabase } from '../service/connect-database.ts';

// `npm run backup -- FILE`: database and local photos in one file, beside a running service or
// without one. Exit code 3: it is whole, but the files of some photos were missing already.
try {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new ConfigError('name one file: npm run backup -- FILE');
  const file = resolve(name);
  const config = loadConfig(commandSettings());
  const log = createLog(config.logLevel);
  const connection = await attachDatabase(config, log);
  try {
    const storage = await openStorage(config);
    const source = { database: connection.config, photoFolder: storage instanceof LocalStorage ? storage : undefined };
    const { rows, ...counts } = await createBackup(source, file, systemClock(), log, untilStopped());
    log.info({ file, tickets: rows['tickets'], ...counts }, 'the backup is complete');
    if (!source.photoFolder) log.warn('photos are not in it: they stay in their bucket');
    if (counts.missing > 0) process.exitCode = 3;
  } finally {
    await connection.stop();
  }
} catch (error) {
  console.error(`callout: ${(error as Error).message}`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
