import { responses } from '../../../platform/http/openapi.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { getTicketContacts } from './queries.ts';
import { TicketContacts } from './schemas.ts';

export function contactRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/tickets/:id/contacts',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read whom to call about a ticket',
        description: 'For whoever sees the ticket.',
        params: IdParams,
        response: responses(200, TicketContacts, 400, 401, 403, 404),
      },
    },
    (request) => getTicketContacts(db.read, request.actor, request.params.id),
  );
}

/** Whom to call about a ticket. */
export const contacts: Module = { name: 'contacts', tag: 'tickets', routes: contactRoutes };
