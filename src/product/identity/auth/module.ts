import { hours } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { manyOwnRows, ownRows } from '../../../platform/module/personal-data.ts';
import { deleteExpired } from './delete-expired.ts';
import { forgetNetworks } from './known-networks.ts';
import { authRoutes } from './routes.ts';

export const auth: Module = {
  name: 'auth',
  tables: ['refresh_sessions', 'reset_tokens', 'login_networks', 'rate_limits'],
  personalData: [
    manyOwnRows('refresh_sessions', 'user_id', { replaced: ['ip', 'user_agent'], secrets: ['token_hash'] }, 'token_hash'),
    manyOwnRows('reset_tokens', 'user_id', { secrets: ['token_hash'] }, 'token_hash'),
    ownRows('login_networks', 'user_id', { replaced: ['network'] }),
  ],
  routes: authRoutes,
  passwordHook: forgetNetworks,
  jobs: (deps) => [{ name: 'expired logins', everyMs: hours(1), run: (stopping) => deleteExpired(deps, stopping) }],
};
