import { minutes, seconds } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { LocalStorage } from '../../../platform/storage/local.ts';
import { gaugeDiskSpace } from './disk-space.ts';
import { deletePendingFiles, fileDeletionJob } from './file-deletion.ts';
import { storageCheck } from './health.ts';
import { localFileRoute } from './local-file-route.ts';
import { findPhoto } from './queries.ts';
import { deleteStaleUploads } from './receive-upload.ts';
import { photoRoutes } from './routes.ts';

export const photos: Module = {
  name: 'photos',
  tag: 'photos',
  tables: ['ticket_photos', 'pending_file_deletions'],
  personalData: [
    namedRows('ticket_photos', 'uploader_id', 'uploader_name', {
      kept: { original_name: 'a file, as its owner called it' },
      secrets: ['storage_key'],
      files: 'photos',
      ticketColumn: 'ticket_id',
    }),
  ],
  routes: async (api, deps) => {
    await photoRoutes(api, deps);
    if (deps.storage instanceof LocalStorage) {
      await localFileRoute(api, deps, deps.storage, { path: '/files/:id', kind: 'photo', find: findPhoto });
    }
  },
  jobs: (deps) => [
    { name: fileDeletionJob, everyMs: seconds(20), run: (stopping) => deletePendingFiles(deps, stopping) },
    { name: 'stale uploads', everyMs: minutes(10), onEveryInstance: true, run: () => deleteStaleUploads(deps) },
  ],
  healthChecks: (deps) => [storageCheck(deps)],
  gauges: gaugeDiskSpace,
};
