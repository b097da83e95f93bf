import { sql } from 'kysely';
import { minutes } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { notifyOfExpiringDocuments } from './notify-expiring.ts';
import { documentRoutes } from './routes.ts';

/** Documents of objects and of equipment, which may expire (docs/decisions/places.md). */
export const documents: Module = {
  name: 'documents',
  tag: 'equipment',
  tables: ['documents'],
  personalData: [
    namedRows('documents', 'uploaded_by', 'uploaded_by_name', {
      kept: { original_name: 'a file, as its owner called it' },
      rowsOf: (id) => sql`(t.uploaded_by = ${id} or t.object_id in (
        select o.id from objects as o join projects as p on p.id = o.project_id where p.client_id = ${id}))`,
      secrets: ['storage_key'],
      files: 'documents',
    }),
  ],
  routes: documentRoutes,
  jobs: (deps) => [
    { name: 'expiring documents', everyMs: minutes(1), run: (stopping) => notifyOfExpiringDocuments(deps, stopping) },
  ],
};
