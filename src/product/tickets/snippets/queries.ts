import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { Actor } from '../../visibility.ts';
import type { Snippet, SnippetQuery } from './schemas.ts';

export const snippetColumns = ['id', 'kind', 'title', 'text', sql<boolean>`owner_id is null`.as('shared')] as const;

/** Lists the own snippets and the shared ones, by their titles. */
export function listSnippets(db: Db, actor: Actor, query: SnippetQuery): Promise<Page<Snippet>> {
  const { kind, sort } = query;
  const readable = db.selectFrom('snippets').where((eb) => eb.or([eb('owner_id', '=', actor.id), eb('owner_id', 'is', null)]));
  const found = kind === undefined ? readable : readable.where('kind', '=', kind);
  return selectPage(found.select(snippetColumns), query, { column: `snippets.${sort}`, id: 'snippets.id', direction: 'asc' });
}
