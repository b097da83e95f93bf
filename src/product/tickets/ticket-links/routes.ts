import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { addLink, maxLinks, removeLink } from './actions.ts';
import { listLinks } from './queries.ts';
import { AddLink, LinkParams, LinkQuery, TicketLink, TicketLinkPage } from './schemas.ts';

export function ticketLinkRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/tickets/:id/links',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the tickets that a ticket is linked to',
        description: 'In both directions, and only those that you may see.',
        params: IdParams,
        querystring: LinkQuery,
        response: responses(200, TicketLinkPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listLinks(lane, actor, params.id, query));
    },
  );

  app.post(
    '/ext/tickets/:id/links',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Link a ticket to another one that you may see',
        description: `For its client, its assigned worker and admins, whatever the statuses; at most ${maxLinks} of a ticket.`,
        params: IdParams,
        body: AddLink,
        response: responses(201, TicketLink, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => addLink(tx, actor, params.id, body)),
  );

  app.delete(
    '/ext/tickets/:id/links/:link_id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Remove a link from one of its tickets',
        params: LinkParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => removeLink(tx, actor, params.id, params.link_id))),
  );
}

/** How tickets belong together (docs/decisions/edits.md, Links). */
export const ticketLinks: Module = { name: 'ticket-links', tag: 'tickets', tables: ['ticket_links'], routes: ticketLinkRoutes };
