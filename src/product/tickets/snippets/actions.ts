import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { lockWithActor } from '../../identity/users/actions.ts';
import type { Actor } from '../../visibility.ts';
import { type ChangeSnippet, type CreateSnippet, maxSnippets, type Snippet, type SnippetQuery } from './schemas.ts';

/**
 * Keeps a text to choose from.
 * @throws 401, 403 as for every change of an account, 403 sharing by somebody else than an admin, 409 too many
 */
export async function createSnippet(tx: Tx, actor: Actor, snippet: CreateSnippet, now: Date): Promise<Snippet> {
  const { shared = false, ...fields } = snippet;
  await lockWithActor(tx, actor, actor.id);
  const ownerId = ownerOf(actor, shared);
  const created = await tx
    .insertInto('snippets')
    .values({ ...fields, owner_id: ownerId, created_at: now })
    .returning(snippetColumns)
    .executeTakeFirstOrThrow();
  await requireRoom(tx, ownerId);
  return created;
}

/** Changes a snippet, or gives it to everybody or to the caller. @throws as createSnippet(), and 404 missing or not visible */
export async function changeSnippet(tx: Tx, actor: Actor, id: number, changes: ChangeSnippet): Promise<Snippet> {
  const { shared, ...fields } = changes;
  await lockWithActor(tx, actor, actor.id);
  await lockChangeable(tx, actor, id);
  const owner = shared === undefined ? undefined : { owner_id: ownerOf(actor, shared) };
  const changed = await tx
    .updateTable('snippets')
    .set({ ...fields, ...owner })
    .where('id', '=', id)
    .returning(snippetColumns)
    .executeTakeFirstOrThrow();
  if (owner) await requireRoom(tx, owner.owner_id);
  return changed;
}

/** Deletes a snippet. @throws 404 missing or not visible, 403 a shared one and not an admin; 401, 403 as createSnippet() */
export async function deleteSnippet(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await lockChangeable(tx, actor, id);
  await tx.deleteFrom('snippets').where('id', '=', id).execute();
}

/** Shared snippets have no owner. @throws 403 sharing by somebody else than an admin */
function ownerOf(actor: Actor, shared: boolean): string | null {
  if (!shared) return actor.id;
  requireMayShare(actor);
  return null;
}

function requireMayShare(actor: Actor): void {
  if (actor.role !== 'admin') throw forbidden('admin_required', 'only admins change shared snippets');
}

async function lockChangeable(tx: Tx, actor: Actor, id: number): Promise<void> {
  const snippet = await tx.selectFrom('snippets').select('owner_id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!snippet || (snippet.owner_id !== null && snippet.owner_id !== actor.id)) throw notFound('snippet');
  if (snippet.owner_id === null) requireMayShare(actor);
}

/** Counts after the write, under a lock, so that concurrent requests do not exceed the limit together. @throws 409 too many */
async function requireRoom(tx: Tx, ownerId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('snippets ' || coalesce(${ownerId}::text, ''), 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from snippets where owner_id is not distinct from ${ownerId}::uuid`.execute(tx);
  if ((rows[0]?.n ?? 0) > maxSnippets) throw conflict('too_many_snippets', errorMessages.tooManySnippets);
}

export const snippetColumns = ['id', 'kind', 'title', 'text', sql<boolean>`owner_id is null`.as('shared')] as const;

/** Lists the own snippets and the shared ones, by their titles. */
export function listSnippets(db: Db, actor: Actor, query: SnippetQuery): Promise<Page<Snippet>> {
  const { kind, sort } = query;
  const readable = db.selectFrom('snippets').where((eb) => eb.or([eb('owner_id', '=', actor.id), eb('owner_id', 'is', null)]));
  const found = kind === undefined ? readable : readable.where('kind', '=', kind);
  return selectPage(found.select(snippetColumns), query, { column: `snippets.${sort}`, id: 'snippets.id', direction: 'asc' });
}
