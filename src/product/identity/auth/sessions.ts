import { accountSubject, type RequestOrigin, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Database, Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, unauthorized } from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import { plus } from '../../../platform/lib/clock.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import { revokeAllSessions } from '../users/actions.ts';
import { profileColumns } from '../users/queries.ts';
import type { Profile } from '../users/schemas.ts';

// A session lasts from a login until its end. Each refresh revokes its refresh token and issues the next one, in a row of
// its own with the same session id.

/**
 * A session with new tokens. Profile and token version were read under the lock of the account, so that a concurrent change
 * of the password invalidates the access token.
 */
export interface Session {
  id: string;
  user: Profile;
  tokenVersion: number;
  refreshToken: string;
  /** when the refresh token expires */
  expiresAt: Date;
}

/** How long sessions last: between two uses, and in total. */
export interface Lifetimes {
  refreshTokenTtlMs: number;
  sessionMaxAgeMs: number;
}

/** An account that is locked. */
export interface Account extends Profile {
  password_hash: string;
  token_version: number;
}

/**
 * Exchanges a refresh token for a new one of the same session and revokes the old one. Reuse of a revoked token means that
 * it was stolen, so it ends all sessions of the account, in a transaction that commits although the request fails with 401.
 * @throws 401 unknown, expired, revoked, or the session is older than SESSION_MAX_AGE; 403 account disabled
 */
export async function refreshSession(
  { db, clock, config }: RouteDeps,
  token: string | undefined,
  device: DeviceOrigin,
): Promise<Session> {
  if (!token) throw unauthorized('no_session', errorMessages.noSession);
  const session = await db.transaction((tx) => refreshInTransaction(tx, tokenHash(token), device, clock(), config));
  if (!session) throw unauthorized('session_ended', errorMessages.sessionEnded);
  return session;
}

async function refreshInTransaction(
  tx: Tx,
  hash: Buffer,
  device: DeviceOrigin,
  now: Date,
  lifetimes: Lifetimes,
): Promise<Session | undefined> {
  const found = await tx.selectFrom('refresh_sessions').select('user_id').where('token_hash', '=', hash).executeTakeFirst();
  if (!found) return undefined;
  const account = await lockAccount(tx, found.user_id);
  if (account && !account.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  const revoked = await tx
    .updateTable('refresh_sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    // SESSION_MAX_AGE may have been shortened since the token was issued.
    .where('started_at', '>', plus(now, -lifetimes.sessionMaxAgeMs).toISOString())
    .returning(['session_id', 'started_at'])
    .executeTakeFirst();
  if (revoked && account) {
    const session = { id: revoked.session_id, startedAt: new Date(revoked.started_at) };
    return issueRefreshToken(tx, account, session, device, now, lifetimes);
  }
  const wasRevoked = await tx
    .selectFrom('refresh_sessions')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  if (wasRevoked) await endAfterReuse(tx, found.user_id, device, now);
  return undefined;
}

async function endAfterReuse(tx: Tx, userId: string, origin: RequestOrigin, now: Date): Promise<void> {
  const ended = await revokeAllSessions(tx, userId, now);
  await recordAuditEvent(tx, {
    event: 'refresh_reused',
    at: now,
    actor: undefined,
    subject: accountSubject(userId),
    origin,
    detail: { sessions_ended: ended },
  });
}

/** Revokes the session of a refresh token, if there is one, also when the token is being exchanged at the moment. */
export async function logout(db: Database, token: string | undefined, origin: RequestOrigin, now: Date): Promise<void> {
  if (!token) return;
  const hash = tokenHash(token);
  await db.transaction(async (tx) => {
    const session = await tx
      .selectFrom('refresh_sessions')
      .select(['user_id', 'session_id'])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    if (!session) return;
    await lockAccount(tx, session.user_id);
    const { numUpdatedRows } = await tx
      .updateTable('refresh_sessions')
      .set({ revoked_at: now })
      .where('token_hash', '=', hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    // Exchanged a moment ago. Its successor is deleted, not revoked: another tab may use it, which is no theft.
    const { numDeletedRows } = await tx
      .deleteFrom('refresh_sessions')
      .where('session_id', '=', session.session_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows + numDeletedRows > 0n) {
      await recordRevocation(tx, session, { id: session.user_id, origin }, 'logout', now);
    }
  });
}

/**
 * Checks that the session of an access token is open. Where it must stay open, the account has to be locked.
 * @param sid the session id of the access token; those of older releases have none
 * @returns it with its sign-in
 * @throws 401 it has ended
 */
export async function requireOpenSession(db: Db, userId: string, sid: string | undefined, now: Date) {
  const session = await db
    .selectFrom('refresh_sessions')
    .select(['session_id', 'started_at'])
    .where('user_id', '=', userId)
    .where('session_id', '=', sid ?? null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!session) throw unauthorized('session_ended', errorMessages.sessionEnded);
  return { id: session.session_id, startedAt: new Date(session.started_at) };
}

/** Writes that a session was ended. @param by the operation that ended it */
export async function recordRevocation(
  tx: Tx,
  { user_id, session_id }: { user_id: string; session_id: string },
  actor: { id: string; origin?: RequestOrigin },
  by: 'logout' | 'revoked',
  now: Date,
): Promise<void> {
  await recordAuditEvent(tx, {
    event: 'session_revoked',
    at: now,
    actor,
    subject: accountSubject(user_id),
    detail: { session_id, by },
  });
}

/** Ends all sessions of the caller. @returns how many were open */
export async function logoutAll(tx: Tx, actor: { id: string; origin?: RequestOrigin }, now: Date): Promise<number> {
  await lockAccount(tx, actor.id); // otherwise a session that is being refreshed would stay
  const sessions = await revokeAllSessions(tx, actor.id, now);
  const subject = accountSubject(actor.id);
  if (sessions > 0)
    await recordAuditEvent(tx, { event: 'session_revoked', at: now, actor, subject, detail: { sessions, by: 'logout-all' } });
  return sessions;
}

/** Starts a session of an account that is locked. */
export function startSession(tx: Tx, account: Account, device: DeviceOrigin, now: Date, lifetimes: Lifetimes): Promise<Session> {
  return issueRefreshToken(tx, account, { id: crypto.randomUUID(), startedAt: now }, device, now, lifetimes);
}

/** Issues a new refresh token of a session. @returns the session with the token, of which only the hash is stored */
export async function issueRefreshToken(
  tx: Tx,
  account: Account,
  { id, startedAt }: { id: string; startedAt: Date },
  { ip, userAgent }: DeviceOrigin,
  now: Date,
  { refreshTokenTtlMs, sessionMaxAgeMs }: Lifetimes,
): Promise<Session> {
  const { token_version: tokenVersion, password_hash: _, ...user } = account;
  const refreshToken = randomToken();
  const expiresAt = new Date(Math.min(now.getTime() + refreshTokenTtlMs, startedAt.getTime() + sessionMaxAgeMs));
  await tx
    .insertInto('refresh_sessions')
    .values({
      token_hash: tokenHash(refreshToken),
      session_id: id,
      user_id: user.id,
      started_at: startedAt,
      created_at: now,
      expires_at: expiresAt,
      ip,
      user_agent: userAgent,
    })
    .execute();
  return { id, user, tokenVersion, refreshToken, expiresAt };
}

/** Locks an account, so that changes of its sessions and its password are serialized. @returns undefined when it was deleted */
export async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx
    .selectFrom('users')
    .select([...profileColumns, 'password_hash', 'token_version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
