import { sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { equipmentRoutes } from './routes.ts';

/** What stands in objects and is maintained (docs/decisions/places.md). */
export const equipment: Module = {
  name: 'equipment',
  tables: ['equipment'],
  personalData: [
    {
      table: 'equipment',
      kept: { name: 'a machine or a part of a building' },
      rowsOf: (id) => sql`t.object_id in (
        select o.id from objects as o join projects as p on p.id = o.project_id where p.client_id = ${id})`,
    },
  ],
  routes: equipmentRoutes,
};
