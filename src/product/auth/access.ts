import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../../platform/capability/deps.ts';
import { outsideRequestTransaction } from '../../platform/database/request-transaction.ts';
import type { Admission } from '../../platform/http/admission.ts';
import { forbidden, unauthorized } from '../../platform/http/errors.ts';
import { originOf } from '../../platform/http/request-origin.ts';
import { FairQueue, type Release } from '../../platform/lib/fair-queue.ts';
import { recentlyActiveAccounts } from '../../platform/lib/fair-queue-contention.ts';
import type { BearerClaims, BearerTokenScheme, BearerTokens, VerifiedToken } from '../../platform/security/bearer-tokens.ts';
import type { Role } from '../../platform/security/roles.ts';
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
    /** The claims of the bearer token. */
    claims: BearerClaims;
    /** The kind of the bearer token. */
    tokenScheme: BearerTokenScheme;
    /** Resolves when the account of the token was checked; rejects with 401 or 403. */
    accountCheck: Promise<void> | undefined;
    /** in milliseconds of performance.now() */
    accountCheckedAt: number;
    /** Resolves when the handler has ended, which may be after the client has disconnected. */
    handlerEnded: Promise<void> | undefined;
    /** Releases the slot that the request takes of those of its account. */
    releaseAccountSlot: Release;
  }
}

/** A body may take a minute: a write whose body took longer than this checks its account again. */
const recheckAfterMs = 1_000;

export const everyRole: readonly Role[] = ['admin', 'client', 'worker'];

/**
 * Authenticates and authorizes the requests of all routes that are registered after it (docs/rules.md, Status codes).
 * @throws 401 without a valid token of an existing account, 403 for a disabled account, another role, or a token that may
 * not be used for the operation; Error at the start for a route with neither `roles` nor `public`
 */
export function registerAccess(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'clock'>,
  tokens: BearerTokens,
  admission: Admission,
): void {
  const decorators = ['actor', 'claims', 'tokenScheme', 'accountCheck', 'accountCheckedAt', 'handlerEnded', 'releaseAccountSlot'];
  for (const name of decorators) app.decorateRequest(name);
  app.addHook('onRoute', requireAccessPolicy);
  app.addHook('onRoute', trackHandler);
  // Further requests of an account wait. While other accounts are active, more than a few would only delay theirs.
  const accountQueue = new FairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerKey: 64,
    contendedConcurrencyPerKey: 8,
    activity: recentlyActiveAccounts,
    maxWaiting: 5_000,
    maxWaitingPerKey: 3_000,
    maxWaitMs: 50_000,
  });
  app.addHook('onRequest', async (request, reply) => {
    const { roles } = request.routeOptions.config;
    if (!roles) return;
    const { claims, scheme } = await verifyToken(request, tokens, admission, deps.clock());
    const origin = originOf(request, deps.config.trustedProxies);
    request.actor = { id: claims.sub, role: claims.role as Role, origin, tokenVersion: claims.ver };
    request.claims = claims;
    request.tokenScheme = scheme;
    const acquired = accountQueue.acquire(request.actor.id, { isGone: () => request.raw.socket.destroyed });
    releaseAtEnd(request, reply, typeof acquired === 'function' ? acquired : await acquired);
    request.accountCheck = scheme.checkAccount(claims);
    request.accountCheckedAt = performance.now();
    const refusal = refusalOf(request, roles);
    if (request.method === 'GET' && refusal === undefined) {
      // Reads run in parallel with the check; the preSerialization hook waits for it.
      request.accountCheck.catch(() => {});
      return;
    }
    await request.accountCheck;
    if (refusal !== undefined) throw forbidden(refusal);
  });
  app.addHook('preHandler', async ({ accountCheck, accountCheckedAt, claims, method, tokenScheme }) => {
    if (!accountCheck || method === 'GET' || performance.now() - accountCheckedAt < recheckAfterMs) return;
    await outsideRequestTransaction(() => tokenScheme.checkAccount(claims));
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

/** Sets `request.handlerEnded`, without the result of the handler, which could not be garbage collected before. */
function trackHandler(route: RouteOptions): void {
  const { handler } = route;
  route.handler = function (request, reply) {
    const result = handler.call(this, request, reply);
    if (result instanceof Promise) request.handlerEnded = result.then(ignore, ignore);
    return result;
  };
}

/** Releases the slot when the answer was sent and the handler has ended. */
function releaseAtEnd(request: FastifyRequest, reply: FastifyReply, release: Release): void {
  request.releaseAccountSlot = release;
  if (request.raw.socket.destroyed) release();
  else reply.raw.on('close', () => (request.handlerEnded ? request.handlerEnded.then(release) : release()));
}

/** @throws 401 */
async function verifyToken(
  request: FastifyRequest,
  tokens: BearerTokens,
  admission: Admission,
  now: Date,
): Promise<VerifiedToken> {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw unauthorized();
  const cached = tokens.cached(token, now);
  if (cached) return cached;
  const verified = await tokens.verify(token, now);
  if (!verified) throw unauthorized();
  admission.addKnownNetwork(request.raw);
  return verified;
}

/** @returns why role or token may not be used for the operation, if they may not */
function refusalOf({ actor, claims, tokenScheme, method, routeOptions }: FastifyRequest, roles: readonly Role[]) {
  if (!roles.includes(actor.role)) return `not available to the role ${actor.role}`;
  return tokenScheme.refusalOf?.(claims, { method, path: routeOptions.url ?? '' });
}
