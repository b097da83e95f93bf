import { Compile } from 'typebox/compile';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { HttpError, unauthorized } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { LoginCheck } from '../../../platform/module/module.ts';
import { consumeAssertion, type PasskeyDeps } from './assertion.ts';
import { Assertion, type Passkey, type PasskeyQuery } from './schemas.ts';

/**
 * Takes a passkey as the second factor, and asks accounts for one that have switched that on (docs/rules.md, Passkeys).
 * @param currentDeps undefined where the service has no site for passkeys: who needs one signs in with another second factor
 */
export function passkeyLoginCheck(currentDeps: () => PasskeyDeps | undefined): LoginCheck {
  return async (tx, { accountId, passkey, now }) => {
    const deps = currentDeps();
    if (passkey === undefined || !deps) {
      return (await hasRequirement(tx, accountId))
        ? unauthorized('passkey_required', errorMessages.passkeyRequired)
        : 'not required';
    }
    const assertion = parseAssertion(passkey);
    if (!assertion) return unauthorized('passkey_not_accepted', errorMessages.passkeyNotAccepted);
    try {
      await consumeAssertion(tx, deps, accountId, assertion, now);
      return 'passed';
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  };
}

const validator = Compile(Assertion);

/** @param header the answer of the browser as JSON in base64url */
function parseAssertion(header: string): Assertion | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return validator.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

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
