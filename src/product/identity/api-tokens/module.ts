import { hours } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { deleteExpiredApiTokens, revokeAfterPasswordChange } from './actions.ts';
import { revokeAllApiTokens } from './revoke-all.ts';
import { apiTokenRoutes } from './routes.ts';
import { ApiTokenScheme } from './token-scheme.ts';

export const apiTokens: Module = {
  name: 'api-tokens',
  tables: ['api_tokens'],
  personalData: [ownRows('api_tokens', 'user_id', { replaced: ['name'], secrets: ['token_hash'] })],
  routes: apiTokenRoutes,
  bearerTokens: (deps) => new ApiTokenScheme(deps),
  passwordHook: revokeAfterPasswordChange,
  credentials: { name: 'API tokens revoked', isOptional: true, revokeAll: revokeAllApiTokens },
  jobs: (deps) => [{ name: 'expired API tokens', everyMs: hours(1), run: () => deleteExpiredApiTokens(deps) }],
};
