import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { replaceTags } from './actions.ts';
import { listTags } from './queries.ts';
import { TagQuery, TicketTags, UsedTagPage } from './schemas.ts';
import { tagFilter, tagsField } from './ticket-additions.ts';

export function ticketTagRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.put(
    '/ext/tickets/:id/tags',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Replace the tags of a ticket',
        description: 'For its client, its assigned worker and admins, whatever its status.',
        params: IdParams,
        body: TicketTags,
        response: responses(200, TicketTags, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => replaceTags(tx, actor, params.id, body)),
  );

  app.get(
    '/ext/tags',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the tags of the tickets you may see, the most used first',
        querystring: TagQuery,
        response: responses(200, UsedTagPage, 400, 401, 403),
      },
    },
    (request) => heavyLane(db, request)((lane) => listTags(lane, request.actor, request.query)),
  );
}

/** Words that people sort tickets by (docs/decisions/edits.md, Tags). */
export const ticketTags: Module = {
  name: 'ticket-tags',
  tag: 'tickets',
  tables: ['ticket_tags'],
  routes: ticketTagRoutes,
  ticketAdditions: () => ({ fields: [tagsField], filters: [tagFilter] }),
};
