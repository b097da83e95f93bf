import { sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { projectRoutes } from './routes.ts';

export const projects: Module = {
  name: 'projects',
  tables: ['projects'],
  personalData: [
    {
      table: 'projects',
      kept: { name: 'the project' },
      rowsOf: (id) => sql`t.client_id = ${id}`,
      secrets: ['name_folded', 'name_search'],
    },
  ],
  routes: projectRoutes,
};
