import { invalidValue } from '../../../platform/http/errors.ts';
import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import type { RateLimit } from '../../../platform/http/rate-limiter.ts';
import { originOf } from '../../../platform/http/request-origin.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { hours, minutes } from '../../../platform/lib/duration.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';
import { tenantOfAccount } from '../../tenant.ts';
import { everyRole } from '../auth/access.ts';
import { refuseCommonPassword } from '../users/common-passwords.ts';
import { admitInvitationMail } from '../users/invitations.ts';
import {
  acceptWithAccount,
  acceptWithNewAccount,
  changeGrant,
  createGrant,
  maxGrants,
  requireUsableToken,
  revokeGrant,
} from './actions.ts';
import { listGrants } from './queries.ts';
import { AcceptGrant, ChangeGrant, CreateGrant, Grant, GrantPage, GrantQuery, NewGrant } from './schemas.ts';

/** Each invitation may send a mail to an address that its sender chooses. */
const invitationsPerAccount: RateLimit = { name: 'grant', max: 120, windowMs: hours(1) };
const acceptancesPerNetwork: RateLimit = { name: 'grant-accept', max: 60, windowMs: minutes(1) };

export function grantRoutes(app: TypedFastify, { db, clock, config, deliveries }: RouteDeps): void {
  app.get(
    '/ext/grants',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the grants that you have given and that you hold',
        querystring: GrantQuery,
        response: responses(200, GrantPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listGrants(db.read, actor, query),
  );

  app.post(
    '/ext/grants',
    {
      config: { roles: ['admin', 'client'], accountRateLimit: invitationsPerAccount },
      schema: {
        summary: 'Invite somebody to act for a client',
        description:
          `The answer has a link that is valid for 7 days, which is also mailed where mail is configured, up to 3 times a day to an ` +
          `address. It is the same whether the address has an account or not, and replaces an earlier invitation of the address. At most ${maxGrants} per client.`,
        body: CreateGrant,
        response: responses(201, NewGrant, 400, 401, 403, 409, 429),
      },
    },
    async (request) => {
      const { actor, body } = request;
      const now = clock();
      const { grant, token, is_mailed } = await db.transaction(async (tx) => {
        const created = await createGrant(tx, actor, body, now);
        const { id: grant_id, principal_id } = created.grant;
        const mail = { kind: 'grant_invitation', grant_id } as const;
        const isMailed = config.smtp !== undefined && (await admitInvitationMail(tx, body.email, now));
        if (isMailed) await deliveries.enqueue(tx, 'mails', [mail], tenantOfAccount(principal_id), now);
        return { ...created, is_mailed: isMailed };
      });
      // Browsers do not send the fragment of a URL, so the token reaches no access log.
      const link = `${publicUrlOf(request, config)}/app/accept-grant#token=${token}`;
      return { ...grant, link, is_mailed };
    },
  );

  app.post(
    '/ext/grants/accept',
    {
      config: { public: true, takesAccount: true, rateLimit: acceptancesPerNetwork },
      schema: {
        summary: 'Accept an invitation to act for a client',
        description:
          'With the access token of a client its account acts for the client. Without one `name` and `password` make an account of the invited address.',
        body: AcceptGrant,
        response: responses(200, Grant, 400, 401, 403, 409, 429),
      },
    },
    async (request) => {
      const { actor, body } = request;
      const { token, name, password } = body;
      if (actor) return db.transaction((tx) => acceptWithAccount(tx, actor, token, clock()));
      await requireUsableToken(db.read, token, clock());
      if (name === undefined) throw invalidValue('name', 'is required');
      if (password === undefined) throw invalidValue('password', 'is required');
      const caller = networkCaller(request, config.trustedProxies);
      await refuseCommonPassword(config, password, caller);
      const passwordHash = await hashPassword(password, caller);
      const origin = originOf(request, config.trustedProxies);
      return db.transaction((tx) => acceptWithNewAccount(tx, token, { name, passwordHash }, origin, clock()));
    },
  );

  app.patch(
    '/ext/grants/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Change a grant',
        description: 'For its client and admins; `notify` also for the deputy.',
        params: UuidParams,
        body: ChangeGrant,
        response: responses(200, Grant, 400, 401, 403, 404),
      },
    },
    ({ actor, body, params }) => db.transaction((tx) => changeGrant(tx, actor, params.id, body, clock())),
  );

  app.delete(
    '/ext/grants/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'End a grant or withdraw an invitation',
        description: 'For its client, its deputy and admins. Requests under way are refused when they answer.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => revokeGrant(tx, actor, params.id, clock()))),
  );
}
