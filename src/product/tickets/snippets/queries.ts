import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { directionOf, nameCollation, type Page } from '../../../platform/http/pagination.ts';
import type { Actor } from '../../visibility.ts';
import type { Snippet, SnippetQuery } from './schemas.ts';

export const snippetColumns = ['id', 'kind', 'title', 'text', sql<boolean>`owner_id is null`.as('shared')] as const;

/** Lists the own snippets and the shared ones, by their titles. */
export async function listSnippets(db: Db, actor: Actor, query: SnippetQuery): Promise<Page<Snippet>> {
  const { kind, sort, limit, offset } = query;
  const readable = db.selectFrom('snippets').where((eb) => eb.or([eb('owner_id', '=', actor.id), eb('owner_id', 'is', null)]));
  const found = kind === undefined ? readable : readable.where('kind', '=', kind);
  const direction = directionOf(query, 'asc');
  const [items, { total }] = await Promise.all([
    found
      .select(snippetColumns)
      .orderBy(sort === 'title' ? sql`title ${nameCollation}` : sql`id`, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}
