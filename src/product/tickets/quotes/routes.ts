import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleCosts } from '../costs/queries.ts';
import { answerQuote, sendQuote, withdrawQuote } from './actions.ts';
import { listQuotes } from './queries.ts';
import { DeclineQuote, maxQuotes, QuoteQuery, SendQuote, TicketQuote, TicketQuotePage } from './schemas.ts';

export function quoteRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock } = deps;

  app.get(
    '/ext/tickets/:id/quotes',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the quotes for a ticket',
        description: 'For the owner, admins and the assigned worker; the oldest come first.',
        params: IdParams,
        querystring: QuoteQuery,
        response: responses(200, TicketQuotePage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleCosts(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listQuotes(lane, params.id, query, clock()));
    },
  );

  app.post(
    '/ext/tickets/:id/quotes',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'Send a quote to the client of a ticket',
        description: `The assigned worker or an admin, until the ticket is closed. A ticket has one open quote, and at most ${maxQuotes} in all.`,
        params: IdParams,
        body: SendQuote,
        response: responses(201, TicketQuote, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => sendQuote(tx, deps, actor, params.id, body, clock())),
  );

  app.post(
    '/ext/quotes/:id/approve',
    {
      config: { roles: ['client'] },
      schema: {
        summary: 'Approve a quote',
        description:
          'The owner, or a deputy who may write; not an admin who acts for the owner. A hold with the reason `quote` ends.',
        params: IdParams,
        response: responses(200, TicketQuote, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => db.transaction((tx) => answerQuote(tx, deps, actor, params.id, { status: 'approved' }, clock())),
  );

  app.post(
    '/ext/quotes/:id/decline',
    {
      config: { roles: ['client'] },
      schema: {
        summary: 'Decline a quote',
        description:
          'The owner, or a deputy who may write; not an admin who acts for the owner. A hold with the reason `quote` ends.',
        params: IdParams,
        body: DeclineQuote,
        response: responses(200, TicketQuote, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) =>
      db.transaction((tx) => answerQuote(tx, deps, actor, params.id, { status: 'declined', ...body }, clock())),
  );

  app.post(
    '/ext/quotes/:id/withdraw',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'Take a quote back',
        description: 'Who has sent it, the assigned worker or an admin, while it is open. The client is not told.',
        params: IdParams,
        response: responses(200, TicketQuote, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => db.transaction((tx) => withdrawQuote(tx, actor, params.id, clock())),
  );
}
