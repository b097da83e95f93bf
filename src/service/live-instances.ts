import { randomUUID } from 'node:crypto';
import { type NotificationListener, notify } from '../platform/database/listen.ts';
import type { Job } from '../platform/jobs/job-scheduler.ts';
import { seconds } from '../platform/lib/duration.ts';
import { liveInstances } from '../platform/lib/tenant-share.ts';
import type { Deps } from '../platform/module/deps.ts';

const everyMs = seconds(10);
/** An instance that was silent for so long has ended. */
const maxSilenceMs = 3 * everyMs;

/**
 * Lets the instances count each other, because they divide the share of a tenant among themselves.
 * @returns the job by which this one announces itself to the others
 */
export function countInstances({ db }: Pick<Deps, 'db'>, notifications: NotificationListener): Job {
  const id = randomUUID();
  /** by id, when each announced itself last */
  const announcedAtMs = new Map<string, number>();
  notifications.on('instances', (instance) => {
    if (instance !== undefined) announcedAtMs.set(instance, performance.now());
  });
  return {
    name: 'count of instances',
    everyMs,
    onEveryInstance: true,
    run: async () => {
      for (const [instance, atMs] of announcedAtMs) if (performance.now() - atMs > maxSilenceMs) announcedAtMs.delete(instance);
      announcedAtMs.set(id, performance.now());
      liveInstances.count = announcedAtMs.size;
      await db.transaction((tx) => notify(tx, 'instances', id));
    },
  };
}
