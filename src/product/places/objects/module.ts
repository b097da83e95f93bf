import { sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { objectRoutes } from './routes.ts';

export const objects: Module = {
  name: 'objects',
  tables: ['objects'],
  personalData: [
    {
      table: 'objects',
      kept: { name: 'the building', address: 'where it is' },
      rowsOf: (id) => sql`t.project_id in (select id from projects where client_id = ${id})`,
      secrets: ['name_address_folded', 'name_address_search'],
    },
  ],
  routes: objectRoutes,
};
