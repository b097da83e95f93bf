import { sql } from 'kysely';
import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { emailForm, emailKey } from '../../../platform/lib/email.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';

const firstAdminLock = 1_128_353_870;

/**
 * Creates a confirmed admin account if there is no admin. An advisory lock keeps instances that start together from
 * creating several.
 * @returns whether the account was created
 * @throws when another account has the address
 */
export async function createFirstAdmin(db: Database, account: { email: string; password: string }, now: Date): Promise<boolean> {
  const admins = db.read.selectFrom('users').select('id').where('role', '=', 'admin').limit(1);
  if (await admins.executeTakeFirst()) return false;
  const passwordHash = await hashPassword(account.password);
  return db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${firstAdminLock})`.execute(tx);
    if (await tx.executeQuery(admins.compile()).then(({ rows }) => rows[0])) return false;
    const isCreated = await insertAdmin(tx, { email: account.email, passwordHash }, now);
    if (!isCreated) throw new Error('ADMIN_EMAIL belongs to an account that is no admin');
    return true;
  });
}

/**
 * Inserts a confirmed admin account that nobody created.
 * @param detail more for the audit log
 * @returns whether the address was free
 */
export async function insertAdmin(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
  now: Date,
  detail: Record<string, string> = {},
): Promise<boolean> {
  const created = await tx
    .insertInto('users')
    .values({
      email: emailForm(email),
      email_key: emailKey(email),
      name: 'Admin',
      role: 'admin',
      password_hash: passwordHash,
      confirmed_at: now,
      created_at: now,
      created_by: null,
    })
    .onConflict((existing) => existing.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return false;
  const subject = accountSubject(created.id);
  await recordAuditEvent(tx, {
    event: 'user_created',
    at: now,
    actor: undefined,
    subject,
    detail: { role: 'admin', ...detail },
  });
  return true;
}
