import { accountCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { OkAnswer, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../auth/access.ts';
import { confirmPassword } from '../auth/confirm-password.ts';
import { confirmTotp, disableTotp, endSetup, resetTotp, startTotp } from './actions.ts';
import { findAccountsWithTotp, totpLoginCheck } from './login-check.ts';
import { ConfirmTotp, DisableTotp, RecoveryCodes, StartTotp, TotpSetup } from './schemas.ts';
import { contextOf } from './secret.ts';

export function twoFactorRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, deliveries } = deps;

  app.post(
    '/ext/mfa/totp',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Start the setup of two-factor authentication',
        description: 'Answers a secret for an authenticator app. Logins ask for codes once the first one was confirmed.',
        body: StartTotp,
        response: responses(200, TotpSetup, 400, 401, 403, 409, 429),
      },
    },
    async (request) => {
      const { actor, body } = request;
      const verifiedHash = await confirmPassword(deps, request, body.password, accountCaller(request));
      return db.transaction((tx) => startTotp(tx, config, actor, verifiedHash, clock()));
    },
  );

  app.post(
    '/ext/mfa/totp/confirm',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Switch two-factor authentication on with a first code',
        description: 'Uses the code up and answers recovery codes. After five wrong codes in 15 minutes: 429.',
        body: ConfirmTotp,
        response: responses(200, RecoveryCodes, 400, 401, 403, 409, 429),
      },
    },
    async ({ actor, body }) => ({
      recovery_codes: await db.transaction((tx) => confirmTotp(tx, deps, actor, body.code, clock())),
    }),
  );

  app.delete(
    '/ext/mfa/totp',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Switch your two-factor authentication off',
        body: DisableTotp,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 429),
      },
    },
    async (request) => {
      const { actor, body } = request;
      const verifiedHash = await confirmPassword(deps, request, body.password, accountCaller(request));
      await db.transaction((tx) => disableTotp(tx, deps, actor, verifiedHash, body.code ?? '', clock()));
      return { ok: true };
    },
  );

  app.delete(
    '/ext/users/:id/mfa',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Switch the two-factor authentication of another account off',
        description: 'For its owner, who has lost device and recovery codes and is told by mail, where mail is configured.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    async ({ actor, params }) => {
      const mails = config.smtp ? deliveries : undefined;
      await db.transaction((tx) => resetTotp(tx, mails, actor, params.id, clock()));
      return { ok: true };
    },
  );
}

export const twoFactor: Module = {
  name: 'two-factor',
  tag: 'account',
  tables: ['totp', 'recovery_codes'],
  personalData: [
    ownRows('totp', 'user_id', { secrets: ['secret'] }),
    ownRows('recovery_codes', 'user_id', { secrets: ['code_hash'] }),
  ],
  encryptedColumns: [{ table: 'totp', key: 'user_id', column: 'secret', contextOf }],
  routes: twoFactorRoutes,
  findAccountsWithSecondFactor: findAccountsWithTotp,
  loginCheck: totpLoginCheck,
  passwordHook: endSetup,
};
