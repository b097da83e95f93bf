import { sql } from 'kysely';
import { tell } from '../../platform/database/listen.ts';
import type { Tx } from '../../platform/database/open.ts';
import { badRequest, conflict, forbidden, notFound, unauthorized } from '../../platform/http/errors.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours } from '../../platform/lib/duration.ts';
import { emailKey } from '../../platform/lib/email.ts';
import type { Role } from '../../platform/security/roles.ts';
import { randomToken, tokenHash } from '../../platform/security/tokens.ts';
import type { Actor } from '../visibility.ts';
import { getProfile, profileColumns } from './queries.ts';
import type { Profile } from './schemas.ts';

const resetTokenLifetime = hours(24);

export interface NewUser {
  email: string;
  name: string;
  phone: string;
  role: Role;
  passwordHash: string;
}

/** What a client may create (docs/rules.md, Accounts): workers, who then await its confirmation. */
export function requireCreatable(actor: Actor, role: Role): void {
  if (actor.role === 'client' && role !== 'worker') throw forbidden('a client creates workers only');
}

/** @throws 409 e-mail taken, by the constraint */
export async function createUser(tx: Tx, actor: Actor, user: NewUser, now: Date): Promise<Profile> {
  await requireActive(tx, actor);
  const { passwordHash, ...fields } = user;
  return tx
    .insertInto('users')
    .values({
      ...fields,
      email_key: emailKey(user.email),
      password_hash: passwordHash,
      confirmed_at: actor.role === 'admin' ? now : null,
      created_at: now,
      created_by: actor.id,
    })
    .returning(profileColumns)
    .executeTakeFirstOrThrow();
}

/** @throws 404 missing, or for a client not a worker it created; 409 already confirmed */
export async function confirmUser(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['role', 'created_by', 'confirmed_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const own = user?.role === 'worker' && user.created_by === actor.id;
  if (!user || (actor.role === 'client' && !own)) throw notFound('user');
  if (user.confirmed_at !== null) throw conflict('already confirmed');
  await tx.updateTable('users').set({ confirmed_at: now }).where('id', '=', id).execute();
}

/**
 * Enables or disables an account. Disabling closes its sessions at once; the account check of
 * every request does the rest.
 * @throws 400 oneself, 404 missing, or for a client no active member of its projects
 */
export async function setActive(tx: Tx, actor: Actor, id: string, isActive: boolean, now: Date): Promise<Profile> {
  if (id === actor.id && !isActive) throw badRequest('you cannot disable yourself');
  await lockWithActor(tx, actor, id);
  await requireManaged(tx, actor, id);
  // Whoever assigns a ticket holds the membership: it is theirs before, or refused after this.
  await tx
    .selectFrom('project_workers')
    .select('project_id')
    .where('worker_id', '=', id)
    .orderBy('project_id')
    .forUpdate()
    .execute();
  await tx.updateTable('users').set({ is_active: isActive }).where('id', '=', id).execute();
  if (!isActive) await closeSessions(tx, id, now);
  await tell(tx, 'bots'); // its own is heard only while the account may be used
  return getProfile(tx, id);
}

/**
 * Deletes an account; its sessions and reset tokens go with it.
 * @throws 400 oneself, 404 as above, 409 by the constraints of whatever still refers to it
 */
export async function deleteUser(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (id === actor.id) throw badRequest('you cannot delete yourself');
  await lockWithActor(tx, actor, id);
  await requireManaged(tx, actor, id);
  if (actor.role === 'client') {
    const ownProjects = tx.selectFrom('projects').select('id').where('client_id', '=', actor.id);
    await tx.deleteFrom('project_workers').where('worker_id', '=', id).where('project_id', 'in', ownProjects).execute();
  }
  await tx.deleteFrom('users').where('id', '=', id).execute();
  await tell(tx, 'bots');
}

/** Voids the earlier tokens and issues one. @param requested when it was asked for @throws 404 */
export async function issueResetToken(
  tx: Tx,
  userId: string,
  now: Date,
  requested = now,
): Promise<{ token: string; expires_at: string }> {
  await lockUser(tx, userId);
  await voidResetTokens(tx, userId, now);
  const token = randomToken();
  const expires = plus(now, resetTokenLifetime);
  await tx
    .insertInto('reset_tokens')
    .values({ token_hash: tokenHash(token), user_id: userId, created_at: now, requested_at: requested, expires_at: expires })
    .execute();
  return { token, expires_at: expires.toISOString() };
}

/** A new password voids the access tokens, the sessions and the reset tokens of before. @throws 404 */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await lockUser(tx, userId);
  await tx
    .updateTable('users')
    .set((eb) => ({ password_hash: passwordHash, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await closeSessions(tx, userId, now);
  await voidResetTokens(tx, userId, now);
}

/** @returns how many sessions were open */
export async function closeSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('refresh_sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function voidResetTokens(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('reset_tokens').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

async function lockUser(tx: Tx, id: string): Promise<void> {
  const user = await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!user) throw notFound('user');
}

/**
 * Whether the actor still may act, after something that took its time; held until the end.
 * @throws 401 the account is gone, 403 disabled
 */
export async function requireActive(tx: Tx, actor: Actor): Promise<void> {
  const self = await tx.selectFrom('users').select('is_active').where('id', '=', actor.id).forShare().executeTakeFirst();
  if (!self) throw unauthorized();
  if (!self.is_active) throw forbidden('account disabled');
}

/**
 * Locks an account together with the one that acts, and looks whether that one still may: the
 * check at the door was a while ago. Not against references (`no key`), which every journal
 * entry makes to its author.
 * @throws 401 the actor is gone, 403 disabled
 */
export async function lockWithActor(tx: Tx, actor: Actor, id: string): Promise<void> {
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'is_active'])
    .where('id', '=', sql<string>`any(${[actor.id, id]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const self = locked.find((user) => user.id === actor.id);
  if (!self) throw unauthorized();
  if (!self.is_active) throw forbidden('account disabled');
}

/** An admin manages everyone, a client the active members of its projects. */
async function requireManaged(tx: Tx, actor: Actor, id: string): Promise<void> {
  let user = tx.selectFrom('users as u').select('u.id').where('u.id', '=', id);
  if (actor.role === 'client') {
    const members = tx
      .selectFrom('project_workers as m')
      .innerJoin('projects as p', 'p.id', 'm.project_id')
      .select('m.worker_id')
      .where('m.worker_id', '=', id)
      .where('m.status', '=', 'active')
      .where('p.client_id', '=', actor.id);
    user = user.where('u.id', 'in', members);
  }
  if (!(await user.executeTakeFirst())) throw notFound('user');
}
