import { commandSettings, loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { openDatabase } from '../platform/database/open.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { openStorage } from '../platform/storage/open.ts';
import { auditFiles, deletePendingFiles } from '../product/photos/file-deletion.ts';
import { deleteStaleUploads } from '../product/photos/spool.ts';
import { withDatabase } from '../service/connect-database.ts';
import { type Command, exitCodes } from './command.ts';

export const command: Command = {
  summary: 'Removes files that belong to no photo, and names photos whose file is missing.',
  details: `Exit code ${exitCodes.filesMissing}: the file of at least one photo is missing.`,
  run: async () => {
    const config = loadConfig(commandSettings());
    const log = createLog(config.logLevel);
    return withDatabase(config, log, async (database) => {
      const db = openDatabase(database, log);
      try {
        const deps = { db, storage: await openStorage(config), clock: systemClock, config, metrics: openMetrics(), log };
        const { orphans, missing } = await auditFiles(deps);
        const removed = await deletePendingFiles(deps);
        const leftovers = await deleteStaleUploads(deps);
        log.info({ orphans: orphans.length, removed, leftovers }, 'files without a photo are removed');
        for (const photo of missing) log.error({ photo }, 'the file of this photo is missing');
        return missing.length > 0 ? exitCodes.filesMissing : 0;
      } finally {
        await db.close();
      }
    });
  },
};
