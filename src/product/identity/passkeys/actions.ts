import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { DeliveryQueue } from '../../../platform/deliveries/queue.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import {
  badRequest,
  conflict,
  forbidden,
  HttpError,
  invalidAccessToken,
  notFound,
  unauthorized,
} from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { PasswordChange, RouteDeps, SecondFactor } from '../../../platform/module/module.ts';
import { tenantOfAccount } from '../../tenant.ts';
import type { Actor } from '../../visibility.ts';
import { requireSecondFactor } from '../auth/complete-sign-in.ts';
import { lockAccount } from '../auth/sessions.ts';
import { lockWithActor } from '../users/actions.ts';
import { type PasskeyDeps, userHandleOf } from './assertion.ts';
import { challengeTtlMs, consumeChallenge } from './challenges.ts';
import { hasRequirement, passkeyColumns } from './login-check.ts';
import type { AddPasskey, Passkey } from './schemas.ts';
import { algorithms, type NewKey, verifyNewKey } from './verify.ts';

/** How many passkeys an account has at most. */
export const maxPasskeys = 20;
/** What browsers and password managers show as the name of the service. */
const serviceName = 'Callout';

/** How the owner of an account has shown that a request is theirs. */
export interface Confirmation {
  /** the hash that the password matched */
  verifiedHash: string;
  secondFactor: SecondFactor;
  device: DeviceOrigin;
  now: Date;
}

/**
 * Locks the own account after its password was verified, and asks for the second factor that a sign-in would ask for: a passkey is a way
 * to sign in without either.
 * @throws 400 the second factor is missing or wrong, 401 account deleted or its password changed meanwhile, 403 disabled,
 * 429 too many wrong codes
 */
async function lockConfirmed(tx: Tx, deps: Pick<RouteDeps, 'loginChecks'>, actor: Actor, confirmation: Confirmation) {
  const { verifiedHash, secondFactor, device, now } = confirmation;
  const account = await lockAccount(tx, actor.id);
  if (!account) throw invalidAccessToken();
  if (!account.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  if (account.password_hash !== verifiedHash) throw unauthorized('wrong_password', errorMessages.wrongPassword);
  try {
    await requireSecondFactor(tx, deps, actor.id, secondFactor, { device, now });
  } catch (error) {
    // 401 would mean that the access token is not valid.
    if (error instanceof HttpError && error.status === 401) throw new HttpError(400, error.code, error.message);
    throw error;
  }
  return account;
}

/**
 * Starts the registration of a passkey.
 * @param sid the session of the access token
 * @returns what the browser makes a key pair with
 * @throws what lockConfirmed() throws; 409 too many passkeys
 */
export async function startRegistration(
  tx: Tx,
  deps: Pick<RouteDeps, 'loginChecks'> & PasskeyDeps,
  actor: Actor,
  sid: string,
  confirmation: Confirmation,
) {
  const { email, name } = await lockConfirmed(tx, deps, actor, confirmation);
  const existing = await tx
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', actor.id)
    .orderBy('created_at')
    .execute();
  if (existing.length >= maxPasskeys) throw conflict('too_many_passkeys', errorMessages.tooManyPasskeys);
  const challenge = deps.challenges.issue({ registerFor: actor.id, session: sid }, confirmation.now);
  const publicKey = 'public-key' as const;
  return {
    rp: { id: deps.site.rpId, name: serviceName },
    user: { id: userHandleOf(actor.id), name: email, displayName: name },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: algorithms.map((alg) => ({ type: publicKey, alg })),
    timeout: challengeTtlMs,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      type: publicKey,
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/**
 * Verifies the key pair that a device has made for a registration of this account and session.
 * @throws 400 the answer is not valid, or came too late
 */
export async function verifyRegistration(
  { site, challenges }: PasskeyDeps,
  actor: Actor,
  sid: string,
  response: AddPasskey['response'],
  now: Date,
): Promise<NewKey & { challenge: string }> {
  let challenge = '';
  const key = await verifyNewKey(site, response, (given) => {
    challenge = given;
    return challenges.isValid(given, { registerFor: actor.id, session: sid }, now);
  });
  if (!key) throw badRequest('passkey_not_accepted', errorMessages.passkeyNotAccepted);
  return { ...key, challenge };
}

/**
 * Adds a passkey to the own account, of which its owner is notified.
 * @param mails undefined: no mail is sent
 * @throws 400 the registration was finished before, or the passkey is registered; 401 account deleted; 403 disabled; 409 too many
 */
export async function addPasskey(
  tx: Tx,
  actor: Actor,
  { name, response }: AddPasskey,
  { challenge, ...key }: NewKey & { challenge: string },
  mails: DeliveryQueue | undefined,
  now: Date,
): Promise<Passkey> {
  await lockWithActor(tx, actor, actor.id);
  if (!(await consumeChallenge(tx, challenge))) throw badRequest('passkey_not_accepted', errorMessages.passkeyNotAccepted);
  const { n } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  if (Number(n) >= maxPasskeys) throw conflict('too_many_passkeys', errorMessages.tooManyPasskeys);
  const added = await tx
    .insertInto('passkeys')
    .values({
      ...key,
      user_id: actor.id,
      transports: response.response.transports ?? [],
      name,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((existing) => existing.column('credential_id').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst();
  if (!added) throw badRequest('passkey_not_accepted', errorMessages.passkeyNotAccepted);
  await recordAuditEvent(tx, { event: 'passkey_added', at: now, actor, subject: accountSubject(actor.id), detail: { name } });
  await mails?.enqueue(tx, 'mails', [{ kind: 'passkey_added', user_id: actor.id }], tenantOfAccount(actor.id), now);
  return added;
}

/** @throws 401 account deleted, 403 disabled, 404 no such passkey of this account */
export async function renamePasskey(tx: Tx, actor: Actor, id: string, name: string): Promise<Passkey> {
  await lockWithActor(tx, actor, actor.id);
  const own = tx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', actor.id);
  const renamed = await own.returning(passkeyColumns).executeTakeFirst();
  if (!renamed) throw notFound('passkey');
  return renamed;
}

/**
 * Removes a passkey of the caller, whose password was verified. Sessions that were started with it go on.
 * @throws 401 account deleted or its password changed meanwhile; 403 disabled; 404 no such passkey of this account; 409 it is the last one,
 * and sign-ins ask for one
 */
export async function removePasskey(tx: Tx, actor: Actor, id: string, verifiedHash: string, now: Date): Promise<void> {
  const account = await lockAccount(tx, actor.id);
  if (!account) throw invalidAccessToken();
  if (!account.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  if (account.password_hash !== verifiedHash) throw unauthorized('wrong_password', errorMessages.wrongPassword);
  const own = await tx.selectFrom('passkeys').select(['id', 'name']).where('user_id', '=', actor.id).execute();
  const removed = own.find((passkey) => passkey.id === id);
  if (!removed) throw notFound('passkey');
  if (own.length === 1 && (await hasRequirement(tx, actor.id)))
    throw conflict('last_passkey_required', errorMessages.lastPasskeyRequired);
  await tx.deleteFrom('passkeys').where('id', '=', id).execute();
  await recordRemoval(tx, actor, actor.id, removed.name, now);
}

/**
 * Lets sign-ins with the password ask for a passkey as well, or no longer.
 * @throws what lockConfirmed() throws; 409 the account has no passkey
 */
export async function setRequirement(
  tx: Tx,
  deps: Pick<RouteDeps, 'loginChecks'>,
  actor: Actor,
  isRequired: boolean,
  confirmation: Confirmation,
): Promise<void> {
  await lockConfirmed(tx, deps, actor, confirmation);
  if ((await hasRequirement(tx, actor.id)) === isRequired) return;
  const { now } = confirmation;
  if (isRequired) {
    const passkey = tx.selectFrom('passkeys').select('id').where('user_id', '=', actor.id).limit(1);
    if (!(await passkey.executeTakeFirst())) throw conflict('no_passkey', errorMessages.noPasskey);
    await tx.insertInto('passkey_requirements').values({ user_id: actor.id, created_at: now }).execute();
  } else await tx.deleteFrom('passkey_requirements').where('user_id', '=', actor.id).execute();
  const event = isRequired ? 'mfa_enabled' : 'mfa_disabled';
  await recordAuditEvent(tx, { event, at: now, actor, subject: accountSubject(actor.id), detail: { by: 'passkey' } });
}

/**
 * Removes all passkeys of another account, whose owner has lost the devices and is notified.
 * @param mails undefined: no mail is sent
 * @throws 400 the own account, 401 actor deleted, 403 actor disabled, 404 no such account, or it has none
 */
export async function removeAllPasskeys(
  tx: Tx,
  mails: DeliveryQueue | undefined,
  actor: Actor,
  id: string,
  now: Date,
): Promise<void> {
  // Otherwise a stolen access token of an admin would be enough to remove them.
  if (id === actor.id) throw badRequest('cannot_remove_own_passkeys', errorMessages.cannotRemoveOwnPasskeys);
  await lockWithActor(tx, actor, id);
  if (!(await deletePasskeys(tx, id, { actor, at: now }))) throw notFound('passkey');
  await mails?.enqueue(tx, 'mails', [{ kind: 'passkeys_removed', user_id: id }], tenantOfAccount(id), now);
}

/**
 * Lets sign-ins of an account no longer ask for a passkey, for an operator; the passkeys stay.
 * @param by the command, for the audit log
 * @returns whether they asked for one
 */
export async function endRequirement(tx: Tx, id: string, by: string, now: Date): Promise<boolean> {
  const ended = await tx.deleteFrom('passkey_requirements').where('user_id', '=', id).returning('user_id').executeTakeFirst();
  if (!ended) return false;
  await recordAuditEvent(tx, { event: 'mfa_disabled', at: now, actor: undefined, subject: accountSubject(id), detail: { by } });
  return true;
}

/** Removes the passkeys that others may have added who knew the first password of an account. */
export async function removeAfterPasswordChange(
  tx: Tx,
  { accountId, endsPasswordOfOther, endsAll, ...change }: PasswordChange,
): Promise<void> {
  if (endsPasswordOfOther || endsAll) await deletePasskeys(tx, accountId, change);
}

/** @returns whether there were any */
async function deletePasskeys(
  tx: Tx,
  userId: string,
  { actor, origin, at }: Pick<PasswordChange, 'actor' | 'at'> & { origin?: PasswordChange['origin'] },
): Promise<boolean> {
  await tx.deleteFrom('passkey_requirements').where('user_id', '=', userId).execute();
  const removed = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute();
  for (const { name } of removed) await recordRemoval(tx, actor, userId, name, at, origin);
  return removed.length > 0;
}

const recordRemoval = (
  tx: Tx,
  actor: PasswordChange['actor'],
  userId: string,
  name: string,
  at: Date,
  origin?: PasswordChange['origin'],
): Promise<void> =>
  recordAuditEvent(tx, { event: 'passkey_removed', at, actor, subject: accountSubject(userId), origin, detail: { name } });

/** Deletes used challenges that have expired: they are refused for that. */
export async function deleteExpiredChallenges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().toISOString();
  await db.statement((writer) => writer.deleteFrom('used_passkey_challenges').where('expires_at', '<=', now).execute());
}
