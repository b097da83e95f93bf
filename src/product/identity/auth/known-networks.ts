import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { PasswordChange } from '../../../platform/module/module.ts';
import { isAccountOf } from '../users/queries.ts';

// Networks from which an account signed in. They are exempt from the limit of failed logins of the account: otherwise
// anybody could lock its owner out.

/** How long a network is known after the last sign-in from it. */
export const knownNetworkTtlMs = days(30);

/** Finds the account of an e-mail address, and whether it has signed in from this network before. */
export function findLoginAccount(db: Db, email: string, network: string, now: Date) {
  const since = plus(now, -knownNetworkTtlMs).toISOString();
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.password_hash'])
    .select(
      sql<boolean>`exists (
        select from login_networks as n where n.user_id = u.id and n.network = ${network} and n.last_used_at > ${since}
      )`.as('is_known_network'),
    )
    .where(isAccountOf('u.id', email))
    .executeTakeFirst();
}

/** Forgets the networks of an account from which others may have signed in who knew its first password. */
export async function forgetNetworks(tx: Tx, { accountId, endsPasswordOfOther, endsAll }: PasswordChange): Promise<void> {
  if (endsPasswordOfOther || endsAll) await tx.deleteFrom('login_networks').where('user_id', '=', accountId).execute();
}

/** Saves the network of a successful sign-in. */
export async function rememberNetwork(tx: Tx, userId: string, network: string, now: Date): Promise<void> {
  await tx
    .insertInto('login_networks')
    .values({ user_id: userId, network, last_used_at: now })
    .onConflict((known) => known.columns(['user_id', 'network']).doUpdateSet({ last_used_at: now }))
    .execute();
}
