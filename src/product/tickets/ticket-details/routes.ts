import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { heavyLane, readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { hasSeveralValues, hasSlowFilter } from '../list-filters.ts';
import { coreFields, coreFilters } from './core-fields.ts';
import { listTicketDetails } from './list.ts';
import { getTicketDetails } from './queries.ts';
import { type DetailsQuery, detailsAnswer, detailsPage, listQuery } from './schemas.ts';

export function ticketDetailRoutes(app: TypedFastify, { db, clock, config, ticketAdditions }: RouteDeps): void {
  app.get(
    '/ext/tickets',
    {
      config: { roles: everyRole },
      // As for `GET /tickets`; its unions would also be validated item by item.
      serializerCompiler: () => JSON.stringify,
      schema: {
        summary: 'List the tickets you may see, with what belongs to them',
        description:
          'Filters take several values with commas between them. Tickets that have no place in the order that was asked for come last.',
        querystring: listQuery(ticketAdditions),
        response: responses(200, detailsPage(ticketAdditions), 400, 401, 403),
      },
    },
    (request) => {
      const query = request.query as DetailsQuery;
      const context = { now: clock(), baseUrl: publicUrlOf(request, config) };
      const lane =
        hasSeveralValues(query) || hasSlowFilter(query, ticketAdditions) ? heavyLane(db, request) : readLane(db, request, query);
      return lane((reader) => listTicketDetails(reader, request.actor, query, ticketAdditions, context));
    },
  );

  app.get(
    '/ext/tickets/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read one ticket with what belongs to it',
        params: IdParams,
        response: responses(200, detailsAnswer(ticketAdditions), 400, 401, 403, 404),
      },
    },
    (request) => {
      const context = { now: clock(), baseUrl: publicUrlOf(request, config) };
      return getTicketDetails(db.read, request.actor, request.params.id, ticketAdditions.fields, context);
    },
  );
}

/** Tickets with what other modules know of them. */
export const ticketDetails: Module = {
  name: 'ticket-details',
  tag: 'tickets',
  routes: ticketDetailRoutes,
  ticketAdditions: () => ({ fields: coreFields, filters: coreFilters }),
};
