import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { HttpError, notFound } from '../../../platform/http/errors.ts';
import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { redirects, responses } from '../../../platform/http/openapi.ts';
import { configuredBaseUrl } from '../../../platform/http/public-url.ts';
import {
  attemptsOf,
  providerCallbacksPerNetwork,
  providerSignInsPerNetwork,
  providerStartsPerNetwork,
} from '../../../platform/http/rate-limits.ts';
import { deviceOf, originOf } from '../../../platform/http/request-origin.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { randomToken } from '../../../platform/security/tokens.ts';
import { secondFactorOf } from '../auth/complete-sign-in.ts';
import { Token } from '../auth/schemas.ts';
import { answerWithToken } from '../auth/token-answer.ts';
import { getProfile } from '../users/queries.ts';
import { identityOf } from './identity.ts';
import { unlinkAccount } from './link-account.ts';
import { PendingSignIns, pendingTtlMs } from './pending-sign-in.ts';
import { Provider, ProviderError, type ProviderFailure } from './provider.ts';
import { listLinkedAccounts } from './queries.ts';
import { LinkedAccountPage, LinkedAccountQuery, StartQuery } from './schemas.ts';
import { codeTtlMs, issueSignInCode, signInWithCode } from './sign-in.ts';

const pendingCookie = 'oidc_pending';
const codeCookie = 'oidc_code';
const callbackPath = '/ext/oidc/callback';
/** of the console, which goes on from there */
const page = '/app/company-sign-in';

/** `expired`: the sign-in was started too long ago, or in another browser; `limited`: too many from this network */
type SignInFailure = ProviderFailure | 'expired' | 'limited';

export function oidcRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, log, rateLimiter } = deps;
  const providerNow = currentProvider(config);
  const pendingSignIns = new PendingSignIns(config);
  // Lax: the provider's page leads to the callback. The console sends the other cookie itself.
  const cookie = { path: '/ext/oidc', httpOnly: true, secure: config.cookieSecure } as const;
  const redirectHelp = 'A browser is sent on to the console, which tells in words what went wrong.';

  app.get(
    '/ext/oidc/start',
    {
      config: { public: true, rateLimit: providerStartsPerNetwork, countsRateLimit: true },
      schema: {
        summary: "Start a sign-in with a company's account",
        description: `Redirects to the provider. ${redirectHelp}`,
        querystring: StartQuery,
        response: redirects(400, 403, 404),
      },
    },
    async (request, reply) => {
      const provider = requireProvider();
      const { query } = request;
      const checks = { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken() };
      try {
        await rateLimiter.consume(attemptsOf(providerStartsPerNetwork, originOf(request, config.trustedProxies)), clock());
        const url = await provider.authorizationUrl(checks);
        const sealed = pendingSignIns.seal({ ...checks, to: query.to ?? '' }, clock());
        reply.setCookie(pendingCookie, sealed, { ...cookie, sameSite: 'lax', maxAge: pendingTtlMs / 1000 });
        return reply.redirect(url, 302);
      } catch (error) {
        return reply.redirect(failurePage(error), 302);
      }
    },
  );

  app.get(
    callbackPath,
    {
      config: { public: true, rateLimit: providerCallbacksPerNetwork, countsRateLimit: true, withoutHead: true },
      schema: {
        summary: "Come back from the provider of a company's accounts",
        description: `Redirects to the console, which starts the session. ${redirectHelp}`,
        response: redirects(403, 404),
      },
    },
    async (request, reply) => {
      const provider = requireProvider();
      const now = clock();
      const device = deviceOf(request, config.trustedProxies);
      const pending = pendingSignIns.open(request.cookies[pendingCookie], now);
      reply.clearCookie(pendingCookie, cookie);
      if (!pending) return reply.redirect(failedPage('expired'), 302);
      try {
        // Each makes the service call the provider.
        await rateLimiter.consume(attemptsOf(providerCallbacksPerNetwork, device), now);
        const claims = await provider.readClaims(queryOf(request), pending);
        const code = await issueSignInCode(deps, identityOf(claims, provider.options), now);
        reply.setCookie(codeCookie, code, { ...cookie, sameSite: 'strict', maxAge: codeTtlMs / 1000 });
        const { to } = pending;
        return reply.redirect(`${page}${to && `?${new URLSearchParams({ to })}`}`, 302);
      } catch (error) {
        return reply.redirect(failurePage(error), 302);
      }
    },
  );

  app.post(
    '/ext/oidc/session',
    {
      config: { public: true, rateLimit: providerSignInsPerNetwork },
      schema: {
        summary: "Start the session of a sign-in with a company's account",
        description:
          'The callback has set a cookie with a code that works once. With two-factor authentication the header X-OTP has a one-time code.',
        security: [],
        response: responses(200, Token, 401, 403, 404, 409, 429),
      },
    },
    async (request, reply) => {
      requireProvider();
      const session = await signInWithCode(deps, request.cookies[codeCookie], {
        caller: networkCaller(request, config.trustedProxies),
        secondFactor: secondFactorOf(request),
        device: deviceOf(request, config.trustedProxies),
      });
      reply.clearCookie(codeCookie, cookie);
      return answerWithToken(deps, reply, session);
    },
  );

  app.get(
    '/ext/users/:id/identities',
    {
      config: { roles: ['admin'] },
      schema: {
        tags: ['account'],
        summary: 'List the company accounts that are linked to an account',
        params: UuidParams,
        querystring: LinkedAccountQuery,
        response: responses(200, LinkedAccountPage, 400, 401, 403, 404),
      },
    },
    async ({ params, query }) => {
      await getProfile(db.read, params.id);
      return listLinkedAccounts(db.read, params.id, query);
    },
  );

  app.delete(
    '/ext/users/:id/identities',
    {
      config: { roles: ['admin'] },
      schema: {
        tags: ['account'],
        summary: "Unlink an account from a company's account",
        description: 'The next sign-in with a company account links it anew, by the e-mail address. Sessions go on.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => unlinkAccount(tx, actor, params.id, clock()))),
  );

  /** @throws 404 none is configured */
  function requireProvider(): Provider {
    const provider = providerNow();
    if (!provider) throw notFound('sign-in provider');
    return provider;
  }

  function failurePage(error: unknown): string {
    if (error instanceof HttpError && error.status === 429) return failedPage('limited');
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ failure: error.failure }, error.message);
    return failedPage(error.failure);
  }
}

/** @returns a function that finds the provider, which sends browsers back to the public address of the time */
function currentProvider(config: Config): () => Provider | undefined {
  let last: { callback: string; provider: Provider } | undefined;
  return () => {
    if (!config.oidc) return undefined;
    const callback = configuredBaseUrl(config) + callbackPath;
    if (last?.callback !== callback) last = { callback, provider: new Provider(config.oidc, callback) };
    return last.provider;
  };
}

/** The query as the browser sent it, with `?`. */
const queryOf = ({ raw }: FastifyRequest): string => /\?.*$/.exec(raw.url ?? '')?.[0] ?? '';

const failedPage = (failure: SignInFailure): string => `${page}?error=${failure}`;
