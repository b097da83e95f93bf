import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { PasswordChange } from '../../../platform/module/module.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import { requireOpenSession } from '../../identity/auth/sessions.ts';
import { lockWithActor } from '../../identity/users/actions.ts';
import type { Actor } from '../../visibility.ts';

const subjectOf = (userId: string) => ({ type: 'calendar_token', id: userId, name: 'calendar feed' });

/**
 * Creates the token of the caller's calendar feed; the one before it is void.
 * @returns the token itself, which is stored as a hash only
 * @throws 401 account deleted or session ended, 403 account disabled
 */
export async function createCalendarToken(tx: Tx, actor: Actor, sid: string | undefined, now: Date): Promise<string> {
  await lockWithActor(tx, actor, actor.id);
  await requireOpenSession(tx, actor.id, sid, now);
  const token = randomToken();
  const values = { token_hash: tokenHash(token), created_at: now };
  await tx
    .insertInto('calendar_tokens')
    .values({ user_id: actor.id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  await recordAuditEvent(tx, { event: 'token_created', at: now, actor, subject: subjectOf(actor.id) });
  return token;
}

/** Voids the address of the caller's calendar feed. @throws 404 there is none */
export async function voidCalendarToken(tx: Tx, actor: Actor, now: Date): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('calendar_tokens').where('user_id', '=', actor.id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('calendar feed');
  await recordAuditEvent(tx, { event: 'token_revoked', at: now, actor, subject: subjectOf(actor.id) });
}

/** Voids the address of the feed of an account whose password was changed: others may know it who knew the one before. */
export async function voidAfterPasswordChange(
  tx: Tx,
  { accountId, endsPasswordOfOther, endsAll, actor, origin, at }: PasswordChange,
): Promise<void> {
  if (!endsPasswordOfOther && !endsAll) return;
  const { numDeletedRows } = await tx.deleteFrom('calendar_tokens').where('user_id', '=', accountId).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await recordAuditEvent(tx, { event: 'token_revoked', at, actor, subject: subjectOf(accountId), origin });
}

/** Voids the addresses of all accounts. @param by the command, for the audit log @returns how many there were */
export async function voidAllCalendarTokens(tx: Tx, by: string, now: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('calendar_tokens').executeTakeFirstOrThrow();
  const feeds = Number(numDeletedRows);
  if (feeds === 0) return 0;
  const subject = { type: 'calendar_token', id: '', name: '' };
  await recordAuditEvent(tx, { event: 'token_revoked', at: now, actor: undefined, subject, detail: { feeds, by } });
  return feeds;
}
