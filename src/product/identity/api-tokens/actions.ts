import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { PasswordChange, RouteDeps } from '../../../platform/module/module.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import type { Actor } from '../../visibility.ts';
import { requireOpenSession } from '../auth/sessions.ts';
import { lockWithActor } from '../users/actions.ts';
import type { ApiToken, ApiTokenQuery, CreateApiToken, NewApiToken } from './schemas.ts';
import { apiTokenPrefix } from './token-scheme.ts';

/** How many tokens an account has at most; expired ones make room for new ones. */
export const maxApiTokens = 20;
/** How long expired tokens are listed, so that their owner sees why a program is refused. */
const expiredTokenRetentionMs = days(7);

/**
 * Creates an API token of the caller. The account is locked, so that concurrent requests count each other's tokens.
 * @returns the token itself, too, which is stored as a hash only
 * @throws 400 expires_at has passed; 401 account deleted, 403 disabled; 409 too many tokens
 */
export async function createApiToken(
  tx: Tx,
  actor: Actor,
  sid: string | undefined,
  { name, scope, expires_at }: CreateApiToken,
  now: Date,
): Promise<NewApiToken> {
  const expiresAt = expires_at === undefined ? null : new Date(expires_at.toUpperCase());
  if (expiresAt && expiresAt <= now) throw badRequest('expiry_not_in_future', errorMessages.expiryNotInFuture);
  await lockWithActor(tx, actor, actor.id);
  await requireOpenSession(tx, actor.id, sid, now);
  await makeRoom(tx, actor.id, now);
  const token = `${apiTokenPrefix}${randomToken()}`;
  const created = await tx
    .insertInto('api_tokens')
    .values({
      user_id: actor.id,
      name,
      scope,
      token_hash: tokenHash(token),
      created_at: now,
      expires_at: expiresAt,
      last_used_at: null,
    })
    .returning(apiTokenColumns)
    .executeTakeFirstOrThrow();
  await recordAuditEvent(tx, {
    event: 'token_created',
    at: now,
    actor,
    subject: { type: 'api_token', id: created.id, name },
    detail: { scope, expires_at: created.expires_at },
  });
  return { ...created, token };
}

/** Deletes the expired token that is the oldest when the account has as many as it may have. @throws 409 none has expired */
async function makeRoom(tx: Tx, userId: string, now: Date): Promise<void> {
  const tokens = await tx
    .selectFrom('api_tokens')
    .select(['id', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
  if (tokens.length < maxApiTokens) return;
  const [first] = tokens;
  if (!first?.expires_at || new Date(first.expires_at) > now)
    throw conflict('too_many_api_tokens', errorMessages.tooManyApiTokens);
  await tx.deleteFrom('api_tokens').where('id', '=', first.id).execute();
}

/**
 * Deletes an API token of the caller, which is refused from the next request on, and ends what it made.
 * @throws 404 no such token of this account
 */
export async function revokeApiToken(
  tx: Tx,
  { apiTokenHooks }: Pick<RouteDeps, 'apiTokenHooks'>,
  actor: Actor,
  id: string,
  now: Date,
): Promise<void> {
  const deleted = await tx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('name')
    .executeTakeFirst();
  if (!deleted) throw notFound('token');
  const subject = { type: 'api_token', id, name: deleted.name };
  await recordAuditEvent(tx, { event: 'token_revoked', at: now, actor, subject });
  for (const hook of apiTokenHooks) await hook(tx, now);
}

/** Revokes the tokens of an account whose password was changed: others may have created them who knew the one before. */
export async function revokeAfterPasswordChange(
  tx: Tx,
  { accountId, endsPasswordOfOther, endsAll, actor, origin, at }: PasswordChange,
): Promise<void> {
  if (!endsPasswordOfOther && !endsAll) return;
  const revoked = await tx.deleteFrom('api_tokens').where('user_id', '=', accountId).returning(['id', 'name']).execute();
  for (const { id, name } of revoked) {
    const subject = { type: 'api_token', id, name };
    await recordAuditEvent(tx, { event: 'token_revoked', at, actor, subject, origin });
  }
}

/** Deletes the tokens that expired some days ago. */
export async function deleteExpiredApiTokens({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = plus(clock(), -expiredTokenRetentionMs).toISOString();
  await db.statement((writer) => writer.deleteFrom('api_tokens').where('expires_at', '<=', before).execute());
}

export const apiTokenColumns = ['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'] as const;

/** Lists the API tokens of an account, the newest first; expired ones until they are deleted. */
export async function listApiTokens(db: Db, userId: string, query: ApiTokenQuery): Promise<Page<ApiToken>> {
  const tokens = db.selectFrom('api_tokens').where('user_id', '=', userId).select(apiTokenColumns);
  return selectPage(tokens, query, { column: query.sort, id: 'id', direction: 'desc' });
}

/** Revokes the API tokens of all accounts. @param by the command, for the audit log @returns how many there were */
export async function revokeAllApiTokens(tx: Tx, by: string, now: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('api_tokens').executeTakeFirstOrThrow();
  const tokens = Number(numDeletedRows);
  await recordAuditEvent(tx, { event: 'token_revoked', at: now, actor: undefined, subject: undefined, detail: { tokens, by } });
  return tokens;
}
