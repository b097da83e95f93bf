import { auditFiles, deletePendingFiles } from '../product/files/photos/file-deletion.ts';
import { deleteStaleUploads } from '../product/files/photos/receive-upload.ts';
import { connectDatabase } from '../service/connect-database.ts';
import { openDeps } from '../service/deps.ts';
import { type Command, commandContext, exitCodes } from './command.ts';

export const command: Command = {
  summary: 'Removes files that belong to no photo or attachment, and names those whose file is missing.',
  details: `Exit code ${exitCodes.filesMissing}: the file of at least one photo or attachment is missing.`,
  run: async () => {
    const { config, log } = commandContext();
    const connection = await connectDatabase(config, log);
    try {
      const deps = await openDeps(config, connection.owner, log);
      try {
        const { orphans, missing } = await auditFiles(deps);
        const removed = await deletePendingFiles(deps);
        const leftovers = await deleteStaleUploads(deps);
        log.info({ orphans: orphans.length, removed, leftovers }, 'files without a photo are removed');
        for (const { kind, id } of missing) log.error({ [kind]: id }, `the file of this ${kind} is missing`);
        return missing.length > 0 ? exitCodes.filesMissing : 0;
      } finally {
        await deps[Symbol.asyncDispose]();
      }
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};
