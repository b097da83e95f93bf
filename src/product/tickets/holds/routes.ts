import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { putHold, removeHold } from './actions.ts';
import { endDueHolds } from './end-due-holds.ts';
import { listHolds } from './queries.ts';
import { Hold, HoldQuery, PutHold, TicketHoldPage } from './schemas.ts';
import { holdField, onHoldFilter } from './ticket-additions.ts';

export function holdRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock } = deps;

  app.put(
    '/ext/tickets/:id/hold',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Put a ticket on hold',
        description:
          'The assigned worker, the owner or an admin, while the ticket is assigned, in progress or rejected. The clock for finishing stands still until the hold ends: at `until`, or when it is removed or the ticket is started, done, canceled or reassigned. Another hold takes the place of the one before.',
        params: IdParams,
        body: PutHold,
        response: responses(200, Hold, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => putHold(tx, deps, actor, params.id, body, clock())),
  );

  app.delete(
    '/ext/tickets/:id/hold',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'End the hold of a ticket',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => removeHold(tx, deps, actor, params.id, clock()))),
  );

  app.get(
    '/ext/tickets/:id/holds',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List how often a ticket was on hold',
        description: 'The oldest first.',
        params: IdParams,
        querystring: HoldQuery,
        response: responses(200, TicketHoldPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listHolds(lane, params.id, query, clock()));
    },
  );
}

/** Tickets whose work waits for something (docs/decisions/planning.md). */
export const holds: Module = {
  name: 'holds',
  tag: 'tickets',
  tables: ['ticket_holds'],
  personalData: [namedRows('ticket_holds', 'by_id', 'by_name', { ticketColumn: 'ticket_id' })],
  routes: holdRoutes,
  ticketAdditions: () => ({ fields: [holdField], filters: [onHoldFilter] }),
  jobs: (deps) => [{ name: 'holds', everyMs: seconds(15), run: (stopping) => endDueHolds(deps, stopping) }],
};
