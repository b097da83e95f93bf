import { sql } from 'kysely';
import type { RouteDeps } from '../../platform/capability/capability.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { DeliveryQueue } from '../../platform/deliveries/queue.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest, forbidden, unauthorized } from '../../platform/http/errors.ts';
import { failedLoginsPerEmailAddress } from '../../platform/http/rate-limits.ts';
import { plus } from '../../platform/lib/clock.ts';
import { emailKey } from '../../platform/lib/email.ts';
import type { Caller } from '../../platform/lib/fair-queue.ts';
import { hashPassword, verifyDummy, verifyPassword } from '../../platform/security/passwords.ts';
import { randomToken, tokenHash } from '../../platform/security/tokens.ts';
import { revokeAllSessions, revokeResetTokens, setPassword } from '../users/actions.ts';
import { profileColumns } from '../users/queries.ts';
import type { Profile } from '../users/schemas.ts';
import { findLoginAccount, rememberNetwork } from './known-networks.ts';

/**
 * A new session. Profile and token version were read under the lock of the account, so that a concurrent change of the
 * password invalidates the access token.
 */
export interface Session {
  user: Profile;
  tokenVersion: number;
  refreshToken: string;
}

/** Longer than any valid address or password; longer input would occupy memory in the password queue. */
const maxCredentialLength = 1_024;

/**
 * Signs in (docs/rules.md, Sessions). The password is verified before the state of the account, so that only its owner
 * learns that it is disabled or unconfirmed.
 * @param caller the network of the request
 * @throws 401 wrong credentials, 403 disabled or unconfirmed, 429 too many failed logins per e-mail address, except from
 * its known networks (known-networks.ts; the limit is in platform/http/rate-limits.ts)
 */
export async function login(deps: RouteDeps, email: string, password: string, caller: Caller): Promise<Session> {
  const { db, rateLimiter, clock, config } = deps;
  const now = clock();
  if (email.length > maxCredentialLength || password.length > maxCredentialLength) throw wrongCredentials();
  const key = emailKey(email);
  const account = await findLoginAccount(db.read, key, caller.key, now);
  const isKnownNetwork = account?.is_known_network ?? false;
  // Counted before the password is verified, so that concurrent attempts count; a successful one is not counted.
  const attempt = { limit: failedLoginsPerEmailAddress, subject: key };
  if (!isKnownNetwork) await rateLimiter.consume([attempt], now);
  const hashCaller = { ...caller, hasPriority: isKnownNetwork };
  const matches = account
    ? await verifyPassword(password, account.password_hash, hashCaller)
    : await verifyDummy(password, hashCaller);
  if (!account || !matches) throw wrongCredentials();
  const session = await db.transaction(async (tx) => {
    const current = await lockAccount(tx, account.id);
    // The password may have changed while it was being verified.
    if (current?.password_hash !== account.password_hash) throw wrongCredentials();
    if (!current.is_active) throw forbidden(errorMessages.accountDisabled);
    if (current.confirmed_at === null) throw forbidden(errorMessages.accountNotConfirmed);
    await rememberNetwork(tx, account.id, caller.key, now);
    return createSession(tx, current, now, config.refreshTokenTtlMs);
  });
  if (!isKnownNetwork) await rateLimiter.takeBack(attempt);
  return session;
}

const wrongCredentials = () => unauthorized(errorMessages.wrongLogin);

/**
 * Exchanges a refresh token for a new session and revokes the token. Reuse of a revoked token means that it was stolen, so it
 * ends all sessions of the account: revokeAllSessions() in users/actions.ts, in a transaction that commits although the request
 * fails with 401.
 * @throws 401 unknown, expired or revoked, 403 account disabled
 */
export async function refreshSession({ db, clock, config }: RouteDeps, token: string | undefined): Promise<Session> {
  if (!token) throw unauthorized(errorMessages.noSession);
  const session = await db.transaction((tx) => refreshInTransaction(tx, tokenHash(token), clock(), config.refreshTokenTtlMs));
  if (!session) throw unauthorized(errorMessages.sessionEnded);
  return session;
}

async function refreshInTransaction(tx: Tx, hash: Buffer, now: Date, ttlMs: number): Promise<Session | undefined> {
  const found = await tx.selectFrom('refresh_sessions').select('user_id').where('token_hash', '=', hash).executeTakeFirst();
  if (!found) return undefined;
  const account = await lockAccount(tx, found.user_id);
  if (account && !account.is_active) throw forbidden(errorMessages.accountDisabled);
  const { numUpdatedRows } = await tx
    .updateTable('refresh_sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (numUpdatedRows === 1n && account) return createSession(tx, account, now, ttlMs);
  const wasRevoked = await tx
    .selectFrom('refresh_sessions')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  if (wasRevoked) await revokeAllSessions(tx, found.user_id, now);
  return undefined;
}

/** Revokes the session of a refresh token, if there is one. */
export async function logout(db: Database, token: string | undefined, now: Date): Promise<void> {
  if (!token) return;
  await db.statement((writer) =>
    writer
      .updateTable('refresh_sessions')
      .set({ revoked_at: now })
      .where('token_hash', '=', tokenHash(token))
      .where('revoked_at', 'is', null)
      .execute(),
  );
}

/**
 * Enqueues a mail with a reset token and revokes the earlier tokens of the account (docs/rules.md, Passwords). The token is
 * issued when the mail is sent. The statements are the same for every address, so that the response time does not tell
 * whether there is an account.
 */
export async function requestPasswordReset(tx: Tx, deliveries: DeliveryQueue, email_key: string, now: Date): Promise<void> {
  const user = sql<string>`(select id from users where email_key = ${email_key} and confirmed_at is not null and is_active)`;
  await revokeResetTokens(tx, user, now);
  await deliveries.enqueue(tx, 'mails', [{ kind: 'password_reset', email_key }], now);
}

/**
 * Sets a password with a reset token. A conditional update consumes the token, so that only one of concurrent requests
 * succeeds.
 * @throws 400 token unknown, used or expired
 */
export async function resetPassword(db: Database, token: string, password: string, caller: Caller, now: Date): Promise<void> {
  const hash = tokenHash(token);
  const isUsable = sql<boolean>`token_hash = ${hash} and used_at is null and expires_at > ${now}`;
  const owner = await db.read.selectFrom('reset_tokens').select('user_id').where(isUsable).executeTakeFirst();
  if (!owner) throw unusableToken();
  const passwordHash = await hashPassword(password, caller); // slow, therefore outside of the transaction
  await db.transaction(async (tx) => {
    await lockAccount(tx, owner.user_id);
    const { numUpdatedRows } = await tx.updateTable('reset_tokens').set({ used_at: now }).where(isUsable).executeTakeFirst();
    if (numUpdatedRows !== 1n) throw unusableToken();
    await setPassword(tx, owner.user_id, passwordHash, now);
  });
}

const unusableToken = () => badRequest(errorMessages.invalidResetToken);

async function createSession(tx: Tx, account: Account, now: Date, ttlMs: number): Promise<Session> {
  const { token_version: tokenVersion, password_hash: _, ...user } = account;
  const refreshToken = randomToken();
  await tx
    .insertInto('refresh_sessions')
    .values({ token_hash: tokenHash(refreshToken), user_id: user.id, created_at: now, expires_at: plus(now, ttlMs) })
    .execute();
  return { user, tokenVersion, refreshToken };
}

interface Account extends Profile {
  password_hash: string;
  token_version: number;
}

/** Locks an account, so that changes of its sessions and its password are serialized. */
async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx
    .selectFrom('users')
    .select([...profileColumns, 'password_hash', 'token_version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
