import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { isDue, isRunning, noTenant } from '../../../platform/deliveries/queue.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { WorkItem, WorkQuery } from './schemas.ts';

const state = sql<WorkItem['state']>`
  case when ${isRunning} then 'running' when d.last_error is not null then 'failing' else 'waiting' end`;

const workItems = (db: Db) =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('users as tenant', 'tenant.id', 'd.tenant')
    .select(['d.id', 'd.queue', 'd.created_at', state.as('state')])
    .select([
      sql<string>`d.due_at::timestamptz(3)`.as('due_at'),
      sql<string | null>`d.payload ->> 'kind'`.as('kind'),
      sql<number | null>`(d.payload ->> 'ticket_id')::integer`.as('ticket_id'),
      sql<string | null>`d.payload ->> 'user_id'`.as('user_id'),
      sql<string | null>`nullif(d.tenant, ${noTenant})`.as('tenant_id'),
      sql<string>`coalesce(tenant.name, '')`.as('tenant_name'),
      sql<number>`d.attempts - ${isRunning}::integer`.as('failures'),
      sql<string>`coalesce(d.last_error, '')`.as('last_error'),
    ]);

/** Periodic jobs that only wait for their next time are listed when their queue is asked for. */
const isNoJobAtRest = sql<boolean>`(d.queue <> 'jobs' or ${isRunning} or d.last_error is not null or ${isDue})`;

/** Reads a page of what waits in the work queue, the oldest first. */
export function listWork(db: Db, query: WorkQuery): Promise<Page<WorkItem>> {
  let items = workItems(db);
  if (query.queue === undefined) items = items.where(isNoJobAtRest);
  if (query.queue !== undefined) items = items.where('d.queue', '=', query.queue);
  if (query.state !== undefined) items = items.where(state, '=', query.state);
  return selectPage(items, query, { column: `d.${query.sort}`, id: 'd.id', direction: 'asc' });
}

/** @throws when there is none, which its caller has ruled out */
export const readWork = (db: Db, id: number): Promise<WorkItem> => workItems(db).where('d.id', '=', id).executeTakeFirstOrThrow();
