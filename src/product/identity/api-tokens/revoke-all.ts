import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Revokes the API tokens of all accounts. @param by the command, for the audit log @returns how many there were */
export async function revokeAllApiTokens(tx: Tx, by: string, now: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('api_tokens').executeTakeFirstOrThrow();
  const tokens = Number(numDeletedRows);
  await recordAuditEvent(tx, { event: 'token_revoked', at: now, actor: undefined, subject: undefined, detail: { tokens, by } });
  return tokens;
}
