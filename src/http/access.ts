import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Selectable } from 'kysely';
import type { Database } from '../db/open.ts';
import { shaped } from '../db/shapes.ts';
import type { Role, Tables } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { type AccessClaims, rememberingVerifier, type VerifiedClaims, type Verify } from '../lib/tokens.ts';
import type { Actor } from '../visibility.ts';
import { forbidden, unauthorized } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call this route. */
    roles?: readonly Role[];
    /** Callable without an access token. */
    public?: true;
  }
  interface FastifyRequest {
    /** Set on every route that has roles. */
    actor: Actor;
    /** what the access token says */
    claims: VerifiedClaims;
    /** Settles when the account behind the token was looked at; rejects with the refusal. */
    accountCheck: Promise<void> | undefined;
  }
}

export const everyRole: readonly Role[] = ['admin', 'client', 'worker'];

/**
 * Who may call (spec 5.7): 401 without a valid token of a living account, 403 for a disabled
 * account or a role that the route does not name. A route that says neither who nor `public`
 * stops the start.
 */
export function registerAccess(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('actor');
  app.decorateRequest('claims');
  app.decorateRequest('accountCheck');
  app.addHook('onRoute', requireAudience);
  const verify = rememberingVerifier(deps.signingKey);
  app.addHook('onRequest', async (request) => {
    const { roles } = request.routeOptions.config;
    if (!roles) return;
    const claims = await claimsOf(request, verify, deps.clock());
    request.actor = { id: claims.sub, role: claims.role as Role };
    request.claims = claims;
    request.accountCheck = checkAccount(deps.db, claims);
    const allowed = roles.includes(request.actor.role);
    if (request.method === 'GET' && allowed) {
      // A read goes out together with the check; its answer waits for it below.
      request.accountCheck.catch(() => {});
      return;
    }
    await request.accountCheck;
    if (!allowed) throw forbidden(`not available to the role ${request.actor.role}`);
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.accountCheck) await request.accountCheck;
    return payload;
  });
}

function requireAudience(route: RouteOptions): void {
  const { config, url, method } = route;
  if (config?.roles || config?.public || method === 'OPTIONS') return;
  throw new Error(`${method} ${url} names neither roles nor public`);
}

async function claimsOf(request: FastifyRequest, verify: Verify, now: Date): Promise<VerifiedClaims> {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const claims = token && (await verify(token, now));
  if (!claims) throw unauthorized();
  return claims;
}

type Account = Pick<Selectable<Tables['users']>, 'is_active' | 'token_version' | 'role'>;

// Shaped, because every request asks it.
const accountById = shaped<'account', { id: string }, Account>((db, _, slot) =>
  db.selectFrom('users').select(['is_active', 'token_version', 'role']).where('id', '=', slot('id')),
);

/** The token may be older than what happened to the account since (docs/decisions/accounts.md). */
export async function checkAccount(db: Database, claims: AccessClaims): Promise<void> {
  const [account] = await accountById(db.read, 'account', { id: claims.sub });
  if (!account || account.role !== claims.role) throw unauthorized();
  if (!account.is_active) throw forbidden('account disabled');
  if (account.token_version !== claims.ver) throw unauthorized();
}
