import { Compile } from 'typebox/compile';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { HttpError, unauthorized } from '../../../platform/http/errors.ts';
import type { LoginCheck } from '../../../platform/module/module.ts';
import { consumeAssertion, type PasskeyDeps } from './assertion.ts';
import { hasRequirement } from './queries.ts';
import { Assertion } from './schemas.ts';

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
