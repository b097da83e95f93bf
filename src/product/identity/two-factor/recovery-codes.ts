import { Secret } from 'otpauth';
import type { Tx } from '../../../platform/database/database.ts';
import { tokenHash } from '../../../platform/security/tokens.ts';

const codesPerAccount = 10;
const codeBytes = 10;

/** Replaces the recovery codes of an account. @returns the new ones, of which only hashes are stored */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerAccount }, () => new Secret({ size: codeBytes }).base32.toLowerCase());
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: tokenHash(code) })))
    .execute();
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Deletes a recovery code that is typed with or without hyphens, in any case. @returns whether the account had it */
export async function consumeRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (!/^[a-z2-7]{16}$/.test(code)) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', tokenHash(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
