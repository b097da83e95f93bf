import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { getTicketDetails } from '../ticket-details/queries.ts';
import { detailsAnswer } from '../ticket-details/schemas.ts';
import { changeTicket, listEdits, maxEdits } from './actions.ts';
import { EditQuery, EditTicket, TicketEditPage } from './schemas.ts';

export function editRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, ticketAdditions } = deps;

  app.patch(
    '/ext/tickets/:id',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Correct a ticket',
        description: `Until it is closed; the assigned worker is told. A ticket has at most ${maxEdits} corrections. \`reference\` is no correction, and can be set on a closed ticket, too.`,
        params: IdParams,
        body: EditTicket,
        response: responses(200, detailsAnswer(ticketAdditions), 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const now = clock();
      await db.transaction((tx) => changeTicket(tx, deps, actor, params.id, body, now));
      const context = { now, baseUrl: publicUrlOf(request, config) };
      return getTicketDetails(db.read, actor, params.id, ticketAdditions.fields, context);
    },
  );

  app.get(
    '/ext/tickets/:id/edits',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the corrections of a ticket',
        description: 'One item for each field that was changed, with its value before and after; the oldest come first.',
        params: IdParams,
        querystring: EditQuery,
        response: responses(200, TicketEditPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listEdits(lane, params.id, query));
    },
  );
}

/** Corrections of tickets, with what was changed (docs/decisions/edits.md). */
export const edits: Module = {
  name: 'edits',
  tag: 'tickets',
  tables: ['ticket_edits'],
  personalData: [namedRows('ticket_edits', 'actor_id', 'actor_name', { ticketColumn: 'ticket_id' })],
  routes: editRoutes,
};
