import { type RawBuilder, sql } from 'kysely';
import {
  type AuditEvent,
  accountSubject,
  type RequestOrigin,
  recordAuditEvent,
  senderIdOf,
} from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, forbidden, invalidAccessToken, notFound } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import { emailForm, emailKey } from '../../../platform/lib/email.ts';
import type { PasswordChange, RouteDeps } from '../../../platform/module/module.ts';
import type { Role } from '../../../platform/security/roles.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import { type Actor, canConfirm } from '../../visibility.ts';
import { getProfile, profileColumns } from './queries.ts';
import type { ChangeProfile, Profile } from './schemas.ts';

const resetTokenTtlMs = hours(24);

export interface NewUser {
  email: string;
  name: string;
  phone: string;
  role: Role;
  passwordHash: string;
  /** nobody knows the password; the owner sets one with a link */
  awaitsPassword?: boolean;
}

/** Creates an account, confirmed if an admin creates it. @throws 401 actor deleted, 403 actor disabled, 409 e-mail taken */
export async function createUser(tx: Tx, actor: Actor, user: NewUser, now: Date): Promise<Profile> {
  await requireActive(tx, actor);
  const profile = await insertUser(tx, actor, user, now);
  if (!profile) throw conflict('email_taken', errorMessages.emailTaken);
  return profile;
}

/** Inserts an account as createUser() does, after its check of the actor. @returns undefined: the e-mail address is taken */
export async function insertUser(tx: Tx, actor: Actor, user: NewUser, now: Date): Promise<Profile | undefined> {
  const { passwordHash, awaitsPassword = false, ...fields } = user;
  const profile = await tx
    .insertInto('users')
    .values({
      ...fields,
      email: emailForm(user.email),
      email_key: emailKey(user.email),
      password_hash: passwordHash,
      confirmed_at: actor.role === 'admin' ? now : null,
      created_at: now,
      created_by: actor.id,
      must_change_password: true,
      other_password_hash: passwordHash,
      awaits_password: awaitsPassword,
    })
    .onConflict((existing) => existing.column('email_key').doNothing())
    .returning(profileColumns)
    .executeTakeFirst();
  if (!profile) return undefined;
  await recordAuditEvent(tx, {
    event: 'user_created',
    at: now,
    actor,
    subject: accountSubject(profile.id),
    detail: { role: user.role },
  });
  return profile;
}

/** Confirms an account. @throws 404 missing, or for a client not created by it, 409 already confirmed */
export async function confirmUser(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  const user = await tx
    .selectFrom('users as u')
    .select('u.confirmed_at')
    .where('u.id', '=', id)
    .where(canConfirm(actor))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound('user');
  if (user.confirmed_at !== null) throw conflict('already_confirmed', errorMessages.alreadyConfirmed);
  await tx.updateTable('users').set({ confirmed_at: now }).where('id', '=', id).execute();
  await recordAuditEvent(tx, { event: 'user_confirmed', at: now, actor, subject: accountSubject(id) });
}

/**
 * Enables or disables an account. Disabling revokes its sessions; its access tokens fail the account check.
 * @returns `overruled`: the admin who had disabled the account that somebody else has enabled now
 * @throws 400 disabling oneself, 401 actor deleted, 403 actor disabled, 404 missing or not manageable, 409 enabling an anonymized one
 */
export async function setActive(tx: Tx, actor: Actor, id: string, isActive: boolean, now: Date) {
  if (id === actor.id && !isActive) throw badRequest('cannot_disable_yourself', errorMessages.cannotDisableYourself);
  await lockWithActor(tx, actor, id);
  await requireManageable(tx, actor, id);
  // An assignment locks the membership too, so no ticket is assigned to a worker who is being disabled.
  await sql`select from project_workers where worker_id = ${id} order by project_id for update`.execute(tx);
  if (isActive) await refuseAnonymized(tx, id);
  const { is_active: wasActive, disabled_by } = await tx
    .selectFrom('users')
    .select(['is_active', 'disabled_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isActive) await revokeAllSessions(tx, id, now);
  if (isActive !== wasActive) {
    const disabled = isActive ? { disabled_at: null, disabled_by: null } : { disabled_at: now, disabled_by: senderIdOf(actor) };
    await tx
      .updateTable('users')
      .set({ is_active: isActive, ...disabled, disabled_by_name: '' })
      .where('id', '=', id)
      .execute();
    const event = isActive ? 'user_enabled' : 'user_disabled';
    const detail = isActive ? { disabled_by } : {};
    await recordAuditEvent(tx, { event, at: now, actor, subject: accountSubject(id), detail });
  }
  await notify(tx, 'bots'); // the bots of disabled accounts are not polled
  if (!isActive) await notify(tx, 'acting'); // nobody acts for a disabled account
  const overruled = isActive && disabled_by !== senderIdOf(actor) ? await findActiveAdmin(tx, disabled_by) : undefined;
  return { profile: await getProfile(tx, id), overruled };
}

/** Changes the profile of an account. @throws 401 actor deleted, 403 actor disabled, 404 missing, 409 anonymized */
export async function changeProfile(tx: Tx, actor: Actor, id: string, changes: ChangeProfile): Promise<Profile> {
  await lockWithActor(tx, actor, id);
  await refuseAnonymized(tx, id);
  const changed = await tx.updateTable('users').set(changes).where('id', '=', id).returning(profileColumns).executeTakeFirst();
  if (!changed) throw notFound('user');
  return changed;
}

/** An account without a name stays disabled, so that nobody gets one again. @throws 409 */
export async function refuseAnonymized(tx: Tx, id: string): Promise<void> {
  const former = await tx.selectFrom('former_accounts').select('number').where('user_id', '=', id).executeTakeFirst();
  if (former) throw conflict('account_anonymized', errorMessages.accountAnonymized);
}

/** @returns the id, if it is that of an admin who can sign in */
async function findActiveAdmin(tx: Tx, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined;
  const admins = tx.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true);
  return (await admins.where('id', '=', id).executeTakeFirst())?.id;
}

/** How long a reset token is valid, and when and from where the owner of the account asked for it. */
interface ResetRequest {
  ttlMs?: number;
  at?: Date;
  origin?: RequestOrigin | undefined;
}

/**
 * Issues a reset token and revokes the earlier ones.
 * @param issuer the admin who passes it on, or undefined for one that is mailed
 * @throws 404 no such account
 */
export async function issueResetToken(tx: Tx, userId: string, issuer: Actor | undefined, now: Date, request: ResetRequest = {}) {
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  if (!user) throw notFound('user');
  await revokeResetTokens(tx, userId, now);
  return insertResetToken(tx, userId, issuer, now, request);
}

/** Issues a reset token beside the earlier ones, which stay usable. The parameters are those of issueResetToken(). */
export async function insertResetToken(
  tx: Tx,
  userId: string,
  issuer: Actor | undefined,
  now: Date,
  { at: requestedAt = now, origin, ttlMs = resetTokenTtlMs }: ResetRequest = {},
) {
  const token = randomToken();
  const expires = plus(now, ttlMs);
  const by_mail = issuer === undefined;
  const times = { created_at: now, requested_at: requestedAt, expires_at: expires };
  await tx
    .insertInto('reset_tokens')
    .values({ token_hash: tokenHash(token), user_id: userId, ...times, by_mail })
    .execute();
  const subject = accountSubject(userId);
  await recordAuditEvent(tx, { event: 'password_reset_issued', at: now, actor: issuer, subject, origin, detail: { by_mail } });
  return { token, expires_at: expires.toISOString() };
}

export interface NewPassword extends Pick<PasswordChange, 'accountId' | 'by' | 'actor'> {
  passwordHash: string;
  /** not by the owner of the account, who should change it */
  isChosenByOther: boolean;
  endsAll?: boolean;
  /** of a request without an actor */
  origin?: RequestOrigin;
  /** for the audit log */
  detail?: AuditEvent['detail'];
}

const passwordEvents = { changed: 'password_changed', set: 'password_set', reset: 'password_reset_used' } as const;

/**
 * Sets a password and revokes all access tokens, sessions and reset tokens, and what the modules end with it.
 * @throws 404 no such account
 */
export async function setPassword(
  tx: Tx,
  { passwordHooks }: Pick<RouteDeps, 'passwordHooks'>,
  { passwordHash, isChosenByOther, endsAll = false, detail = {}, ...password }: NewPassword,
  at: Date,
): Promise<void> {
  const { accountId, by, actor, origin } = password;
  const users = tx.selectFrom('users').select(['must_change_password', 'email_verified_at']).where('id', '=', accountId);
  const former = await users.forNoKeyUpdate().executeTakeFirst();
  if (!former) throw notFound('user');
  await tx
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      token_version: eb('token_version', '+', 1),
      must_change_password: isChosenByOther,
      awaits_password: false,
      other_password_hash: isChosenByOther ? passwordHash : eb.ref('other_password_hash'),
    }))
    .where('id', '=', accountId)
    .execute();
  await revokeAllSessions(tx, accountId, at);
  await revokeResetTokens(tx, accountId, at);
  await recordAuditEvent(tx, { event: passwordEvents[by], at, actor, subject: accountSubject(accountId), origin, detail });
  // Whoever knew the first password may have changed it. The first link that was mailed shows whose account it is.
  const isFirstProof = by === 'reset' && former.email_verified_at === null;
  const endsPasswordOfOther = !isChosenByOther && (former.must_change_password || isFirstProof);
  for (const hook of passwordHooks) await hook(tx, { accountId, by, endsPasswordOfOther, endsAll, actor, origin, at });
}

/** Revokes the sessions of an account. @returns how many were open */
export async function revokeAllSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('refresh_sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Revokes the unused reset tokens of an account. @param userId an id, or a query that finds at most one */
export async function revokeResetTokens(tx: Tx, userId: string | RawBuilder<string>, now: Date): Promise<void> {
  await tx.updateTable('reset_tokens').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

/**
 * Checks in a transaction that the actor was not deleted or disabled, and has no new password, since the request began, and
 * locks its account.
 * @throws 401 deleted or a new password, 403 disabled
 */
export async function requireActive(tx: Tx, actor: Actor): Promise<void> {
  const accounts = tx.selectFrom('users').select(['id', 'is_active', 'token_version']);
  const ofActor = accounts.where('id', '=', sql<string>`any(${[senderIdOf(actor), actor.id]}::uuid[])`).orderBy('id');
  checkActor(await ofActor.forShare().execute(), actor);
}

interface LockedAccount {
  id: string;
  is_active: boolean;
  token_version: number;
}

/** The token is that of the sender; of the account that it acts for, only whether it is active counts. */
function checkActor(locked: readonly LockedAccount[], actor: Actor): void {
  const sender = locked.find(({ id }) => id === senderIdOf(actor));
  if (!sender) throw invalidAccessToken();
  if (!sender.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  if (actor.tokenVersion !== undefined && sender.token_version !== actor.tokenVersion) throw invalidAccessToken();
  if (actor.sender && !locked.some(({ id, is_active }) => id === actor.id && is_active))
    throw forbidden('may_not_act_for', errorMessages.mayNotActFor);
}

/**
 * Locks an account and that of the actor in the order of their ids, which prevents deadlocks, and checks the actor as
 * requireActive() does. FOR NO KEY UPDATE does not block journal entries, which reference their author.
 * @throws 401 actor deleted or has a new password, 403 actor disabled
 */
export async function lockWithActor(tx: Tx, actor: Actor, id: string): Promise<void> {
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'is_active', 'token_version'])
    .where('id', '=', sql<string>`any(${[senderIdOf(actor), actor.id, id]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  checkActor(locked, actor);
}

/**
 * An admin manages all accounts, a client the active members of its projects (docs/rules.md, Accounts).
 * @throws 404 missing or not manageable
 */
export async function requireManageable(tx: Tx, actor: Actor, id: string): Promise<void> {
  const isMember = sql<boolean>`exists (
    select from project_workers as m join projects as p on p.id = m.project_id
    where m.worker_id = users.id and m.status = 'active' and p.client_id = ${actor.id}
  )`;
  const users = tx.selectFrom('users').select('id').where('id', '=', id);
  const user = await (actor.role === 'client' ? users.where(isMember) : users).executeTakeFirst();
  if (!user) throw notFound('user');
}
