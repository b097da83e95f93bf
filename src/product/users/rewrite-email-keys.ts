import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../platform/database/database.ts';
import { emailKey } from '../../platform/lib/email.ts';

/**
 * Gives accounts with an xn-- domain the key that emailKey() makes of their address; earlier releases stored the domain as it
 * was typed. Called at each start, because instances of the release before may still add such accounts, and a restored backup
 * may contain them. Several instances may call it at the same time.
 *
 * Of several accounts with one address, one can have its key; the log names the others, whose owners cannot sign in.
 */
export async function rewriteEmailKeys(db: Database, log: Logger): Promise<void> {
  const encoded = await db.read.selectFrom('users').select(['id', 'email_key']).where('email_key', 'like', '%@%xn--%').execute();
  const outdated = encoded.filter(({ email_key }) => emailKey(email_key) !== email_key);
  let rewritten = 0;
  for (const [key, accounts] of Map.groupBy(outdated, ({ email_key }) => emailKey(email_key))) {
    const ids = accounts.map(({ id }) => id);
    const { wasRewritten, account, others } = await db.transaction((tx) => assignEmailKey(tx, key, ids));
    if (wasRewritten) rewritten++;
    if (others.length > 0) log.warn({ account, others }, clashWarning);
  }
  if (rewritten > 0) log.info({ rewritten }, 'e-mail keys of international domains were rewritten');
}

const clashWarning = 'accounts have the same e-mail address: the others cannot sign in (docs/operations.md, Upgrade)';

/**
 * Gives a key to the account that was confirmed first of those with its address. An account that is confirmed later never takes
 * the key from it, whoever confirms it.
 * @param ids of the accounts that have the address under other keys
 * @returns the id of that account, and the ids of the others
 */
async function assignEmailKey(tx: Tx, key: string, ids: string[]) {
  const accounts = await tx
    .selectFrom('users')
    .select(['id', 'email_key', 'confirmed_at', 'created_at'])
    .where((eb) => eb.or([eb('email_key', '=', key), eb('id', '=', sql<string>`any(${ids}::uuid[])`)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const rank = ({ confirmed_at, created_at, id }: (typeof accounts)[number]): string =>
    `${confirmed_at ?? 'never'} ${created_at} ${id}`;
  const [first, ...others] = accounts.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const wasRewritten = first !== undefined && first.email_key !== key;
  if (wasRewritten) {
    const holder = others.find(({ email_key }) => email_key === key);
    // The key is unique: the accounts exchange theirs by way of one that is no address.
    if (holder) await setEmailKey(tx, holder.id, holder.id);
    await setEmailKey(tx, first.id, key);
    if (holder) await setEmailKey(tx, holder.id, first.email_key);
  }
  return { wasRewritten, account: first?.id, others: others.map(({ id }) => id) };
}

async function setEmailKey(tx: Tx, id: string, email_key: string): Promise<void> {
  await tx.updateTable('users').set({ email_key }).where('id', '=', id).execute();
}
