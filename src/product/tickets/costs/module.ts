import { type SqlBool, sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows, replaceNames } from '../../../platform/module/personal-data.ts';
import { costRoutes } from './routes.ts';
import { costField, overLimitField } from './ticket-additions.ts';

/** Rows that name whose work it was, and who wrote them. */
const namedLines = (table: 'ticket_costs' | 'ticket_cost_edits', id: string, name: string) =>
  namedRows(table, id, name, {
    ticketColumn: 'ticket_id',
    replaced: ['worker_name', name],
    rowsOf: (account) => sql<SqlBool>`${account} in (t.worker_id, ${sql.ref(`t.${id}`)})`,
    anonymize: async (tx, account) => {
      await replaceNames(tx, table, 'worker_id', 'worker_name', account);
      await replaceNames(tx, table, id, name, account);
    },
  });

/** What the work on tickets costs (docs/decisions/costs.md). */
export const costs: Module = {
  name: 'costs',
  tag: 'tickets',
  tables: ['project_costs', 'ticket_costs', 'ticket_cost_edits', 'deleted_ticket_costs'],
  personalData: [
    namedLines('ticket_costs', 'created_by', 'created_by_name'),
    namedLines('ticket_cost_edits', 'actor_id', 'actor_name'),
  ],
  routes: costRoutes,
  ticketAdditions: () => ({ fields: [costField, overLimitField] }),
};
