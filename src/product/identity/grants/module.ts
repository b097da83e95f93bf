import { type SqlBool, sql } from 'kysely';
import { hours } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { deleteExpiredInvitations, endGrants, revokeAfterPasswordChange } from './actions.ts';
import { rightOfDeputies } from './queries.ts';
import { grantRoutes } from './routes.ts';

/** Clients let deputies act for them. */
export const grants: Module = {
  name: 'grants',
  tag: 'acting',
  tables: ['account_grants'],
  personalData: [
    {
      table: 'account_grants',
      replaced: ['email', 'email_key'],
      secrets: ['token_hash', 'mailed_token_hash'],
      rowsOf: (id) => sql<SqlBool>`${id} in (t.principal_id, t.deputy_id)`,
      anonymize: endGrants,
    },
  ],
  routes: grantRoutes,
  actingRight: rightOfDeputies,
  passwordHook: revokeAfterPasswordChange,
  jobs: (deps) => [{ name: 'expired grants', everyMs: hours(1), run: () => deleteExpiredInvitations(deps) }],
};
