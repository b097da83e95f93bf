import { sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { objectNoteRoutes } from './routes.ts';

/** How to get into an object. */
export const objectNotes: Module = {
  name: 'object-notes',
  tables: ['object_notes'],
  personalData: [
    {
      table: 'object_notes',
      rowsOf: (id) => sql`t.object_id in (
        select o.id from objects as o join projects as p on p.id = o.project_id where p.client_id = ${id})`,
    },
  ],
  routes: objectNoteRoutes,
};
