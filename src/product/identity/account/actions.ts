import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, invalidAccessToken, notFound } from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { verifyPassword } from '../../../platform/security/passwords.ts';
import type { Actor } from '../../visibility.ts';
import { issueRefreshToken, lockAccount, recordRevocation, requireOpenSession, type Session } from '../auth/sessions.ts';
import { lockWithActor, setPassword } from '../users/actions.ts';
import type { ChangeMe } from './schemas.ts';

/**
 * Refuses the password that somebody else chose last for this account.
 * @param verifiedHash of the present password, which the new one differs from
 * @throws 400
 */
export async function refusePasswordOfOther(db: Db, userId: string, password: string, verifiedHash: string, caller: Caller) {
  const account = await db.selectFrom('users').select('other_password_hash').where('id', '=', userId).executeTakeFirst();
  const hash = account?.other_password_hash;
  if (!hash || hash === verifiedHash) return;
  if (await verifyPassword(password, hash, caller)) throw badRequest('password_of_other', errorMessages.passwordOfOther);
}

/**
 * Sets the own password and ends all other sessions; the one of the access token continues with new tokens.
 * @param sid the session of the access token
 * @param verifiedHash the hash that the present password matched
 * @param endsAll ends API tokens, calendar feed, webhooks, chat, own bot, passkeys and links to company accounts as well
 * @throws 401 the session has ended, the password was changed meanwhile, or the account deleted
 */
export async function changePassword(
  tx: Tx,
  actor: Actor,
  sid: string | undefined,
  { verifiedHash, newHash, endsAll = false }: { verifiedHash: string; newHash: string; endsAll?: boolean | undefined },
  deps: Pick<RouteDeps, 'config' | 'passwordHooks'>,
  device: DeviceOrigin,
  now: Date,
): Promise<Session> {
  const account = await lockAccount(tx, actor.id);
  if (account?.password_hash !== verifiedHash) throw invalidAccessToken();
  const current = await requireOpenSession(tx, actor.id, sid, now);
  const sessions_ended = (await deleteSessions(tx, actor.id, now)) - 1;
  const change = { accountId: actor.id, by: 'changed', actor, detail: { sessions_ended } } as const;
  await setPassword(tx, deps, { ...change, passwordHash: newHash, isChosenByOther: false, endsAll }, now);
  const changed = { ...account, token_version: account.token_version + 1 };
  return issueRefreshToken(tx, changed, current, device, now, deps.config);
}

/**
 * Deletes the sessions of an account with all their tokens. If the tokens were only revoked, their use would count as theft
 * and end the session that continues.
 * @returns how many were open
 */
async function deleteSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const deleted = await tx
    .deleteFrom('refresh_sessions')
    .where('user_id', '=', userId)
    .returning(sql<boolean>`revoked_at is null and expires_at > ${now}`.as('is_open'))
    .execute();
  return deleted.filter(({ is_open }) => is_open).length;
}

/** Ends a session of the caller. @throws 404 no such open session of this account */
export async function revokeSession(tx: Tx, actor: Actor, sessionId: string, now: Date): Promise<void> {
  await lockAccount(tx, actor.id); // otherwise a session that is being refreshed would stay
  // Deleted, not revoked: the device still has the token, and the use of a revoked one counts as theft and ends all sessions.
  const deleted = await tx
    .deleteFrom('refresh_sessions')
    .where('user_id', '=', actor.id)
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'session_id'])
    .executeTakeFirst();
  if (!deleted) throw notFound('session');
  await recordRevocation(tx, deleted, actor, 'revoked', now);
}

/** Changes the own account. @throws 401 when it was deleted, 403 when it was disabled */
export async function changeMe(tx: Tx, actor: Actor, changes: ChangeMe): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await tx.updateTable('users').set(changes).where('id', '=', actor.id).execute();
}
