import { sql } from 'kysely';
import { NullableTimestamp } from '../../../platform/http/schemas.ts';
import type { Module } from '../../../platform/module/module.ts';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import { onMyWayRoutes } from './routes.ts';
import { onMyWayStatuses } from './schemas.ts';

const onMyWayField: TicketField = {
  name: 'on_my_way_at',
  schema: {
    ...NullableTimestamp,
    description: 'When its worker last said to be on the way; null: never, or the work was done since.',
  },
  // Only tickets of these statuses have a worker on the way, so nothing is looked up for the others of a list.
  columns: sql`case when t.status in (${sql.join(onMyWayStatuses.map((status) => sql.lit(status)))}) then (
    select w.at from workers_on_the_way as w where w.ticket_id = t.id and w.worker_id = t.worker_id
  ) end as on_my_way_at`,
};

/** Workers who say that they are on the way (docs/decisions/planning.md). */
export const onMyWay: Module = {
  name: 'on-my-way',
  tag: 'tickets',
  tables: ['workers_on_the_way'],
  personalData: [{ table: 'workers_on_the_way', rowsOf: (id) => sql`t.worker_id = ${id}` }],
  routes: onMyWayRoutes,
  ticketAdditions: () => ({ fields: [onMyWayField] }),
};
