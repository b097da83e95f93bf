import { sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { memberRoutes } from './routes.ts';

export const members: Module = {
  name: 'members',
  tag: 'members',
  tables: ['project_workers'],
  personalData: [
    {
      table: 'project_workers',
      replaced: ['invited_by_name'],
      isBeforeTickets: true,
      rowsOf: (id) => sql`t.worker_id = ${id} or t.invited_by = ${id}`,
      ofOthers: {
        rows: (id) =>
          sql`(t.worker_id <> ${id} and t.project_id not in (select p.id from projects as p where p.client_id = ${id}))`,
        columns: ['project_id', 'worker_id', 'invited_by', 'invited_by_name', 'invited_at'],
      },
      anonymize: async (tx, { id, name }) => {
        await sql`
          update project_workers set invited_by_name = ${name}
          where (project_id, worker_id) in (
            select project_id, worker_id from project_workers where invited_by = ${id} order by project_id, worker_id for update
          )`.execute(tx);
      },
    },
  ],
  routes: memberRoutes,
};
