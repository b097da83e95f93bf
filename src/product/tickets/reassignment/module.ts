import { type SqlBool, sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows, replaceNames } from '../../../platform/module/personal-data.ts';
import { reassignmentRoutes } from './routes.ts';
import { handedBackField, handedBackFilter } from './ticket-additions.ts';

/** Another worker for a ticket: given by client or admin, or asked for by the worker. */
export const reassignment: Module = {
  name: 'reassignment',
  tag: 'reassignment',
  tables: ['ticket_hand_backs'],
  personalData: [
    namedRows('ticket_hand_backs', 'worker_id', 'worker_name', {
      ticketColumn: 'ticket_id',
      replaced: ['worker_name', 'actor_name'],
      rowsOf: (id) => sql<SqlBool>`${id} in (t.worker_id, t.actor_id)`,
      anonymize: async (tx, account) => {
        await replaceNames(tx, 'ticket_hand_backs', 'worker_id', 'worker_name', account);
        await replaceNames(tx, 'ticket_hand_backs', 'actor_id', 'actor_name', account);
      },
    }),
  ],
  routes: reassignmentRoutes,
  ticketAdditions: () => ({ fields: [handedBackField], filters: [handedBackFilter] }),
};
