import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import { accountCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';
import { tenantOfAccount } from '../../tenant.ts';
import { accountCreations } from './account-creations.ts';
import { changeProfile, confirmUser, createUser, issueResetToken, lockWithActor, setActive, setPassword } from './actions.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { deleteUser } from './delete-user.ts';
import { getProfile, listUnconfirmed, listUsers, requireFreeEmail } from './queries.ts';
import {
  ChangeProfile,
  ChangeUser,
  CreateUser,
  PasswordReset,
  Profile,
  ProfilePage,
  SetPassword,
  UnconfirmedQuery,
  UserQuery,
} from './schemas.ts';

export function userRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, deliveries, rateLimiter } = deps;
  const accountCreation = accountCreations(config.quotas);

  app.post(
    '/users',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Create an account',
        description:
          "A client creates workers, who cannot sign in until that client confirms them. An admin's accounts need no confirmation.",
        body: CreateUser,
        response: responses(201, Profile, 400, 401, 403, 409, 429),
      },
    },
    async (request) => {
      const { password, phone = '', ...user } = request.body;
      const { actor } = request;
      if (actor.role === 'client' && user.role !== 'worker') throw forbidden('workers_only', 'a client creates workers only');
      if (actor.role === 'client') await rateLimiter.consume([{ limit: accountCreation, subject: actor.id }], clock());
      await refuseCommonPassword(config, password, accountCaller(request)); // also slow, therefore after the limit
      await requireFreeEmail(db.read, user.email); // before the slow hash
      const passwordHash = await hashPassword(password, accountCaller(request));
      return db.transaction((tx) => createUser(tx, actor, { ...user, phone, passwordHash }, clock()));
    },
  );

  app.get(
    '/users',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'List accounts of one role',
        querystring: UserQuery,
        response: responses(200, ProfilePage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listUsers(lane, request.actor, request.query)),
  );

  app.get(
    '/ext/unconfirmed',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'List the accounts that wait for you to confirm them',
        description: 'For a client the workers that it created, for an admin all.',
        querystring: UnconfirmedQuery,
        response: responses(200, ProfilePage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listUnconfirmed(lane, request.actor, request.query)),
  );

  app.post(
    '/users/:id/confirm',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Confirm an account',
        description: 'Its owner is told by mail, where mail is configured.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params;
      const now = clock();
      await db.transaction(async (tx) => {
        await confirmUser(tx, request.actor, id, now);
        if (config.smtp)
          await deliveries.enqueue(tx, 'mails', [{ kind: 'account_confirmed', user_id: id }], tenantOfAccount(id), now);
      });
      return { ok: true };
    },
  );

  app.patch(
    '/users/:id',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Disable or enable an account',
        description:
          'Disabling ends all sessions and stops the account at its next request. An admin who had disabled an account that somebody else enables is told by mail, where mail is configured.',
        params: UuidParams,
        body: ChangeUser,
        response: responses(200, Profile, 400, 401, 403, 404, 409),
      },
    },
    async ({ actor, body, params }) => {
      const now = clock();
      return db.transaction(async (tx) => {
        const { profile, overruled } = await setActive(tx, actor, params.id, body.is_active, now);
        if (config.smtp && overruled !== undefined) {
          const mail = {
            kind: 'account_enabled',
            admin_id: overruled,
            user_id: profile.id,
            enabled_by: senderIdOf(actor),
          } as const;
          await deliveries.enqueue(tx, 'mails', [mail], tenantOfAccount(overruled), now);
        }
        return profile;
      });
    },
  );

  app.patch(
    '/ext/users/:id',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Change name and phone number of an account',
        description: 'What was written under the former name keeps it.',
        params: UuidParams,
        body: ChangeProfile,
        response: responses(200, Profile, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, body, params }) => db.transaction((tx) => changeProfile(tx, actor, params.id, body)),
  );

  app.delete(
    '/users/:id',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Delete an account that nothing refers to',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    (request) => ok(db.transaction((tx) => deleteUser(tx, request.actor, request.params.id, clock()))),
  );

  app.post(
    '/users/:id/password-reset',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Issue a reset token to pass on',
        description: 'Earlier unused tokens of the account become void.',
        params: UuidParams,
        response: responses(200, PasswordReset, 400, 401, 403, 404),
      },
    },
    async ({ actor, params }) => ({
      ok: true,
      ...(await db.transaction((tx) => issueResetToken(tx, params.id, actor, clock()))),
    }),
  );

  app.post(
    '/users/:id/password-set',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Set a password',
        description: 'Ends all sessions of the account and voids its reset tokens.',
        params: UuidParams,
        body: SetPassword,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { id } = request.params;
      await getProfile(db.read, id); // 404 before the slow hash
      await refuseCommonPassword(config, request.body.password, accountCaller(request));
      const passwordHash = await hashPassword(request.body.password, accountCaller(request));
      const { actor } = request;
      const now = clock();
      await db.transaction(async (tx) => {
        await lockWithActor(tx, actor, id);
        const password = { passwordHash, isChosenByOther: id !== actor.id };
        await setPassword(tx, deps, { ...password, accountId: id, by: 'set', actor }, now);
      });
      return { ok: true };
    },
  );
}
