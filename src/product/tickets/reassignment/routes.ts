import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { Ticket } from '../schemas.ts';
import { handBack, listHandBacks } from './hand-back.ts';
import { handOver } from './handover.ts';
import { reassign, requireLead } from './reassign.ts';
import {
  HandBackPage,
  HandBackQuery,
  HandBackTicket,
  Handover,
  HandoverQuery,
  HandoverResult,
  ReassignTicket,
} from './schemas.ts';

export function reassignmentRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock } = deps;

  app.post(
    '/ext/tickets/:id/reassign',
    {
      config: { roles: everyRole },
      // Before the id and the body are looked at, as with every role.
      onRequest: async ({ actor }) => requireLead(db.read, actor),
      schema: {
        summary: 'Give a ticket to another worker',
        description:
          'Also while somebody works on it; the new worker starts again from `assigned`. The lead of a team does it for the tickets of the team, inside the team; other workers do not.',
        params: IdParams,
        body: ReassignTicket,
        response: responses(200, Ticket, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => {
      const { worker_id: workerId, reason = '' } = body;
      return reassign(deps, actor, { ticketId: params.id, workerId, reason }, clock());
    },
  );

  app.post(
    '/ext/tickets/:id/hand-back',
    {
      config: { roles: ['worker'] },
      schema: {
        summary: 'Hand a ticket back that you cannot do',
        description: 'The client and the admins are told. It stays yours until somebody gives it to another worker.',
        params: IdParams,
        body: HandBackTicket,
        response: responses(200, Ticket, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => handBack(deps, actor, params.id, body.reason, clock()),
  );

  app.get(
    '/ext/tickets/:id/hand-backs',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List how often a ticket was handed back, and why',
        params: IdParams,
        querystring: HandBackQuery,
        response: responses(200, HandBackPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listHandBacks(lane, params.id, query));
    },
  );

  app.post(
    '/ext/workers/:id/handover',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Give all tickets that a worker has not finished to another worker',
        description:
          'Of a client those in its own projects. Each is moved or refused by itself; at most 1,000, call it again for more.',
        params: UuidParams,
        querystring: HandoverQuery,
        body: Handover,
        response: responses(200, HandoverResult, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, query, body }) => handOver(deps, actor, params.id, body, query.dry_run === 'true'),
  );
}
