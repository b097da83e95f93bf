import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { clientOfProject, requireWithinQuota } from '../../quotas.ts';
import { tenantOfProject } from '../../tenant.ts';
import { requireProject } from '../projects/queries.ts';
import { answerInvitation, inviteWorker, removeMember } from './actions.ts';
import { listInvitations, listMembers } from './queries.ts';
import type { InvitationPayload } from './schemas.ts';
import {
  Invitation,
  InvitationQuery,
  InviteWorker,
  MemberParams,
  MemberQuery,
  ProjectInvitationPage,
  ProjectWorkerPage,
} from './schemas.ts';

export function memberRoutes(app: TypedFastify, { db, clock, config, deliveries, subscriptions }: Deps): void {
  app.get(
    '/projects/:id/workers',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'List the members of a project',
        description: 'Open and declined invitations included.',
        params: IdParams,
        querystring: MemberQuery,
        response: responses(200, ProjectWorkerPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireProject(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listMembers(lane, params.id, query));
    },
  );

  app.post(
    '/projects/:id/workers',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Invite a worker',
        description: 'The worker becomes a member by accepting within seven days.',
        params: IdParams,
        body: InviteWorker,
        response: responses(200, Invitation, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { params, body, actor } = request;
      const now = clock();
      const expires_at = await db.transaction(async (tx) => {
        const expires = await inviteWorker(tx, actor, params.id, body.worker_id, now);
        await requireWithinQuota(tx, 'invitations', config.quotas, clientOfProject(params.id), now);
        const invited = { project_id: params.id, worker_id: body.worker_id, actor_id: senderIdOf(actor), expires_at: expires };
        const payload: InvitationPayload = { kind: 'invitation', ...invited };
        await deliverEvent(tx, { subscriptions, deliveries }, 'invitation', {}, [payload], tenantOfProject(params.id), now);
        return expires;
      });
      return { ok: true, status: 'invited' as const, expires_at };
    },
  );

  app.delete(
    '/projects/:id/workers/:worker_id',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Remove a member',
        params: MemberParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params: { id, worker_id } }) => ok(db.transaction((tx) => removeMember(tx, actor, id, worker_id, clock()))),
  );

  const invitationAnswers = [
    { verb: 'accept', status: 'active', summary: 'Accept an invitation' },
    { verb: 'decline', status: 'declined', summary: 'Decline an invitation' },
  ] as const;
  for (const { verb, status, summary } of invitationAnswers) {
    app.post(
      `/projects/:id/invitation/${verb}`,
      {
        config: { roles: ['worker'] },
        schema: { summary, params: IdParams, response: responses(200, OkAnswer, 400, 401, 403, 404, 409) },
      },
      ({ actor, params }) =>
        ok(db.transaction((tx) => answerInvitation(tx, actor, params.id, status, config.requireOwnPassword, clock()))),
    );
  }

  app.get(
    '/invitations',
    {
      config: { roles: ['worker'] },
      schema: {
        summary: 'List your open invitations',
        querystring: InvitationQuery,
        response: responses(200, ProjectInvitationPage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listInvitations(lane, request.actor, request.query, clock())),
  );
}
