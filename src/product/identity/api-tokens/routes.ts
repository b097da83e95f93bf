import { responses } from '../../../platform/http/openapi.ts';
import { apiTokenCreations } from '../../../platform/http/rate-limits.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../auth/access.ts';
import {
  createApiToken,
  deleteExpiredApiTokens,
  listApiTokens,
  maxApiTokens,
  revokeAfterPasswordChange,
  revokeAllApiTokens,
  revokeApiToken,
} from './actions.ts';
import { ApiTokenPage, ApiTokenQuery, CreateApiToken, NewApiToken } from './schemas.ts';
import { ApiTokenScheme } from './token-scheme.ts';

export function apiTokenRoutes(app: TypedFastify, { db, clock, apiTokenHooks }: RouteDeps): void {
  app.get(
    '/ext/tokens',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List your API tokens',
        querystring: ApiTokenQuery,
        response: responses(200, ApiTokenPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listApiTokens(db.read, actor.id, query),
  );

  app.post(
    '/ext/tokens',
    {
      config: { roles: everyRole, accountRateLimit: apiTokenCreations },
      schema: {
        summary: 'Create an API token',
        description: `A program sends it as \`Authorization: Bearer cot_...\` in place of an access token. At most ${maxApiTokens} per account. The first password that the owner of the account chooses revokes it.`,
        body: CreateApiToken,
        response: responses(201, NewApiToken, 400, 401, 403, 409, 429),
      },
    },
    ({ actor, body, claims }) => db.transaction((tx) => createApiToken(tx, actor, claims.sid, body, clock())),
  );

  app.delete(
    '/ext/tokens/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Revoke an API token',
        description: 'It is refused from the next request on, and webhooks that it created or gave their address are disabled.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => revokeApiToken(tx, { apiTokenHooks }, actor, params.id, clock()))),
  );
}

export const apiTokens: Module = {
  name: 'api-tokens',
  tag: 'account',
  tables: ['api_tokens'],
  personalData: [ownRows('api_tokens', 'user_id', { replaced: ['name'], secrets: ['token_hash'] })],
  routes: apiTokenRoutes,
  bearerTokens: (deps) => new ApiTokenScheme(deps),
  passwordHook: revokeAfterPasswordChange,
  credentials: { name: 'API tokens revoked', isOptional: true, revokeAll: revokeAllApiTokens },
  jobs: (deps) => [{ name: 'expired API tokens', everyMs: hours(1), run: () => deleteExpiredApiTokens(deps) }],
};
