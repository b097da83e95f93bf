import type { Capability } from '../../platform/capability/capability.ts';
import { hours } from '../../platform/lib/duration.ts';
import { deleteExpiredInvitations, revokeAfterPasswordChange } from './actions.ts';
import { rightOfDeputies } from './queries.ts';
import { grantRoutes } from './routes.ts';

/** Clients let deputies act for them. */
export const grants: Capability = {
  name: 'grants',
  tables: ['account_grants'],
  routes: grantRoutes,
  actingRight: rightOfDeputies,
  passwordHook: revokeAfterPasswordChange,
  jobs: (deps) => [{ name: 'expired grants', everyMs: hours(1), run: () => deleteExpiredInvitations(deps) }],
};
