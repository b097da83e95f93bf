import type { Capability } from '../../platform/capability/capability.ts';
import { hours } from '../../platform/lib/duration.ts';
import { deleteExpired } from './delete-expired.ts';
import { forgetNetworks } from './known-networks.ts';
import { authRoutes } from './routes.ts';

export const auth: Capability = {
  name: 'auth',
  tables: ['refresh_sessions', 'reset_tokens', 'login_networks', 'rate_limits'],
  routes: authRoutes,
  passwordHook: forgetNetworks,
  jobs: (deps) => [{ name: 'expired logins', everyMs: hours(1), run: (stopping) => deleteExpired(deps, stopping) }],
};
