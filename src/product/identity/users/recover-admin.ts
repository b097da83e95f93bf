import { sql } from 'kysely';
import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import { emailKey } from '../../../platform/lib/email.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { setPassword } from './actions.ts';
import { insertAdmin } from './first-admin.ts';

/** An admin account, as the command of an operator lists it. */
export interface AdminAccount {
  email: string;
  name: string;
  is_active: boolean;
}

export const listAdmins = (db: Db): Promise<AdminAccount[]> =>
  db.selectFrom('users').select(['email', 'name', 'is_active']).where('role', '=', 'admin').orderBy('email').execute();

/**
 * Gives an admin who cannot sign in a new password, and enables and confirms the account.
 * @param by the command, for the audit log
 * @returns the id of the account
 * @throws when the address belongs to no account, or to one of another role
 */
export async function recoverAdmin(
  tx: Tx,
  deps: Pick<RouteDeps, 'passwordHooks'>,
  account: { email: string; passwordHash: string; by: string },
  now: Date,
): Promise<string> {
  const { email, passwordHash, by } = account;
  const users = tx.selectFrom('users').select(['id', 'role', 'is_active']).where('email_key', '=', emailKey(email));
  const found = await users.forNoKeyUpdate().executeTakeFirst();
  if (!found) throw new Error(`there is no account ${email}: callout admin lists the admins, --create adds one`);
  const { id, role, is_active: wasActive } = found;
  if (role !== 'admin') throw new Error(`${email} is the account of a ${role}: only passwords of admins are set here`);
  await tx
    .updateTable('users')
    .set({
      is_active: true,
      disabled_at: null,
      disabled_by: null,
      disabled_by_name: '',
      confirmed_at: sql<Date>`coalesce(confirmed_at, ${now}::timestamptz)`,
    })
    .where('id', '=', id)
    .execute();
  const detail = { by };
  if (!wasActive) {
    await recordAuditEvent(tx, { event: 'user_enabled', at: now, actor: undefined, subject: accountSubject(id), detail });
    await notify(tx, 'bots');
  }
  await setPassword(tx, deps, { passwordHash, isChosenByOther: true, accountId: id, by: 'set', actor: undefined, detail }, now);
  return id;
}

/** Creates a confirmed admin account. @throws when the address belongs to an account */
export async function createAdmin(
  tx: Tx,
  account: { email: string; passwordHash: string; by: string },
  now: Date,
): Promise<void> {
  const { by, ...values } = account;
  if (!(await insertAdmin(tx, values, now, { by }))) throw new Error(`there is an account ${account.email}`);
}
