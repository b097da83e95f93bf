import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { emailKey } from '../../../platform/lib/email.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { addressLookups, countAccountCreations, requireCreatable } from '../../identity/users/account-creations.ts';
import { insertUser, requireActive } from '../../identity/users/actions.ts';
import { tenantOfAccount } from '../../tenant.ts';
import type { Actor } from '../../visibility.ts';
import type { CheckedRow, RowError } from './check-rows.ts';
import type { ImportResult } from './run-import.ts';
import type { WorkerColumns } from './schemas.ts';

/**
 * Creates accounts of workers. Those of an admin are confirmed, and get the mail of a confirmation, with which they choose a
 * password; those of a client get it when the client confirms them.
 * @param passwordHash of a password that nobody knows
 * @throws 401 actor deleted, 403 actor disabled; 409, 429 more accounts than a client may create; 429 too many addresses looked up
 */
export async function importWorkers(
  tx: Tx,
  { config, deliveries, rateLimiter }: Pick<RouteDeps, 'config' | 'deliveries' | 'rateLimiter'>,
  actor: Actor,
  rows: readonly CheckedRow<WorkerColumns>[],
  passwordHash: string,
  now: Date,
): Promise<ImportResult<string>> {
  await requireActive(tx, actor);
  // Before addresses are looked up, because the errors say which of them have an account.
  if (actor.role === 'client') {
    requireCreatable(config.quotas, rows.length);
    // On connections of its own, so that the rollback of a dry run does not undo it.
    const limit = addressLookups(config.quotas);
    if (rows.length > 0) await rateLimiter.consume([{ limit, subject: senderIdOf(actor), count: rows.length }], now);
  }
  const errors: RowError[] = [];
  const created = new Map<number, string>();
  for (const { row, values } of inKeyOrder(rows)) {
    const { phone = '', ...fields } = values;
    const user = await insertUser(tx, actor, { ...fields, phone, role: 'worker', passwordHash, awaitsPassword: true }, now);
    if (user) created.set(row, user.id);
    else errors.push({ row, column: 'email', error: errorMessages.emailTaken });
  }
  const result = { errors, ids: created, updated: 0 };
  if (errors.length > 0 || created.size === 0) return result;
  if (actor.role === 'client') await countAccountCreations(tx, config.quotas, actor.id, created.size, now);
  else if (config.smtp) {
    const mails = [...created.values()].map((user_id) => ({ kind: 'account_confirmed' as const, user_id }));
    await deliveries.enqueue(tx, 'mails', mails, tenantOfAccount(sql<string>`(payload ->> 'user_id')::uuid`), now);
  }
  return result;
}

/** Concurrent imports of the same addresses wait for each other in the same order, which prevents deadlocks. */
function inKeyOrder(rows: readonly CheckedRow<WorkerColumns>[]): CheckedRow<WorkerColumns>[] {
  return rows.toSorted((a, b) => (emailKey(a.values.email) < emailKey(b.values.email) ? -1 : 1));
}
