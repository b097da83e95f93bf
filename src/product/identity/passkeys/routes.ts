import type { FastifyRequest } from 'fastify';
import type { DeliveryQueue } from '../../../platform/deliveries/queue.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { accountCaller, networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { passkeySiteOf } from '../../../platform/http/passkey-site.ts';
import { loginsPerNetwork, passkeyChallengesPerNetwork, passkeyCreations } from '../../../platform/http/rate-limits.ts';
import { deviceOf } from '../../../platform/http/request-origin.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../auth/access.ts';
import { secondFactorOf } from '../auth/complete-sign-in.ts';
import { confirmPassword } from '../auth/confirm-password.ts';
import { Token } from '../auth/schemas.ts';
import { requireOpenSession } from '../auth/sessions.ts';
import { answerWithToken } from '../auth/token-answer.ts';
import { getProfile } from '../users/queries.ts';
import {
  addPasskey,
  type Confirmation,
  maxPasskeys,
  removeAllPasskeys,
  removePasskey,
  renamePasskey,
  setRequirement,
  startRegistration,
  verifyRegistration,
} from './actions.ts';
import type { PasskeyDeps } from './assertion.ts';
import { Challenges, challengeTtlMs } from './challenges.ts';
import { hasRequirement, listPasskeys } from './login-check.ts';
import {
  AddPasskey,
  ConfirmedByPassword,
  Passkey,
  PasskeyCreationOptions,
  PasskeyPage,
  PasskeyQuery,
  PasskeyRequestOptions,
  PasskeyRequirement,
  PasskeySignIn,
  RenamePasskey,
} from './schemas.ts';
import { signInWithPasskey } from './sign-in.ts';

const secondFactorHelp = 'Where logins need a second factor, it comes in the header X-OTP or X-Passkey.';

export function passkeyRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config } = deps;
  const challenges = new Challenges(config);

  /** @throws 404 browsers have no passkeys at the address of this service */
  function passkeyDeps(): PasskeyDeps {
    const site = passkeySiteOf(config);
    if (!site) throw notFound('site for passkeys');
    return { site, challenges };
  }

  /** @returns the id of the session, which must be open. @throws 401 */
  async function openSession({ actor, claims }: FastifyRequest): Promise<string> {
    return (await requireOpenSession(db.read, actor.id, claims.sid, clock())).id;
  }

  /** @throws 401 wrong password, 429 */
  async function confirm(request: FastifyRequest, password: string): Promise<Confirmation> {
    const verifiedHash = await confirmPassword(deps, request, password, accountCaller(request));
    const device = deviceOf(request, config.trustedProxies);
    return { verifiedHash, secondFactor: secondFactorOf(request), device, now: clock() };
  }

  app.post(
    '/ext/passkey/challenge',
    {
      config: { public: true, rateLimit: passkeyChallengesPerNetwork },
      schema: {
        tags: ['auth'],
        summary: 'Start a sign-in with a passkey',
        description: `Answers a challenge, which works once and for ${challengeTtlMs / 60_000} minutes. It is also for the header X-Passkey.`,
        response: responses(200, PasskeyRequestOptions, 403, 404, 429),
      },
    },
    async () => {
      const { rpId } = passkeyDeps().site;
      const challenge = challenges.issue('sign-in', clock()).toString('base64url');
      return { challenge, rpId, timeout: challengeTtlMs, userVerification: 'required' as const };
    },
  );

  app.post(
    '/ext/passkey/sign-in',
    {
      config: { public: true, rateLimit: loginsPerNetwork },
      schema: {
        tags: ['auth'],
        summary: 'Sign in with a passkey',
        description: 'In place of password and second factor. The refresh token comes as a cookie, as in a login.',
        body: PasskeySignIn,
        response: responses(200, Token, 400, 401, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const caller = networkCaller(request, config.trustedProxies);
      const device = deviceOf(request, config.trustedProxies);
      const session = await signInWithPasskey({ ...deps, ...passkeyDeps() }, request.body.response, caller, device);
      return answerWithToken(deps, reply, session);
    },
  );

  app.get(
    '/ext/passkeys',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List your passkeys',
        querystring: PasskeyQuery,
        response: responses(200, PasskeyPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listPasskeys(db.read, actor.id, query),
  );

  app.post(
    '/ext/passkey/registration',
    {
      config: { roles: everyRole, accountRateLimit: passkeyCreations },
      schema: {
        summary: 'Start the registration of a passkey',
        description: `Answers what the browser makes the key pair with. ${secondFactorHelp} At most ${maxPasskeys} per account.`,
        body: ConfirmedByPassword,
        response: responses(200, PasskeyCreationOptions, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request) => {
      const sid = await openSession(request);
      const confirmation = await confirm(request, request.body.password);
      const dependencies = { ...deps, ...passkeyDeps() };
      return db.transaction((tx) => startRegistration(tx, dependencies, request.actor, sid, confirmation));
    },
  );

  app.post(
    '/ext/passkeys',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Add a passkey',
        description: 'With the answer of the browser to the options, in the same session.',
        body: AddPasskey,
        response: responses(201, Passkey, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, body } = request;
      const dependencies = passkeyDeps();
      const key = await verifyRegistration(dependencies, actor, await openSession(request), body.response, clock());
      return db.transaction((tx) => addPasskey(tx, actor, body, key, mailsOf(deps), clock()));
    },
  );

  app.patch(
    '/ext/passkeys/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Rename a passkey',
        params: UuidParams,
        body: RenamePasskey,
        response: responses(200, Passkey, 400, 401, 403, 404),
      },
    },
    ({ actor, body, params }) => db.transaction((tx) => renamePasskey(tx, actor, params.id, body.name)),
  );

  app.delete(
    '/ext/passkeys/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Remove a passkey',
        description: 'Sessions that were started with it go on.',
        params: UuidParams,
        body: ConfirmedByPassword,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request) => {
      const { actor, body, params } = request;
      const { verifiedHash } = await confirm(request, body.password);
      await db.transaction((tx) => removePasskey(tx, actor, params.id, verifiedHash, clock()));
      return { ok: true };
    },
  );

  app.get(
    '/ext/mfa/passkey',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Tell whether your logins ask for a passkey',
        response: responses(200, PasskeyRequirement, 401, 403),
      },
    },
    async ({ actor }) => ({ required: await hasRequirement(db.read, actor.id) }),
  );

  for (const [method, required] of [
    ['PUT', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      method,
      url: '/ext/mfa/passkey',
      config: { roles: everyRole },
      schema: {
        summary: required ? 'Let your logins ask for a passkey after the password' : 'Let your logins ask for no passkey',
        description: secondFactorHelp,
        body: ConfirmedByPassword,
        response: responses(200, PasskeyRequirement, 400, 401, 403, 404, 409, 429),
      },
      handler: async (request) => {
        const confirmation = await confirm(request, request.body.password);
        if (required) passkeyDeps();
        await db.transaction((tx) => setRequirement(tx, deps, request.actor, required, confirmation));
        return { required };
      },
    });
  }

  app.get(
    '/ext/users/:id/passkeys',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'List the passkeys of an account',
        params: UuidParams,
        querystring: PasskeyQuery,
        response: responses(200, PasskeyPage, 400, 401, 403, 404),
      },
    },
    async ({ params, query }) => {
      await getProfile(db.read, params.id);
      return listPasskeys(db.read, params.id, query);
    },
  );

  app.delete(
    '/ext/users/:id/passkeys',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Remove all passkeys of another account',
        description: 'For its owner, who has lost the devices. Its logins ask for no passkey afterwards.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => removeAllPasskeys(tx, mailsOf(deps), actor, params.id, clock()))),
  );
}

/** @returns undefined without a mail server */
const mailsOf = ({ config, deliveries }: RouteDeps): DeliveryQueue | undefined => (config.smtp ? deliveries : undefined);
