import { sql } from 'kysely';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { unauthorized } from '../../../platform/http/errors.ts';
import { wrongOneTimeCodes } from '../../../platform/http/rate-limits.ts';
import type { LoginCheck, SecondFactorLookup } from '../../../platform/module/module.ts';
import { type CodeDeps, consumeOneTimeCode, findTotp } from './one-time-code.ts';

/**
 * Asks accounts that have switched it on for a one-time code at their logins (docs/rules.md, Two-factor authentication).
 * @throws 429 too many wrong codes
 */
export function totpLoginCheck(deps: CodeDeps): LoginCheck {
  return async (tx, { accountId, oneTimeCode, origin, now }) => {
    const totp = await findTotp(tx, accountId);
    if (!totp || totp.confirmed_at === null) return 'not required';
    const limit = wrongOneTimeCodes;
    const isRight = oneTimeCode !== undefined && (await consumeOneTimeCode(tx, deps, totp, oneTimeCode, { limit, origin, now }));
    return isRight ? 'passed' : unauthorized('one_time_code_required', errorMessages.oneTimeCodeRequired);
  };
}

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
