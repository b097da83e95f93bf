import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { Passkey, PasskeyQuery } from './schemas.ts';

export const passkeyColumns = ['id', 'name', 'synced', 'created_at', 'last_used_at'] as const;

/** Lists the passkeys of an account, the newest first. */
export async function listPasskeys(db: Db, userId: string, query: PasskeyQuery): Promise<Page<Passkey>> {
  const passkeys = db.selectFrom('passkeys').where('user_id', '=', userId).select(passkeyColumns);
  return selectPage(passkeys, query, { column: query.sort, id: 'id', direction: 'desc' });
}

/** Whether an account is asked for a passkey after its password. */
export async function hasRequirement(db: Db, userId: string): Promise<boolean> {
  const requirements = db.selectFrom('passkey_requirements').select('user_id').where('user_id', '=', userId);
  return (await requirements.executeTakeFirst()) !== undefined;
}
