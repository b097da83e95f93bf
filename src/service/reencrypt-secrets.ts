import { type EncryptedColumn, reencrypt } from '../platform/database/reencrypt.ts';
import type { Job } from '../platform/jobs/job-scheduler.ts';
import { hours } from '../platform/lib/duration.ts';
import type { Deps } from '../platform/module/deps.ts';
import { decryptionKeys } from '../platform/security/encryption.ts';

/**
 * The job that encrypts stored secrets with DATA_ENCRYPTION_KEY while DATA_ENCRYPTION_KEY_PREVIOUS is set. It is repeated,
 * because other instances may go on using the previous key until they are restarted, too.
 */
export function reencryptJobs(deps: Pick<Deps, 'db' | 'config' | 'log'>, columns: readonly EncryptedColumn[]): Job[] {
  const [current, previous] = decryptionKeys(deps.config);
  if (!current || !previous) return [];
  const run = async (): Promise<void> => {
    let [reencrypted, unreadable] = [0, 0];
    for (const column of columns) {
      const counts = await reencrypt(deps.db, column, { current, previous });
      reencrypted += counts.reencrypted;
      unreadable += counts.unreadable;
    }
    deps.log.info({ reencrypted }, 'stored secrets are encrypted with DATA_ENCRYPTION_KEY');
    if (unreadable > 0) {
      deps.log.error({ unreadable }, 'stored secrets are decrypted by neither DATA_ENCRYPTION_KEY nor its previous value');
    }
  };
  return [{ name: 're-encryption', everyMs: hours(1), onEveryInstance: true, run }];
}
