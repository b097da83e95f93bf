import { hasCode, isStatus } from '../../http/errors.ts';

/** What the account of a refused sign-in asks for beside the password. */
export type NeededFactor = 'code' | 'passkey' | undefined;

/** @param before what it asked for before this error: it asks for the same again after a wrong passkey, or without an answer */
export function neededFactor(error: Error, before: NeededFactor): NeededFactor {
  if (!isStatus(error, 401) || hasCode(error, 'passkey_not_accepted')) return before;
  if (hasCode(error, 'one_time_code_required')) return 'code';
  return hasCode(error, 'passkey_required') ? 'passkey' : undefined;
}
