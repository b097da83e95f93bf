import type { Capability } from '../../platform/capability/capability.ts';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hours } from '../../platform/lib/duration.ts';
import { unlinkAfterPasswordChange } from './link-account.ts';
import { oidcRoutes } from './routes.ts';

export const oidc: Capability = {
  name: 'oidc',
  tables: ['oidc_identities', 'oidc_sign_ins'],
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
