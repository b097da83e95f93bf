import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Selectable } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Database } from '../../platform/database/open.ts';
import { shaped } from '../../platform/database/shapes.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Admission } from '../../platform/http/admission.ts';
import { forbidden, unauthorized } from '../../platform/http/errors.ts';
import { FairQueue } from '../../platform/lib/fair-queue.ts';
import { accountActivity } from '../../platform/lib/recent-activity.ts';
import type { Role } from '../../platform/security/roles.ts';
import type { AccessClaims, CachedVerifier, VerifiedClaims } from '../../platform/security/tokens.ts';
import type { Actor } from '../visibility.ts';

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
    /** Settles when the handler has ended, which may be after its caller has gone. */
    handling: Promise<unknown> | undefined;
    /** Gives back the place that the request has among those of its account. */
    releaseAccountPlace: () => void;
  }
}

/**
 * Requests of one account under way at the same time, until their answers were taken; further ones wait
 * for their turn. Whoever is alone may use all that there is; beside others a few are enough to keep the
 * database at work, and more would only hold up those others.
 */
const maxRequestsPerAccount = { alone: 64, besideOthers: 8 };
const maxWaitingRequests = 5_000;
const maxWaitingPerAccount = 3_000;
const maxWaitMs = 50_000;

export const everyRole: readonly Role[] = ['admin', 'client', 'worker'];

/**
 * Who may call (spec 5.7): 401 without a valid token of a living account, 403 for a disabled
 * account or a role that the route does not name. A route that says neither who nor `public`
 * stops the start.
 */
export function registerAccess(app: FastifyInstance, deps: Deps, verifier: CachedVerifier, admission: Admission): void {
  app.decorateRequest('actor');
  app.decorateRequest('claims');
  app.decorateRequest('accountCheck');
  app.decorateRequest('handling');
  app.decorateRequest('releaseAccountPlace');
  app.addHook('onRoute', requireAccessPolicy);
  app.addHook('onRoute', trackHandler);
  const accounts = new FairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerKey: maxRequestsPerAccount.alone,
    activity: accountActivity,
    contendedConcurrencyPerKey: maxRequestsPerAccount.besideOthers,
    maxWaiting: maxWaitingRequests,
    maxWaitingPerKey: maxWaitingPerAccount,
    maxWaitMs,
  });
  app.addHook('onRequest', async (request, reply) => {
    const { roles } = request.routeOptions.config;
    if (!roles) return;
    const claims = await claimsOf(request, verifier, admission, deps.clock());
    request.actor = { id: claims.sub, role: claims.role as Role };
    request.claims = claims;
    const place = accounts.acquire(request.actor.id, { isGone: () => request.raw.socket.destroyed });
    releaseAtEnd(request, reply, typeof place === 'function' ? place : await place);
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

function requireAccessPolicy({ config, url, method }: RouteOptions): void {
  if (config?.roles || config?.public || method === 'OPTIONS') return;
  throw new Error(`${method} ${url} names neither roles nor public`);
}

const ignore = (): void => {};

/** Sets `request.handling`. Its value is dropped, so that what was answered can be collected early. */
function trackHandler(route: RouteOptions): void {
  const { handler } = route;
  route.handler = function (request, reply) {
    const result = handler.call(this, request, reply);
    if (result instanceof Promise) request.handling = result.then(ignore, ignore);
    return result;
  };
}

/** A request keeps its place until its answer was taken and its handler has come to its end. */
function releaseAtEnd(request: FastifyRequest, reply: FastifyReply, release: () => void): void {
  request.releaseAccountPlace = release;
  if (request.raw.socket.destroyed) release();
  else reply.raw.on('close', () => (request.handling ? request.handling.then(release) : release()));
}

async function claimsOf(
  request: FastifyRequest,
  verifier: CachedVerifier,
  admission: Admission,
  now: Date,
): Promise<VerifiedClaims> {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw unauthorized();
  const cached = verifier.cached(token, now);
  if (cached) return cached;
  const claims = await verifier.verify(token, now);
  if (!claims) throw unauthorized();
  admission.addKnownNetwork(request.raw);
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
