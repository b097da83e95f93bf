import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { unauthorized } from '../../../platform/http/errors.ts';
import type { PasskeySite } from '../../../platform/http/passkey-site.ts';
import { type Challenges, consumeChallenge } from './challenges.ts';
import type { Assertion } from './schemas.ts';
import { verifySignature } from './verify.ts';

export interface PasskeyDeps {
  site: PasskeySite;
  challenges: Challenges;
}

/** The id by which a device knows the account: the bytes of its id, which say nothing about the person. */
export const userHandleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** @returns whose passkey it says to be */
export async function findOwner(db: Db, { id }: Assertion): Promise<string | undefined> {
  const passkeys = db.selectFrom('passkeys').select('user_id');
  return (await passkeys.where('credential_id', '=', Buffer.from(id, 'base64url')).executeTakeFirst())?.user_id;
}

/**
 * Verifies the answer of a passkey of an account, which must be locked, and uses its challenge up.
 * @throws 401 it is not valid, of another account, used before, or the device was copied
 */
export async function consumeAssertion(
  tx: Tx,
  { site, challenges }: PasskeyDeps,
  userId: string,
  assertion: Assertion,
  now: Date,
): Promise<void> {
  const key = await tx
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(assertion.id, 'base64url'))
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { userHandle } = assertion.response;
  if (!key || (userHandle && userHandle !== userHandleOf(userId))) throw notAccepted();
  const signed = await verifySignature(site, key, assertion, (challenge) => challenges.isValid(challenge, 'sign-in', now));
  if (!signed || !(await consumeChallenge(tx, signed.challenge))) throw notAccepted();
  // Devices that do not count always send 0.
  const isCopied = (signed.counter > 0 || key.counter > 0) && signed.counter <= key.counter;
  if (isCopied) throw unauthorized('passkey_copied', errorMessages.passkeyCopied);
  const { counter, synced } = signed;
  await tx.updateTable('passkeys').set({ counter, synced, last_used_at: now }).where('id', '=', key.id).execute();
}

const notAccepted = () => unauthorized('passkey_not_accepted', errorMessages.passkeyNotAccepted);
