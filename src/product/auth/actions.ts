import type { Database, Tx } from '../../platform/database/open.ts';
import type { DeliveryQueue } from '../../platform/deliveries/queue.ts';
import { badRequest, forbidden, unauthorized } from '../../platform/http/errors.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import { failedLogins } from '../../platform/http/rate-limits.ts';
import { plus } from '../../platform/lib/clock.ts';
import { emailKey } from '../../platform/lib/email.ts';
import type { Caller } from '../../platform/lib/fair-queue.ts';
import { hashPassword, verifyDummy, verifyPassword } from '../../platform/security/passwords.ts';
import { randomToken, tokenHash } from '../../platform/security/tokens.ts';
import { closeSessions, setPassword } from '../users/actions.ts';
import { profileColumns } from '../users/queries.ts';
import type { Profile } from '../users/schemas.ts';
import { findLoginAccount, rememberNetwork } from './known-networks.ts';

/**
 * A session as its owner gets it. Profile and token version are those under the lock: an access
 * token made from them is void as soon as the password changes.
 */
export interface Session {
  user: Profile;
  version: number;
  refreshToken: string;
}

/** Somebody who signs in. */
export interface LoginAttempt {
  email: string;
  password: string;
  /** the network that it comes from, and whether it still waits */
  caller: Caller;
}

/** Longer is no address and no password that was ever accepted; it is not kept in memory while it waits for its turn. */
const maxCredentialLength = 1_024;

/**
 * Opens a session. The password is looked at before the state of the account, so that only
 * its owner learns that an account is disabled or unconfirmed.
 * @param ttlMs how long the session lasts
 * @throws 401 wrong credentials, 403 disabled or unconfirmed, 429 too many failed logins to this address
 */
export async function login(
  db: Database,
  rateLimiter: RateLimiter,
  { email, password, caller }: LoginAttempt,
  now: Date,
  ttlMs: number,
): Promise<Session> {
  if (email.length > maxCredentialLength || password.length > maxCredentialLength) throw wrongCredentials();
  const key = emailKey(email);
  const account = await findLoginAccount(db.read, key, caller.key, now);
  const isKnownNetwork = account?.is_known_network ?? false;
  // Counted before the password is looked at, so that parallel attempts are counted as well; a good one is taken back.
  const attempt = { limit: failedLogins, subject: key };
  if (!isKnownNetwork) await rateLimiter.consume([attempt], now);
  const hashCaller = { ...caller, hasPriority: isKnownNetwork };
  const matches = account
    ? await verifyPassword(password, account.password_hash, hashCaller)
    : await verifyDummy(password, hashCaller);
  if (!account || !matches) throw wrongCredentials();
  const session = await db.transaction(async (tx) => {
    const current = await lockAccount(tx, account.id);
    // The password may have been changed while the old one was being checked.
    if (current?.password_hash !== account.password_hash) throw wrongCredentials();
    if (!current.is_active) throw forbidden('account disabled');
    if (current.confirmed_at === null) throw forbidden('account not confirmed');
    await tx
      .deleteFrom('refresh_sessions')
      .where('user_id', '=', account.id)
      .where('expires_at', '<=', now.toISOString())
      .execute();
    await rememberNetwork(tx, account.id, caller.key, now);
    return openSession(tx, current, now, ttlMs);
  });
  if (!isKnownNetwork) await rateLimiter.takeBack(attempt);
  return session;
}

const wrongCredentials = () => unauthorized('wrong email or password');

/**
 * Exchanges a refresh token for a new one. A revoked token that comes back was copied: all
 * sessions of its owner end, and the change is kept although the request is refused.
 * @throws 401 unknown, expired or revoked, 403 account disabled
 */
export async function refresh(db: Database, token: string | undefined, now: Date, ttl: number): Promise<Session> {
  if (!token) throw unauthorized('no session');
  const session = await db.transaction((tx) => rotate(tx, tokenHash(token), now, ttl));
  if (!session) throw unauthorized('the session has ended');
  return session;
}

async function rotate(tx: Tx, hash: Buffer, now: Date, ttl: number): Promise<Session | undefined> {
  const found = await tx.selectFrom('refresh_sessions').select('user_id').where('token_hash', '=', hash).executeTakeFirst();
  if (!found) return undefined;
  const account = await lockAccount(tx, found.user_id);
  if (account && !account.is_active) throw forbidden('account disabled');
  const { numUpdatedRows } = await tx
    .updateTable('refresh_sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (numUpdatedRows === 1n && account) return openSession(tx, account, now, ttl);
  await closeIfReused(tx, hash, found.user_id, now);
  return undefined;
}

async function closeIfReused(tx: Tx, hash: Buffer, userId: string, now: Date): Promise<void> {
  const reused = await tx
    .selectFrom('refresh_sessions')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  if (reused) await closeSessions(tx, userId, now);
}

/** Ends the session of a cookie, if there is one. */
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
 * Enqueues the mail with a reset token, and voids the earlier tokens of the account now: its new one is
 * issued when the mail is sent, which may be later (docs/rules.md, Passwords). The statements are the same for every
 * address, so that the time they take does not tell whether there is an account.
 */
export async function requestPasswordReset(tx: Tx, deliveries: DeliveryQueue, email_key: string, now: Date): Promise<void> {
  const account = tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email_key)
    .where('confirmed_at', 'is not', null)
    .where('is_active', '=', true);
  await tx
    .updateTable('reset_tokens')
    .set({ used_at: now })
    .where('user_id', 'in', account)
    .where('used_at', 'is', null)
    .execute();
  await deliveries.enqueue(tx, 'mails', [{ kind: 'password_reset', email_key }], now);
}

/**
 * Consumes a reset token. The token is claimed by one guarded update, so that of two requests
 * with it one succeeds; a refused one leaves it usable.
 * @throws 400 unknown, used or expired
 */
export async function resetPassword(db: Database, token: string, password: string, caller: Caller, now: Date): Promise<void> {
  const hash = tokenHash(token);
  const owner = await db.read
    .selectFrom('reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!owner) throw unusableToken();
  const passwordHash = await hashPassword(password, caller); // not inside a transaction: it takes long
  await db.transaction(async (tx) => {
    await lockAccount(tx, owner.user_id);
    const { numUpdatedRows } = await tx
      .updateTable('reset_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw unusableToken();
    await setPassword(tx, owner.user_id, passwordHash, now);
  });
}

const unusableToken = () => badRequest('the reset token is unknown, used or expired');

async function openSession(tx: Tx, account: Account, now: Date, ttl: number): Promise<Session> {
  const { token_version: version, password_hash: _, ...user } = account;
  const refreshToken = randomToken();
  await tx
    .insertInto('refresh_sessions')
    .values({ token_hash: tokenHash(refreshToken), user_id: user.id, created_at: now, expires_at: plus(now, ttl) })
    .execute();
  return { user, version, refreshToken };
}

interface Account extends Profile {
  password_hash: string;
  token_version: number;
}

/** Sessions and passwords change under the account's row lock, one after the other. */
async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx
    .selectFrom('users')
    .select([...profileColumns, 'password_hash', 'token_version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
