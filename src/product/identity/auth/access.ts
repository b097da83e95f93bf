import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { outsideRequestTransaction } from '../../../platform/database/request-transaction.ts';
import type { Admission } from '../../../platform/http/admission.ts';
import { forbidden, invalidAccessToken } from '../../../platform/http/errors.ts';
import { accountCaller } from '../../../platform/http/fair-queue-key.ts';
import { originOf } from '../../../platform/http/request-origin.ts';
import { endIfSlow } from '../../../platform/http/slow-bodies.ts';
import { FairQueue, type Release } from '../../../platform/lib/fair-queue.ts';
import { recentlyActiveTenants } from '../../../platform/lib/fair-queue-contention.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { BearerClaims, BearerTokenScheme, BearerTokens, VerifiedToken } from '../../../platform/security/bearer-tokens.ts';
import type { Role } from '../../../platform/security/roles.ts';
import { tenantOf } from '../../tenant.ts';
import type { Actor } from '../../visibility.ts';
import { type ActingRights, principalIdOf, takesActFor } from './acting.ts';
import { requireConfiguredSecondFactor } from './required-second-factor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call this route. */
    roles?: readonly Role[];
    /** Callable without an access token. */
    public?: true;
    /** A public operation that uses the account of an access token, if there is one. `actor` is undefined without. */
    takesAccount?: true;
  }
  interface FastifyRequest {
    /** Whose rights decide, and who sends the request. Set on every route that has roles. */
    actor: Actor;
    /** The claims of the bearer token. */
    claims: BearerClaims;
    /** The kind of the bearer token. */
    tokenScheme: BearerTokenScheme;
    /** Resolves when the account of the token was checked; rejects with 401 or 403. */
    accountCheck: Promise<void> | undefined;
    /** in milliseconds of performance.now() */
    accountCheckedAt: number;
    /** Checks the account of the token now, and whether it may act for that of Act-For. Throws 401, 403. */
    checkAccess: () => Promise<void>;
    /** Resolves when the handler has ended, which may be after the client has disconnected. */
    handlerEnded: Promise<void> | undefined;
    /** Releases the slot that the request has of those of its tenant. */
    releaseAccountSlot: Release;
  }
}

/** A body may take a minute: a write whose body took longer than this checks its account again. */
const recheckAfterMs = 1_000;

export const everyRole: readonly Role[] = ['admin', 'client', 'worker'];

/**
 * Authenticates and authorizes the requests of all routes that are registered after it (docs/rules.md, Status codes).
 * @throws 401 without a valid token of an existing account, 403 for a disabled account, one without a required second factor, another role, or a token that may
 * not be used for the operation; Error at the start for a route with neither `roles` nor `public`
 */
export function registerAccess(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'clock' | 'db'>,
  tokens: BearerTokens,
  admission: Admission,
  acting: ActingRights,
): void {
  const decorators = [
    'actor',
    'tenant',
    'takeAccountSlot',
    'claims',
    'tokenScheme',
    'accountCheck',
    'accountCheckedAt',
    'checkAccess',
    'checkBeforeChanges',
    'handlerEnded',
  ];
  for (const name of decorators) app.decorateRequest(name);
  app.decorateRequest('releaseAccountSlot', nothing);
  app.addHook('onRoute', requireAccessPolicy);
  app.addHook('onRoute', describeActing);
  app.addHook('onRoute', trackHandler);
  const waiting = { concurrency: Number.POSITIVE_INFINITY, maxWaiting: 5_000, maxWaitingPerTenant: 3_000, maxWaitMs: 50_000 };
  // Further requests of a tenant wait. While other tenants are active, more than a few would only delay theirs.
  const reads = new FairQueue({
    ...waiting,
    activity: recentlyActiveTenants,
    concurrencyPerTenant: { alone: 24, besideOthers: 2 },
    concurrencyPerKey: { alone: 16, besideOthers: 2 },
  });
  // Of 10 connections for writes: they may wait for each other's locks for seconds, and deliveries need some, too.
  const writes = new FairQueue({
    ...waiting,
    activity: recentlyActiveTenants,
    concurrencyPerTenant: 5,
    concurrencyPerKey: { alone: 5, besideOthers: 4 },
    contendedCooldownFactor: 1,
  });
  // A body may take a minute. It is kept in memory and takes no place among the requests of the account until it is there.
  const bodies = new FairQueue({ ...waiting, concurrencyPerTenant: 256, concurrencyPerKey: 128 });
  const queueOf = ({ method }: FastifyRequest): FairQueue => (method === 'GET' ? reads : writes);
  const checkAccount = async ({ claims, tokenScheme, routeOptions }: FastifyRequest): Promise<void> => {
    await tokenScheme.checkAccount(claims);
    await requireConfiguredSecondFactor(deps.db.read, deps.config, claims, routeOptions.url ?? '');
  };
  app.addHook('onRequest', async (request, reply) => {
    const { roles: needed, takesAccount } = request.routeOptions.config;
    const roles = needed ?? (takesAccount && request.headers.authorization !== undefined ? everyRole : undefined);
    if (!roles) return;
    const { claims, scheme } = await verifyToken(request, tokens, admission, deps.clock());
    const origin = originOf(request, deps.config.trustedProxies);
    const sender: Actor = { id: claims.sub, role: claims.role as Role, origin, tokenVersion: claims.ver };
    request.actor = sender;
    request.claims = claims;
    request.tokenScheme = scheme;
    request.checkAccess = () => checkAccount(request);
    const principalId = needed && principalIdOf(request.headers['act-for']);
    const tenant = tenantOf(deps.db, request.actor);
    request.tenant = typeof tenant === 'string' ? tenant : await tenant;
    releaseAtEnd(request, reply);
    request.takeAccountSlot = () => takeSlot(queueOf(request), request);
    // The parser of the body takes the slot among the writes.
    if (hasParsedBody(request)) await takeBodySlot(bodies, request);
    else await request.takeAccountSlot();
    request.accountCheck = request.checkAccess();
    request.accountCheckedAt = performance.now();
    if (principalId !== undefined) {
      await request.accountCheck; // the sender's own errors come first
      await actFor(request, sender, principalId, acting);
    }
    const refusal = refusalOf(request, roles);
    if (request.method === 'GET' && refusal === undefined) {
      // Reads run in parallel with the check; the preSerialization hook waits for it.
      request.accountCheck.catch(() => {});
      return;
    }
    await request.accountCheck;
    if (refusal) throw refusal;
  });
  app.addHook('preHandler', async ({ accountCheck, accountCheckedAt, checkAccess, method }) => {
    if (!accountCheck || method === 'GET' || performance.now() - accountCheckedAt < recheckAfterMs) return;
    await outsideRequestTransaction(checkAccess);
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.accountCheck) await request.accountCheck;
    return payload;
  });
  // What was read for somebody is not answered when the right to it has ended meanwhile. Streams check it themselves.
  app.addHook('onSend', async ({ accountCheck, actor, checkAccess, method }, _reply, payload) => {
    if (accountCheck && actor.sender && method === 'GET' && !isStream(payload)) await checkAccess();
    return payload;
  });
}

const isStream = (payload: unknown): boolean => typeof payload === 'object' && payload !== null && 'pipe' in payload;

/**
 * Lets a request act for the account of its header Act-For. Its changes are made in one transaction, which keeps the right until it ends:
 * what is revoked meanwhile waits for the changes, or they are refused.
 * @throws 403
 */
async function actFor(request: FastifyRequest, sender: Actor, principalId: string, acting: ActingRights): Promise<void> {
  const { claims, method, routeOptions } = request;
  const principal = await acting.findPrincipal(claims, principalId, { method, path: routeOptions.url ?? '' });
  request.actor = { ...sender, ...principal, sender: { id: sender.id } };
  const checkSender = request.checkAccess;
  request.checkAccess = async () => {
    await checkSender();
    await acting.check(claims, principal, method);
  };
  if (method !== 'GET') request.checkBeforeChanges = (tx) => acting.checkAndLock(tx, claims, principal, method);
}

function requireAccessPolicy({ config, url, method }: RouteOptions): void {
  if (config?.roles || config?.public || method === 'OPTIONS') return;
  throw new Error(`${method} ${url} names neither roles nor public`);
}

/** Marks the operations that take the header Act-For, for the API description. */
function describeActing({ config, schema, url }: RouteOptions): void {
  if (schema && config?.roles && takesActFor(url)) Object.assign(schema, { 'x-act-for': true });
}

const nothing = (): void => {};

/** Sets `request.handlerEnded`, without the result of the handler, which could not be garbage collected before. */
function trackHandler(route: RouteOptions): void {
  const { handler } = route;
  route.handler = function (request, reply) {
    const result = handler.call(this, request, reply);
    if (result instanceof Promise) request.handlerEnded = result.then(nothing, nothing);
    return result;
  };
}

/** Whether a body comes that is parsed before the handler begins. Forms with files are read by their handlers. */
function hasParsedBody({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method === 'GET' || routeOptions.config.multipart) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Takes a slot in place of the one that the request has, which it keeps until then.
 * @throws QueueFull, CallerGone
 */
async function takeSlot(queue: FairQueue, request: FastifyRequest): Promise<void> {
  const caller = accountCaller(request);
  const acquired = queue.acquire(caller);
  const release = typeof acquired === 'function' ? acquired : await acquired;
  request.releaseAccountSlot();
  if (caller.isGone()) release();
  else request.releaseAccountSlot = release;
}

/** Takes a slot until the body is there; a body that comes too slowly while others of the tenant wait ends the request. */
async function takeBodySlot(queue: FairQueue, request: FastifyRequest): Promise<void> {
  await takeSlot(queue, request);
  const release = request.releaseAccountSlot;
  const stopWatching = endIfSlow(request.raw, queue, accountCaller(request));
  request.releaseAccountSlot = () => {
    stopWatching();
    release();
  };
  if (request.raw.socket.destroyed) request.releaseAccountSlot();
}

/** Releases the slot that the request has by then when the answer was sent and the handler has ended. */
function releaseAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  const release = (): void => request.releaseAccountSlot();
  reply.raw.on('close', () => (request.handlerEnded ? request.handlerEnded.then(release) : release()));
}

/** @throws 401 */
async function verifyToken(
  request: FastifyRequest,
  tokens: BearerTokens,
  admission: Admission,
  now: Date,
): Promise<VerifiedToken> {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw invalidAccessToken();
  const cached = tokens.cached(token, now);
  if (cached) return cached;
  const verified = await tokens.verify(token, now);
  if (!verified) throw invalidAccessToken();
  admission.addKnownNetwork(request.raw);
  return verified;
}

/** @returns why role or token may not be used for the operation, if they may not */
function refusalOf({ actor, claims, tokenScheme, method, routeOptions }: FastifyRequest, roles: readonly Role[]) {
  if (!roles.includes(actor.role)) return forbidden('role_not_allowed', `not available to the role ${actor.role}`);
  return tokenScheme.refusalOf?.(claims, { method, path: routeOptions.url ?? '' });
}
