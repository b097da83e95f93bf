import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../../platform/database/database.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import type { RateLimit } from '../../../platform/http/rate-limiter.ts';
import { UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { tenantOfAccount } from '../../tenant.ts';
import { accountCreations } from './account-creations.ts';
import { admitInvitationMail, type IssuedLink, invitationLink, inviteUser, issueInvitation } from './invitations.ts';
import { AccountLink, InvitedUser, InviteUser, SendInvitation } from './schemas.ts';

const invitationsPerAccount: RateLimit = { name: 'account-invitation', max: 120, windowMs: hours(1) };

export function invitationRoutes(app: TypedFastify, { db, clock, config, deliveries, rateLimiter }: RouteDeps): void {
  const accountCreation = accountCreations(config.quotas);

  async function enqueueMail(tx: Tx, id: string, email: string, now: Date): Promise<boolean> {
    if (!config.smtp || !(await admitInvitationMail(tx, email, now))) return false;
    const mail = { kind: 'account_invitation', user_id: id } as const;
    await deliveries.enqueue(tx, 'mails', [mail], tenantOfAccount(id), now);
    return true;
  }

  const linkOf = (request: FastifyRequest, issued: IssuedLink): string => invitationLink(publicUrlOf(request, config), issued);

  app.post(
    '/ext/users',
    {
      config: { roles: ['admin', 'client'], accountRateLimit: invitationsPerAccount },
      schema: {
        summary: 'Create an account whose owner sets the password with a link',
        description:
          'As POST /users, without a password: the answer has a link to pass on, which works once within 7 days, and which is also mailed ' +
          'with `mail: true` where mail is configured. A client creates workers only, who sign in after that client confirms them.',
        body: InviteUser,
        response: responses(201, InvitedUser, 400, 401, 403, 409, 429),
      },
    },
    async (request) => {
      const { actor } = request;
      const { mail = false, phone = '', ...user } = request.body;
      if (actor.role === 'client' && user.role !== 'worker') throw forbidden('workers_only', 'a client creates workers only');
      const now = clock();
      if (actor.role === 'client') await rateLimiter.consume([{ limit: accountCreation, subject: actor.id }], now);
      const { profile, issued, is_mailed } = await db.transaction(async (tx) => {
        const invited = await inviteUser(tx, actor, { ...user, phone }, now);
        return { ...invited, is_mailed: mail && (await enqueueMail(tx, invited.profile.id, invited.profile.email, now)) };
      });
      const { expires_at } = issued;
      return { ...profile, link: linkOf(request, issued), expires_at, is_mailed };
    },
  );

  app.post(
    '/ext/users/:id/invitation',
    {
      config: { roles: ['admin', 'client'], accountRateLimit: invitationsPerAccount },
      schema: {
        summary: 'Issue another link for an account without a password',
        description:
          'For admins, and for a client for the workers that it created. Earlier links stay usable until one of them sets the password.',
        params: UuidParams,
        body: SendInvitation,
        response: responses(200, AccountLink, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const now = clock();
      const { issued, is_mailed } = await db.transaction(async (tx) => {
        const { isActive, ...link } = await issueInvitation(tx, actor, params.id, now);
        return { issued: link, is_mailed: body.mail && isActive && (await enqueueMail(tx, params.id, link.email, now)) };
      });
      return { link: linkOf(request, issued), expires_at: issued.expires_at, is_mailed };
    },
  );
}
