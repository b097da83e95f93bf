import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Module } from '../../../platform/module/module.ts';
import { type FormerAccount, ownRows } from '../../../platform/module/personal-data.ts';
import { unlinkAfterPasswordChange } from './link-account.ts';
import { oidcRoutes } from './routes.ts';

export const oidc: Module = {
  name: 'oidc',
  tag: 'auth',
  tables: ['oidc_identities', 'oidc_sign_ins'],
  personalData: [
    ownRows('oidc_identities', 'user_id', { replaced: ['subject'], anonymize: forgetIdentities }),
    { table: 'oidc_sign_ins', replaced: ['identity'] },
  ],
  routes: oidcRoutes,
  passwordHook: unlinkAfterPasswordChange,
  credentials: { name: 'company sign-ins voided', revokeAll: voidSignIns },
  jobs: (deps) => [{ name: 'expired provider sign-ins', everyMs: hours(1), run: () => deleteExpired(deps) }],
};

/** @returns how many sign-ins had not started their session yet */
async function voidSignIns(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('oidc_sign_ins').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().toISOString();
  await db.statement((writer) => writer.deleteFrom('oidc_sign_ins').where('expires_at', '<=', now).execute());
}

/** Also forgets what the provider said of a sign-in that is not over, by the address or the identity. */
async function forgetIdentities(tx: Tx, { id, formerEmail }: FormerAccount): Promise<void> {
  await sql`
    delete from oidc_sign_ins where lower(identity ->> 'email') = lower(${formerEmail}) or exists (
      select from oidc_identities as i
      where i.user_id = ${id} and i.issuer = identity ->> 'issuer' and i.subject = identity ->> 'subject')`.execute(tx);
  await tx.deleteFrom('oidc_identities').where('user_id', '=', id).execute();
}
