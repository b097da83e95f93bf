import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { accountCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { passwordChanges } from '../../../platform/http/rate-limits.ts';
import { deviceOf } from '../../../platform/http/request-origin.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';
import { tenantOfAccount } from '../../tenant.ts';
import { everyRole } from '../auth/access.ts';
import { confirmPassword } from '../auth/confirm-password.ts';
import { Token } from '../auth/schemas.ts';
import { requireOpenSession } from '../auth/sessions.ts';
import { answerWithToken } from '../auth/token-answer.ts';
import { refuseCommonPassword } from '../users/common-passwords.ts';
import { changeMe, changePassword, refusePasswordOfOther, revokeSession } from './actions.ts';
import { getMe, listAccountTrust, listSessions } from './queries.ts';
import { AccountQuery, AccountTrustPage, ChangeMe, ChangePassword, Me, SessionPage, SessionQuery } from './schemas.ts';

export function accountRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, deliveries, rateLimiter, findAccountsWithSecondFactor } = deps;

  app.get(
    '/ext/me',
    {
      config: { roles: everyRole },
      schema: { summary: 'Read the state of your own account', response: responses(200, Me, 401, 403) },
    },
    (request) => getMe(db.read, deps, request.actor.id, clock()),
  );

  app.patch(
    '/ext/me',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Change your own account',
        description: 'The language is that of mails and messages to you. What was written under the former name keeps it.',
        body: ChangeMe,
        response: responses(200, Me, 400, 401, 403),
      },
    },
    async ({ actor, body }) => {
      await db.transaction((tx) => changeMe(tx, actor, body));
      return getMe(db.read, deps, actor.id, clock());
    },
  );

  app.post(
    '/ext/password',
    {
      config: { roles: everyRole, sameOriginOnly: true },
      schema: {
        summary: 'Change your own password',
        description:
          'Ends your other sessions and makes earlier access tokens invalid; this session continues with the answered token and a new cookie. ' +
          'API tokens, grants, the calendar feed, webhooks, the chat, an own bot, passkeys and links to company accounts stay unless `end_all` is true.',
        body: ChangePassword,
        response: responses(200, Token, 400, 401, 403, 429),
      },
    },
    async (request, reply) => {
      const { actor, body, claims } = request;
      const caller = accountCaller(request);
      await requireOpenSession(db.read, actor.id, claims.sid, clock());
      const verifiedHash = await confirmPassword(deps, request, body.current, caller);
      if (body.new.normalize('NFC') === body.current.normalize('NFC'))
        throw badRequest('same_password', errorMessages.samePassword);
      await refuseCommonPassword(config, body.new, caller, errorMessages.commonNewPassword);
      await refusePasswordOfOther(db.read, actor.id, body.new, verifiedHash, caller);
      const newHash = await hashPassword(body.new, caller);
      const now = clock();
      const device = deviceOf(request, config.trustedProxies);
      const attempt = { limit: passwordChanges, subject: actor.id };
      await rateLimiter.consume([attempt], now);
      const change = db.transaction(async (tx) => {
        const mail = { kind: 'password_changed', user_id: actor.id } as const;
        if (config.smtp) await deliveries.enqueue(tx, 'mails', [mail], tenantOfAccount(actor.id), now);
        return changePassword(tx, actor, claims.sid, { verifiedHash, newHash, endsAll: body.end_all }, deps, device, now);
      });
      const session = await change.catch(async (error) => {
        await rateLimiter.takeBack(attempt); // the password is not changed, and no mail is sent
        throw error;
      });
      return answerWithToken(deps, reply, session);
    },
  );

  app.get(
    '/ext/sessions',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List your open sessions',
        querystring: SessionQuery,
        response: responses(200, SessionPage, 400, 401, 403),
      },
    },
    ({ actor, claims, query }) => listSessions(db.read, actor.id, claims.sid, query, clock()),
  );

  app.delete(
    '/ext/sessions/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'End one of your sessions',
        description: 'Its device is signed out when its access token expires.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => revokeSession(tx, actor, params.id, clock()))),
  );

  app.get(
    '/ext/users',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Read how far accounts can be trusted',
        description: 'Who created and disabled them, whether their owners chose the password and proved the address.',
        querystring: AccountQuery,
        response: responses(200, AccountTrustPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listAccountTrust(db.read, findAccountsWithSecondFactor, actor, query),
  );
}

export const account: Module = { name: 'account', tag: 'account', routes: accountRoutes };
