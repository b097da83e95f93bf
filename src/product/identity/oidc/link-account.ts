import { sql } from 'kysely';
import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound, unauthorized } from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import { emailKey, isNewEmail } from '../../../platform/lib/email.ts';
import type { PasswordChange, RouteDeps } from '../../../platform/module/module.ts';
import type { Actor } from '../../visibility.ts';
import { requireUsable } from '../auth/complete-sign-in.ts';
import { type Account, lockAccount } from '../auth/sessions.ts';
import { lockWithActor, setPassword } from '../users/actions.ts';
import { isAccountOf } from '../users/queries.ts';
import type { Identity } from './identity.ts';

type LinkDeps = Pick<RouteDeps, 'config' | 'passwordHooks'>;
interface LinkContext {
  device: DeviceOrigin;
  now: Date;
}

const emailNotUsable = () => forbidden('email_not_usable', errorMessages.emailNotUsable);

/** Why there is no address by which an account could be found. */
const emailErrors = {
  emailVerificationMissing: () => forbidden('email_verification_missing', errorMessages.emailVerificationMissing),
  emailNotVerified: () => forbidden('email_not_verified', errorMessages.emailNotVerified),
  emailNotUsable,
};

/**
 * Links the account of somebody who signs in through the provider for the first time, by the verified address, or creates one.
 * @param passwordHash of a password that nobody knows
 * @returns the account, locked
 * @throws 403 the address is not verified or cannot be used, no account may be used or created; 409 one was created a moment ago
 */
export async function linkOrCreateAccount(
  tx: Tx,
  deps: LinkDeps,
  identity: Identity,
  passwordHash: string,
  context: LinkContext,
): Promise<Account> {
  if (!identity.email) throw emailErrors[identity.emailProblem ?? 'emailNotVerified']();
  const owner = tx.selectFrom('users').select('id').where(isAccountOf('users.id', identity.email));
  const found = await owner.executeTakeFirst();
  if (!found) return createAccount(tx, deps, identity, passwordHash, context);
  return linkAccount(tx, deps, found.id, identity, passwordHash, context);
}

async function linkAccount(
  tx: Tx,
  deps: LinkDeps,
  id: string,
  identity: Identity,
  passwordHash: string,
  { device, now }: LinkContext,
): Promise<Account> {
  const account = await lockAccount(tx, id);
  if (!account) throw unauthorized('sign_in_expired', errorMessages.signInExpired);
  requireUsable(account);
  await insertIdentity(tx, id, identity, { device, now });
  if (await mayOtherKnowPassword(tx, id)) {
    const change = { accountId: id, by: 'reset', actor: undefined, origin: device, detail: { by: 'oidc' } } as const;
    // Deleted, not only revoked: the next refresh of a revoked session would count as theft and end the new session.
    await tx.deleteFrom('refresh_sessions').where('user_id', '=', id).execute();
    await setPassword(tx, deps, { ...change, passwordHash, isChosenByOther: false }, now);
  }
  await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
  return (await lockAccount(tx, id)) ?? account;
}

/**
 * Whether somebody else may know the password of an account: its creator, until its owner proved the address and chose another.
 * Otherwise whoever creates an account for an address could go on using it after its owner came.
 */
async function mayOtherKnowPassword(tx: Tx, id: string): Promise<boolean> {
  const isMadeByOther = sql<boolean>`created_by is not null or created_by_name <> ''`;
  const { must_change_password, email_verified_at, made_by_other } = await tx
    .selectFrom('users')
    .select(['must_change_password', 'email_verified_at', isMadeByOther.as('made_by_other')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return must_change_password || (made_by_other && email_verified_at === null);
}

async function createAccount(
  tx: Tx,
  { config }: LinkDeps,
  identity: Identity,
  passwordHash: string,
  { device, now }: LinkContext,
): Promise<Account> {
  const { email, name, role } = identity;
  if (!config.oidc?.createsAccounts) throw forbidden('no_account_for_identity', errorMessages.noAccountForIdentity);
  if (!role) throw forbidden('no_role_for_identity', errorMessages.noRoleForIdentity);
  if (!isNewEmail(email)) throw emailNotUsable();
  const created = await tx
    .insertInto('users')
    .values({
      email,
      email_key: emailKey(email),
      name,
      role,
      password_hash: passwordHash,
      confirmed_at: now,
      email_verified_at: now,
      created_at: now,
      created_by: null,
    })
    .onConflict((existing) => existing.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) throw conflict('email_taken', errorMessages.emailTaken);
  const subject = accountSubject(created.id);
  const event = { event: 'user_created', at: now, actor: undefined, origin: device, subject } as const;
  await recordAuditEvent(tx, { ...event, detail: { role, by: 'oidc' } });
  await insertIdentity(tx, created.id, identity, { device, now });
  const account = await lockAccount(tx, created.id);
  if (!account) throw unauthorized('sign_in_expired', errorMessages.signInExpired);
  return account;
}

/** @throws 403 the account is linked to another account of the provider: the address was given to somebody else there */
async function insertIdentity(
  tx: Tx,
  userId: string,
  { issuer, subject }: Identity,
  { device, now }: LinkContext,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oidc_identities')
    .values({ issuer, subject, user_id: userId, linked_at: now, last_used_at: now })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw forbidden('linked_to_other_identity', errorMessages.linkedToOtherIdentity);
  const actor = { id: userId, origin: device };
  await recordAuditEvent(tx, { event: 'identity_linked', at: now, actor, subject: accountSubject(userId), detail: { issuer } });
}

/**
 * Removes the links of an account to accounts of providers: the next sign-in links it anew, by its address.
 * @throws 401 actor deleted, 403 actor disabled, 404 no such account, or it is not linked
 */
export async function unlinkAccount(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  await lockWithActor(tx, actor, id);
  if (!(await deleteIdentities(tx, id, { actor, at: now }))) throw notFound('linked account');
}

/** Removes the links of an account whose owner asked to end everything that may belong to somebody else. */
export async function unlinkAfterPasswordChange(tx: Tx, { accountId, endsAll, ...change }: PasswordChange): Promise<void> {
  if (endsAll) await deleteIdentities(tx, accountId, change);
}

/** @returns whether there were any */
async function deleteIdentities(
  tx: Tx,
  userId: string,
  { actor, origin, at }: Pick<PasswordChange, 'actor' | 'at'> & { origin?: PasswordChange['origin'] },
): Promise<boolean> {
  const unlinked = await tx.deleteFrom('oidc_identities').where('user_id', '=', userId).returning('issuer').execute();
  for (const { issuer } of unlinked) {
    const subject = accountSubject(userId);
    await recordAuditEvent(tx, { event: 'identity_unlinked', at, actor, subject, origin, detail: { issuer } });
  }
  return unlinked.length > 0;
}
