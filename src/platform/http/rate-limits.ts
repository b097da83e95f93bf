import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { type RequestOrigin, senderIdOf } from '../audit/audit-log.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import { hours, minutes } from '../lib/duration.ts';
import { networksOf } from './client-ip.ts';
import { HttpError } from './errors.ts';
import { delayRefusal } from './fair-queue-key.ts';
import { type Attempt, type RateLimit, type RateLimiter, type RateLimitState, rateLimitHeaders } from './rate-limiter.ts';
import { originOf } from './request-origin.ts';

// The limits of docs/rules.md, Rate limits. A network is the IPv4 address of the client, or its IPv6 /64 and /48
// (client-ip.ts). Logins have two limits: all of them per network (the route in src/product/identity/auth/routes.ts), and failed
// ones per e-mail address (login() in src/product/identity/auth/login.ts).

// Per network:
export const loginsPerNetwork: RateLimit = { name: 'login', max: 10, windowMs: minutes(1), auditAs: 'login_limited' };
export const refreshesAndLogoutsPerNetwork: RateLimit = { name: 'session', max: 30, windowMs: minutes(1) };
export const passwordResetsPerNetwork: RateLimit = { name: 'reset', max: 30, windowMs: minutes(1) };
export const forgottenPasswordsPerNetwork: RateLimit = { name: 'forgot', max: 10, windowMs: minutes(1) };
/** Challenges of passkeys, for sign-ins and as second factor: nothing is guessed with them. */
export const passkeyChallengesPerNetwork: RateLimit = { name: 'passkey-challenge', max: 60, windowMs: minutes(1) };
/** Mail servers unsubscribe many people from one network. */
export const unsubscribesPerNetwork: RateLimit = { name: 'unsubscribe', max: 300, windowMs: minutes(1) };
/** Each request with a valid signature writes a row. */
export const openedTestLinksPerNetwork: RateLimit = { name: 'opened-link', max: 30, windowMs: minutes(1) };
/** Sign-ins with a company's account: many people may share the network of a company, and nothing is guessed. */
export const providerSignInsPerNetwork: RateLimit = { name: 'provider-sign-in', max: 60, windowMs: minutes(1) };
/** Starts of such sign-ins, each of which may make the service read the metadata of the provider. */
export const providerStartsPerNetwork: RateLimit = { name: 'provider-start', max: 60, windowMs: minutes(1) };
/** Returns from the provider, each of which makes the service call it. */
export const providerCallbacksPerNetwork: RateLimit = { name: 'provider-callback', max: 60, windowMs: minutes(1) };
/** Calendar programs of many people may share a network. */
export const calendarFeedsPerNetwork: RateLimit = { name: 'calendar-feed', max: 300, windowMs: minutes(1) };

/** Reads of the pages and forms of portals: all people of a building may share a network. */
export const portalReadsPerNetwork: RateLimit = { name: 'portal', max: 300, windowMs: minutes(1) };

// Per e-mail address, of an account or not:
export const resetMailsPerEmailAddress: RateLimit = { name: 'forgot-address', max: 3, windowMs: hours(24) };
/** Failed logins per e-mail address, except from its known networks (src/product/identity/auth/known-networks.ts). */
export const failedLoginsPerEmailAddress: RateLimit = {
  name: 'failed-login',
  max: 50,
  windowMs: minutes(15),
  auditAs: 'login_limited',
};

// Per account:
/** Wrong passwords of a signed-in account (src/product/identity/auth/confirm-password.ts). */
export const failedPasswordConfirmations: RateLimit = {
  name: 'confirm-password',
  max: 10,
  windowMs: minutes(15),
  auditAs: 'login_limited',
};
/** Wrong one-time codes after the right password. */
export const wrongOneTimeCodes: RateLimit = {
  name: 'one-time-code',
  max: 5,
  windowMs: minutes(15),
  auditAs: 'login_limited',
};
/** Each mails the owner of the account. */
export const passwordChanges: RateLimit = { name: 'password-change', max: 10, windowMs: hours(1) };
/** Wrong first codes, while two-factor authentication is set up. */
export const wrongConfirmationCodes: RateLimit = { name: 'confirm-totp', max: 5, windowMs: minutes(15) };
/** Each leaves events in the audit log, also when the token is revoked at once. */
export const apiTokenCreations: RateLimit = { name: 'api-token', max: 100, windowMs: hours(1) };
/** Each can leave events in the audit log. */
export const passkeyCreations: RateLimit = { name: 'passkey', max: 100, windowMs: hours(1) };
/** Each leaves events in the audit log. */
export const calendarFeedCreations: RateLimit = { name: 'calendar-token', max: 100, windowMs: hours(1) };
/** Each leaves an event in the audit log. */
export const portalChanges: RateLimit = { name: 'portal-change', max: 500, windowMs: hours(1) };
/** Each leaves events in the audit log. */
export const webhookChanges: RateLimit = { name: 'webhook', max: 300, windowMs: hours(1) };
/** Each calculates the deadlines of all open tickets of the project again. */
export const projectTargetChanges: RateLimit = { name: 'project-targets', max: 120, windowMs: hours(1) };
/** Each reads a file of up to 1 MiB, and looks all of its rows up. */
export const imports: RateLimit = { name: 'import', max: 60, windowMs: hours(1) };
/** Each makes the service call an address that the account chose. */
export const webhookRedeliveries: RateLimit = { name: 'webhook-redelivery', max: 60, windowMs: minutes(1) };
/** Each makes the service call the mail server, or the address, that admins have set. */
export const settingTests: RateLimit = { name: 'setting-test', max: 20, windowMs: minutes(5) };
/** Each leaves an event in the audit log. */
export const settingChanges: RateLimit = { name: 'settings', max: 120, windowMs: hours(1) };
export const bindCodes: RateLimit = { name: 'bind-code', max: 5, windowMs: minutes(5) };
export const botTokenSaves: RateLimit = { name: 'bot-token', max: 5, windowMs: minutes(5) };
// These requests make the service call the messenger.
export const testMessages: RateLimit = { name: 'test-message', max: 5, windowMs: minutes(5) };
export const targetChanges: RateLimit = { name: 'messenger-target', max: 60, windowMs: minutes(5) };

/** A /48 of IPv6 addresses may make this many times as many attempts as a /64. */
const widerNetworkFactor = 10;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted per network, before authentication. Each public route has one, or names in `unlimited` why it needs none. */
    rateLimit?: RateLimit;
    /** The handler counts `rateLimit` itself, because a refusal is a page or a redirect. */
    countsRateLimit?: true;
    /** Why a public route needs no rate limit: what a request costs, or who can make it. */
    unlimited?: string;
    /** Counted per account, after authentication and before the body is read. */
    accountRateLimit?: RateLimit;
  }
}

/**
 * Refuses requests above the limit of their route and network with 429. To be registered before the routes.
 * @throws Error at the start for a public route that names neither `rateLimit` nor `unlimited`
 */
export function registerRateLimits(
  app: FastifyInstance,
  { clock, config }: { clock: Clock; config: Config },
  rateLimiter: RateLimiter,
): void {
  app.addHook('onRoute', requireLimitPolicy);
  app.addHook('onRequest', (request, reply, done) => {
    const { rateLimit: limit, countsRateLimit } = request.routeOptions.config;
    if (!limit || countsRateLimit) return done();
    const attempts = attemptsOf(limit, originOf(request, config.trustedProxies));
    rateLimiter.consume(attempts, clock()).then((states) => describeLimit(reply, states, done), done);
  });
}

function requireLimitPolicy({ config, url, method }: RouteOptions): void {
  if (!config?.public || config.rateLimit || config.unlimited) return;
  throw new Error(`${method} ${url} is public and names neither rateLimit nor unlimited`);
}

/** An attempt of the network of a client, and of the wider one of an IPv6 address. */
export function attemptsOf(limit: RateLimit, origin: RequestOrigin): [Attempt, ...Attempt[]] {
  const [network, wider] = networksOf(origin.ip);
  const attempt = { limit, subject: network, origin };
  return wider ? [attempt, { limit: { ...limit, max: limit.max * widerNetworkFactor }, subject: wider, origin }] : [attempt];
}

/** Refuses requests above the limit of their route and account with 429. To be registered after registerAccess(). */
export function registerAccountRateLimits(app: FastifyInstance, { clock }: { clock: Clock }, rateLimiter: RateLimiter): void {
  app.addHook('onRequest', (request, reply, done) => {
    const limit = request.routeOptions.config.accountRateLimit;
    if (!limit) return done();
    const attempt = { limit, subject: senderIdOf(request.actor) };
    const refuse = (error: Error): void => {
      if (error instanceof HttpError) delayRefusal(request).finally(() => done(error));
      else done(error);
    };
    rateLimiter.consume([attempt], clock()).then((states) => describeLimit(reply, states, done), refuse);
  });
}

/** Sends the caller what is left of the limit that is nearest to refuse. */
function describeLimit(reply: FastifyReply, states: RateLimitState[], done: () => void): void {
  const [nearest] = states.toSorted((one, other) => one.remaining - other.remaining);
  if (nearest) reply.headers(rateLimitHeaders(nearest));
  done();
}
