import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/pagination.ts';
import type { Actor } from '../../visibility.ts';
import type { Filters, SavedView } from './schemas.ts';

export const viewColumns = [
  'v.id',
  'v.name',
  sql<Filters>`v.query`.as('query'),
  sql<boolean>`v.owner_id is null`.as('shared'),
] as const;

/** Views that somebody reads: its own and the shared ones. Alias `v`. */
const readsView = (actor: Actor): RawBuilder<SqlBool> => sql`(v.owner_id = ${actor.id} or v.owner_id is null)`;

/** Lists the own views and the shared ones. */
export function listViews(db: Db, actor: Actor, query: PageQuery<'name' | 'id'>): Promise<Page<SavedView>> {
  const views = db.selectFrom('saved_views as v').where(readsView(actor));
  return selectPage(views.select(viewColumns), query, { column: `v.${query.sort}`, id: 'v.id', direction: 'asc' });
}
