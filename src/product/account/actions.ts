import { accountSubject, recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notFound, unauthorized } from '../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../platform/http/request-origin.ts';
import {
  issueRefreshToken,
  type Lifetimes,
  lockAccount,
  recordRevocation,
  type Session,
  startSession,
} from '../auth/sessions.ts';
import { setPassword } from '../users/actions.ts';
import type { Actor } from '../visibility.ts';

/**
 * Sets the own password and ends all other sessions; the one of the access token continues with new tokens.
 * @param sid the session of the access token
 * @param verifiedHash the hash that the present password matched
 * @throws 401 the password was changed meanwhile, or the account deleted
 */
export async function changePassword(
  tx: Tx,
  actor: Actor,
  sid: string | undefined,
  { verifiedHash, newHash }: { verifiedHash: string; newHash: string },
  device: DeviceOrigin,
  now: Date,
  lifetimes: Lifetimes,
): Promise<Session> {
  const account = await lockAccount(tx, actor.id);
  if (account?.password_hash !== verifiedHash) throw unauthorized();
  // Deleted, not revoked: use of a revoked token counts as theft and would end the session that continues.
  const open = await tx
    .deleteFrom('refresh_sessions')
    .where('user_id', '=', actor.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['session_id', 'started_at'])
    .execute();
  await setPassword(tx, actor.id, { passwordHash: newHash, chosenByOther: false }, now);
  const detail = { sessions_ended: open.filter(({ session_id }) => session_id !== sid).length };
  await recordAuditEvent(tx, { event: 'password_changed', at: now, actor, subject: accountSubject(actor.id), detail });
  const changed = { ...account, token_version: account.token_version + 1 };
  const current = open.find(({ session_id }) => session_id === sid);
  if (!current) return startSession(tx, changed, device, now, lifetimes);
  const session = { id: current.session_id, startedAt: new Date(current.started_at) };
  return issueRefreshToken(tx, changed, session, device, now, lifetimes);
}

/** Ends a session of the caller. @throws 404 no such open session of this account */
export async function revokeSession(tx: Tx, actor: Actor, sessionId: string, now: Date): Promise<void> {
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
