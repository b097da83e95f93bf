import { isStatus, oneTimeCodeMessage, passkeyMessage, passkeyRefusedMessage } from '../../http/errors.ts';

/** What the account of a refused sign-in asks for beside the password. */
export type NeededFactor = 'code' | 'passkey' | undefined;

/** @param before what it asked for before this error: it asks for the same again after a wrong passkey, or without an answer */
export function neededFactor(error: Error, before: NeededFactor): NeededFactor {
  if (!isStatus(error, 401) || error.message === passkeyRefusedMessage) return before;
  if (error.message === oneTimeCodeMessage) return 'code';
  return error.message === passkeyMessage ? 'passkey' : undefined;
}
