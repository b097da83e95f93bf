import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { accountSubject, recordAuditEvent, senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import type { FormerAccount, PersonalTable } from '../../../platform/module/personal-data.ts';
import { lockWithActor, refuseAnonymized } from '../../identity/users/actions.ts';
import { getProfile } from '../../identity/users/queries.ts';
import type { Profile } from '../../identity/users/schemas.ts';
import type { Actor } from '../../visibility.ts';

/** Tickets that one statement locks. */
const batchRows = 1_000;

/**
 * Replaces name, address and phone number of a disabled account for good, in every table, and ends everything with which it could sign
 * in or be notified of something.
 * @param personalData what the tables keep about people
 * @returns the profile as it is from now on
 * @throws 404 missing, 409 active, with unclosed tickets, or anonymized already
 */
export async function anonymizeAccount(
  tx: Tx,
  actor: Actor,
  id: string,
  personalData: readonly PersonalTable[],
  now: Date,
): Promise<Profile> {
  await lockWithActor(tx, actor, id);
  const account = await describeAccount(tx, actor, id, now);
  await runAll(tx, personalData.filter(isBeforeTickets), account);
  const ticketIds = await lockTickets(tx, personalData, id);
  await runAll(
    tx,
    personalData.filter((table) => !isBeforeTickets(table)),
    { ...account, ticketIds },
  );
  // Last, because it reads the name.
  await recordAuditEvent(tx, { event: 'user_anonymized', at: now, actor, subject: accountSubject(id) });
  return getProfile(tx, id);
}

const isBeforeTickets = (table: PersonalTable): boolean => table.isBeforeTickets ?? false;

async function runAll(tx: Tx, tables: readonly PersonalTable[], account: FormerAccount): Promise<void> {
  for (const { anonymize } of tables) await anonymize?.(tx, account);
}

/** Checks the locked account and gives it its number. */
async function describeAccount(tx: Tx, actor: Actor, id: string, now: Date): Promise<FormerAccount> {
  const columns = ['name', 'email', 'email_key', 'role', 'is_active'] as const;
  const user = await tx.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('user');
  await refuseAnonymized(tx, id);
  if (user.is_active) throw conflict('account_active', errorMessages.accountIsActive);
  if (await hasUnclosedTickets(tx, id)) throw conflict('account_has_unclosed_tickets', errorMessages.accountHasUnclosedTickets);
  const { number } = await tx
    .insertInto('former_accounts')
    .values({ user_id: id, replaced_at: now, replaced_by: senderIdOf(actor) })
    .returning('number')
    .executeTakeFirstOrThrow();
  return {
    id,
    name: `Former ${user.role} ${number}`,
    // Nobody who creates accounts can take it before. The domain is reserved (RFC 2606), so nothing is ever sent there.
    email: `former-${user.role}-${number}-${randomBytes(8).toString('hex')}@anonymized.invalid`,
    formerNames: await readNames(tx, id, user.name),
    formerEmail: user.email,
    formerEmailKey: user.email_key,
    ticketIds: [],
    by: actor.id,
    at: now,
  };
}

async function hasUnclosedTickets(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from tickets where client_id = ${id} and status <> 'closed')
      or exists (select from tickets where worker_id = ${id} and status not in ('new', 'closed'))`.execute(tx);
  return rows.length > 0;
}

/** The names that the account had. */
async function readNames(tx: Tx, id: string, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select actor_name as name from audit_events where actor_id = ${id}
    union select subject_name from audit_events where subject_type = 'user' and subject_id = ${id}::text
    union select invited_by_name from project_workers where invited_by = ${id}`.execute(tx);
  return [...new Set([name, ...rows.map((row) => row.name)])].filter((one) => one !== '');
}

/** Locks all tickets of which a table has something of the account, as whoever changes them or notifies of them does. */
async function lockTickets(tx: Tx, personalData: readonly PersonalTable[], id: string): Promise<number[]> {
  const found = personalData.flatMap(({ table, ticketColumn, rowsOf }): RawBuilder<unknown>[] =>
    ticketColumn && rowsOf
      ? [sql`select ${sql.ref(`t.${ticketColumn}`)} as id from ${sql.table(table)} as t where ${rowsOf(id)}`]
      : [],
  );
  if (found.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(found, sql` union `)}) as found where id is not null order by id`.execute(tx);
  const ids = rows.map((row) => row.id);
  for (let at = 0; at < ids.length; at += batchRows) {
    const some = ids.slice(at, at + batchRows);
    await sql`select from tickets where id = any(${some}::integer[]) order by id for update`.execute(tx);
  }
  return ids;
}
