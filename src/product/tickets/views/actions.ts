import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { conflict, forbidden, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { lockWithActor } from '../../identity/users/actions.ts';
import type { Actor } from '../../visibility.ts';
import { viewColumns } from './queries.ts';
import { type Filters, maxQueryLength, maxViews, type NewView, type SavedView } from './schemas.ts';

/**
 * Saves filters under a name.
 * @throws 400 the filters are too long; 401, 403 as for every change of an account, 403 sharing by somebody else than an admin;
 * 409 name taken, too many views
 */
export async function createView(tx: Tx, actor: Actor, { name, query, shared = false }: NewView, now: Date): Promise<SavedView> {
  requireShort(query);
  await lockWithActor(tx, actor, actor.id);
  const ownerId = ownerOf(actor, shared);
  const { id } = await tx
    .insertInto('saved_views')
    .values({ owner_id: ownerId, name, query: JSON.stringify(query), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await requireRoom(tx, ownerId);
  return readView(tx, id);
}

/** Changes a view, or gives it to everybody or to the caller. @throws as createView(), and 404 missing or not visible */
export async function changeView(tx: Tx, actor: Actor, id: number, changes: Partial<NewView>): Promise<SavedView> {
  const { name, query, shared } = changes;
  if (query) requireShort(query);
  await lockWithActor(tx, actor, actor.id);
  await lockChangeable(tx, actor, id);
  const changed = await tx
    .updateTable('saved_views')
    .set({
      ...(name !== undefined && { name }),
      ...(query !== undefined && { query: JSON.stringify(query) }),
      ...(shared !== undefined && { owner_id: ownerOf(actor, shared) }),
    })
    .where('id', '=', id)
    .returning('owner_id')
    .executeTakeFirstOrThrow();
  if (shared !== undefined) await requireRoom(tx, changed.owner_id);
  return readView(tx, id);
}

/** Deletes a view. @throws 404 missing or not visible, 403 a shared one and not an admin; 401, 403 as createView() */
export async function deleteView(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await lockChangeable(tx, actor, id);
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}

/** Shared views have no owner. @throws 403 sharing by somebody else than an admin */
function ownerOf(actor: Actor, shared: boolean): string | null {
  if (!shared) return actor.id;
  requireMayShare(actor);
  return null;
}

function requireMayShare(actor: Actor): void {
  if (actor.role !== 'admin') throw forbidden('admin_required', 'only admins change shared views');
}

async function lockChangeable(tx: Tx, actor: Actor, id: number): Promise<void> {
  const view = await tx.selectFrom('saved_views').select('owner_id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!view || (view.owner_id !== null && view.owner_id !== actor.id)) throw notFound('view');
  if (view.owner_id === null) requireMayShare(actor);
}

/** Counts after the write, under a lock, so that concurrent requests do not exceed the limit together. @throws 409 too many */
async function requireRoom(tx: Tx, ownerId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved_views ' || coalesce(${ownerId}::text, ''), 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from saved_views where owner_id is not distinct from ${ownerId}::uuid`.execute(tx);
  if ((rows[0]?.n ?? 0) > maxViews) throw conflict('too_many_views', `there are at most ${maxViews} views, delete one first`);
}

function requireShort(query: Filters): void {
  const { length } = new URLSearchParams(query).toString();
  if (length > maxQueryLength) throw invalidValue('query', `must have at most ${maxQueryLength} characters as a query string`);
}

const readView = (tx: Tx, id: number): Promise<SavedView> =>
  tx.selectFrom('saved_views as v').select(viewColumns).where('v.id', '=', id).executeTakeFirstOrThrow();
