import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import type { RateLimit } from '../../../platform/http/rate-limiter.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { addComment } from './actions.ts';
import { listComments, ticketFields } from './queries.ts';
import { AddComment, CommentQuery, TicketComment, TicketCommentPage } from './schemas.ts';

export function commentRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config } = deps;
  const commentsPerAccount: RateLimit = { name: 'comment', max: config.quotas.commentsPerHour, windowMs: hours(1) };

  app.get(
    '/ext/tickets/:id/comments',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the comments on a ticket',
        description:
          'For whoever sees the ticket; the oldest come first. Internal ones are listed for admins and the assigned worker only.',
        params: IdParams,
        querystring: CommentQuery,
        response: responses(200, TicketCommentPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      const links = { now: clock(), baseUrl: publicUrlOf(request, config) };
      return readLane(
        db,
        request,
        query,
      )((lane) => listComments(lane, actor, params.id, query, (ids) => deps.findCommentAttachments(lane, ids, links)));
    },
  );

  app.post(
    '/ext/tickets/:id/comments',
    {
      config: { roles: everyRole, accountRateLimit: commentsPerAccount },
      schema: {
        summary: 'Comment on a ticket',
        description:
          'For whoever sees the ticket, until it is closed. Comments cannot be changed or deleted. Internal ones are for admins and the worker to whom the ticket is assigned: they alone write and read them. Those with `to_reporter` are also shown on the page of whoever reported the ticket without an account.',
        params: IdParams,
        body: AddComment,
        response: responses(201, TicketComment, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      return addComment(deps, actor, params.id, body, clock());
    },
  );
}

/** What people write to each other about a ticket. */
export const comments: Module = {
  name: 'comments',
  tag: 'tickets',
  tables: ['ticket_comments'],
  personalData: [namedRows('ticket_comments', 'author_id', 'author_name', { ticketColumn: 'ticket_id' })],
  routes: commentRoutes,
  ticketAdditions: () => ({ fields: ticketFields }),
};
