import { ConfigError, commandSettings, loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/open.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { createLog } from '../platform/config/log.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { openStorage } from '../platform/storage/open.ts';
import { auditFiles, removeDoomedFiles, removeLeftovers } from '../product/photos/file-deletion.ts';
import { connectDatabase } from '../service/connect-database.ts';

// `npm run sweep`: removes files that no photo knows, names photos whose file is missing.
// Exit code 3 when one is.
try {
  const config = loadConfig(commandSettings());
  const log = createLog(config.logLevel);
  const connection = await connectDatabase(config, log, (error) => {
    throw error;
  });
  const db = openDatabase(connection.config, log);
  try {
    const deps = { db, storage: await openStorage(config), clock: systemClock, config, metrics: openMetrics(), log };
    const { orphans, missing } = await auditFiles(deps);
    const removed = await removeDoomedFiles(deps);
    const leftovers = await removeLeftovers(deps);
    log.info({ orphans: orphans.length, removed, leftovers }, 'files without a photo are removed');
    for (const photo of missing) log.error({ photo }, 'the file of this photo is missing');
    if (missing.length > 0) process.exitCode = 3;
  } finally {
    await db.close();
    await connection.stop();
  }
} catch (error) {
  console.error(`callout: ${(error as Error).message}`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
