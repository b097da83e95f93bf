import { accountCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane, readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { getChain, listReplacements } from './queries.ts';
import { ChainQuery, ChainReplacementPage, ReplacementQuery, TicketChain } from './schemas.ts';

export function chainRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/tickets/:id/chain',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Check the hash chain of a journal',
        description: 'Calculates the chain again from the whole journal. For whoever sees the ticket.',
        params: IdParams,
        querystring: ChainQuery,
        response: responses(200, TicketChain, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return heavyLane(db, request)((lane) => getChain(lane, params.id, query, accountCaller(request).isGone));
    },
  );

  app.get(
    '/ext/tickets/:id/chain/replacements',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the replaced names in the hash chain of a journal',
        description: 'Entries of accounts that were anonymized, in the order of the chain. For whoever sees the ticket.',
        params: IdParams,
        querystring: ReplacementQuery,
        response: responses(200, ChainReplacementPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listReplacements(lane, params.id, query));
    },
  );
}

/** A hash chain over the journal of each ticket. */
export const chain: Module = {
  name: 'chain',
  tag: 'tickets',
  tables: ['ticket_chains', 'journal_replacements'],
  routes: chainRoutes,
};
