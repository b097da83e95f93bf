import type { Db, Tx } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { isAccountOf } from '../users/queries.ts';
import type { Identity } from './identity.ts';
import type { LinkedAccount, LinkedAccountQuery } from './schemas.ts';

/** @returns the id of the account that is linked to an account of the provider */
export async function findLinkedId(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const linked = db.selectFrom('oidc_identities').select('user_id').where('issuer', '=', issuer).where('subject', '=', subject);
  return (await linked.executeTakeFirst())?.user_id;
}

/** @returns the account that is linked, or that has the verified address, with its name */
export async function findNamedAccount(db: Db, identity: Identity): Promise<{ id: string; name: string } | undefined> {
  const users = db.selectFrom('users').select(['id', 'name']);
  const linkedId = await findLinkedId(db, identity);
  if (linkedId !== undefined) return users.where('id', '=', linkedId).executeTakeFirst();
  return identity.email ? users.where(isAccountOf('users.id', identity.email)).executeTakeFirst() : undefined;
}

/** Writes when a linked account was used. @returns false when the link was removed */
export async function recordUse(tx: Tx, { issuer, subject }: Identity, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oidc_identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the accounts of providers that are linked to an account. */
export async function listLinkedAccounts(db: Db, userId: string, query: LinkedAccountQuery): Promise<Page<LinkedAccount>> {
  const linked = db.selectFrom('oidc_identities').where('user_id', '=', userId).select(['issuer', 'linked_at', 'last_used_at']);
  return selectPage(linked, query, { column: query.sort, id: 'subject', direction: 'desc' });
}
