import { sql } from 'kysely';
import type { SecondFactorLookup } from '../../../platform/module/module.ts';

/** @returns those of the accounts that sign in with one-time codes */
export const findAccountsWithTotp: SecondFactorLookup = async (db, userIds) => {
  const rows = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
};
