import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { emailKey, formerEmailKey } from '../../../platform/lib/email.ts';

/**
 * Gives accounts of earlier releases the key that emailKey() makes of their address. Called at each start, because instances of the
 * release before may still add such accounts, and a restored backup may contain them. Several instances may call it at the same time.
 */
export async function rewriteEmailKeys(db: Database, log: Logger): Promise<void> {
  await rewriteEncodedDomains(db, log);
  await rewriteLetters(db, log);
}

/**
 * Rewrites keys with an xn-- domain, which are one mailbox with the domain in Unicode. Of several accounts with one address, one can
 * have its key; the log names the others, whose owners cannot sign in.
 */
async function rewriteEncodedDomains(db: Database, log: Logger): Promise<void> {
  const encoded = await db.read.selectFrom('users').select(['id', 'email_key']).where('email_key', 'like', '%@%xn--%').execute();
  const outdated = encoded.filter(({ email_key }) => formerEmailKey(email_key) !== email_key);
  let rewritten = 0;
  for (const [key, accounts] of Map.groupBy(outdated, ({ email_key }) => formerEmailKey(email_key))) {
    const ids = accounts.map(({ id }) => id);
    const { wasRewritten, account, others } = await db.transaction((tx) => assignEmailKey(tx, key, ids));
    if (wasRewritten) rewritten++;
    if (others.length > 0) log.warn({ account, others }, clashWarning);
  }
  if (rewritten > 0) log.info({ rewritten }, 'e-mail keys of international domains were rewritten');
}

/**
 * Rewrites keys with capital letters beyond ASCII, or with letters that are not composed. An account stays as it is whose new key
 * another one has: isAccountOf() finds each by its address as it was typed.
 */
async function rewriteLetters(db: Database, log: Logger): Promise<void> {
  const isBeyondAscii = sql<boolean>`octet_length(email_key) > char_length(email_key)`;
  const accounts = await db.read.selectFrom('users').select(['id', 'email_key']).where(isBeyondAscii).orderBy('id').execute();
  let rewritten = 0;
  for (const { id, email_key } of accounts) {
    const key = emailKey(email_key);
    if (key === email_key || formerEmailKey(email_key) !== email_key) continue; // the latter have an xn-- domain
    if (await db.transaction((tx) => takeFreeKey(tx, id, key))) rewritten++;
    else log.warn({ account: id }, 'another account has the same e-mail address in other letters: each signs in as it was typed');
  }
  if (rewritten > 0) log.info({ rewritten }, 'e-mail keys with letters beyond ASCII were rewritten');
}

/** @returns whether no other account has the key */
async function takeFreeKey(tx: Tx, id: string, key: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${rewriteLock})`.execute(tx); // for instances that start together
  const holder = await tx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
  if (!holder) await setEmailKey(tx, id, key);
  return holder === undefined || holder.id === id;
}

const rewriteLock = 1_128_353_871;
const clashWarning = 'accounts have the same e-mail address: the others cannot sign in (docs/upgrade.md)';

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
