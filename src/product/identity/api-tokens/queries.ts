import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { ApiToken, ApiTokenQuery } from './schemas.ts';

export const apiTokenColumns = ['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'] as const;

/** Lists the API tokens of an account, the newest first; expired ones until they are deleted. */
export async function listApiTokens(db: Db, userId: string, query: ApiTokenQuery): Promise<Page<ApiToken>> {
  const tokens = db.selectFrom('api_tokens').where('user_id', '=', userId).select(apiTokenColumns);
  return selectPage(tokens, query, { column: query.sort, id: 'id', direction: 'desc' });
}
