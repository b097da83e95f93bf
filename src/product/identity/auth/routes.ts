import type { FastifyRequest } from 'fastify';
import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import {
  forgottenPasswordsPerNetwork,
  loginsPerNetwork,
  passwordResetsPerNetwork,
  refreshesAndLogoutsPerNetwork,
  resetMailsPerEmailAddress,
} from '../../../platform/http/rate-limits.ts';
import { deviceOf } from '../../../platform/http/request-origin.ts';
import { OkAnswer } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { hours } from '../../../platform/lib/duration.ts';
import { emailKey } from '../../../platform/lib/email.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { manyOwnRows, ownRows } from '../../../platform/module/personal-data.ts';
import { getProfile } from '../users/queries.ts';
import { Profile } from '../users/schemas.ts';
import { everyRole } from './access.ts';
import { secondFactorOf } from './complete-sign-in.ts';
import { deleteExpired } from './delete-expired.ts';
import { forgetNetworks } from './known-networks.ts';
import { login } from './login.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { ForgotPassword, Login, LogoutAll, ResetPassword, Token } from './schemas.ts';
import { logout, logoutAll, refreshSession } from './sessions.ts';
import { answerWithToken, refreshCookieName, refreshCookieOptions } from './token-answer.ts';

const cookieSecurity = [{ refreshToken: [] }];

export function authRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, deliveries, rateLimiter } = deps;
  const device = (request: FastifyRequest) => deviceOf(request, config.trustedProxies);
  const callerOf = (request: FastifyRequest) => networkCaller(request, config.trustedProxies);

  app.post(
    '/auth/login',
    {
      config: { public: true, rateLimit: loginsPerNetwork },
      schema: {
        summary: 'Sign in',
        description:
          'The refresh token comes as an http-only cookie for the path /auth. With two-factor authentication the header X-OTP has a one-time code.',
        body: Login,
        response: responses(200, Token, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const credentials = { email, password, secondFactor: secondFactorOf(request) };
      return answerWithToken(deps, reply, await login(deps, credentials, callerOf(request), device(request)));
    },
  );

  app.post(
    '/auth/refresh',
    {
      config: { public: true, rateLimit: refreshesAndLogoutsPerNetwork },
      schema: {
        summary: 'Exchange the session cookie for a new one and a new access token',
        description: 'Each cookie works once. Reuse of a cookie ends all sessions of its owner.',
        security: cookieSecurity,
        response: responses(200, Token, 401, 403, 429),
      },
    },
    async (request, reply) =>
      // A failed refresh keeps the cookie: a concurrent refresh may have set a new one.
      answerWithToken(deps, reply, await refreshSession(deps, request.cookies[refreshCookieName], device(request))),
  );

  app.post(
    '/auth/logout',
    {
      config: { public: true, rateLimit: refreshesAndLogoutsPerNetwork },
      schema: { summary: 'Sign out here', security: cookieSecurity, response: responses(200, OkAnswer, 403, 429) },
    },
    async (request, reply) => {
      await logout(db, request.cookies[refreshCookieName], device(request), clock());
      reply.clearCookie(refreshCookieName, refreshCookieOptions(config));
      return { ok: true };
    },
  );

  app.post(
    '/auth/logout-all',
    {
      config: { roles: everyRole, sameOriginOnly: true },
      schema: { summary: 'Sign out everywhere', response: responses(200, LogoutAll, 401, 403) },
    },
    async (request, reply) => {
      const revoked = await db.transaction((tx) => logoutAll(tx, request.actor, clock()));
      reply.clearCookie(refreshCookieName, refreshCookieOptions(config));
      return { ok: true, revoked };
    },
  );

  app.get(
    '/auth/me',
    {
      config: { roles: everyRole },
      schema: { summary: 'Read your own profile', response: responses(200, Profile, 401, 403) },
    },
    (request) => getProfile(db.read, request.actor.id),
  );

  app.post(
    '/auth/forgot-password',
    {
      config: { public: true, rateLimit: forgottenPasswordsPerNetwork },
      schema: {
        summary: 'Ask for a reset link by mail',
        description: 'Answers the same for every address.',
        body: ForgotPassword,
        response: responses(200, OkAnswer, 400, 403, 429),
      },
    },
    async (request) => {
      const { email } = request.body;
      const now = clock();
      await rateLimiter.consume([{ limit: resetMailsPerEmailAddress, subject: emailKey(email) }], now);
      if (config.smtp) {
        const { ip, requestId } = device(request);
        await db.transaction((tx) => requestPasswordReset(tx, deliveries, email, { ip, requestId }, now));
      }
      return { ok: true };
    },
  );

  app.post(
    '/auth/reset-password',
    {
      config: { public: true, rateLimit: passwordResetsPerNetwork },
      schema: {
        summary: 'Choose a new password with a reset token',
        description: 'Ends all sessions of the account. A weak password leaves the token usable.',
        body: ResetPassword,
        response: responses(200, OkAnswer, 400, 403, 429),
      },
    },
    async (request) => {
      const { token, password } = request.body;
      await resetPassword(deps, token, password, callerOf(request), device(request), clock());
      return { ok: true };
    },
  );
}

export const auth: Module = {
  name: 'auth',
  tag: 'auth',
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
