import type { Tx } from '../../platform/database/database.ts';
import { responses } from '../../platform/http/openapi.ts';
import { readLane } from '../../platform/http/read-lane.ts';
import { IdParams } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Subscriptions } from '../../platform/module/events.ts';
import { everyRole } from '../identity/auth/access.ts';
import { requireWithinQuota } from '../quotas.ts';
import type { Actor } from '../visibility.ts';
import { createTicket } from './create-ticket.ts';
import type { NewTicket } from './insert-ticket.ts';
import { getTicket, listEvents, type PresentedTicket, requireVisibleTicket } from './queries.ts';
import type { Recurrence } from './recurrence-schemas.ts';
import {
  AssignWorker,
  CreateTicket,
  EventQuery,
  Ticket,
  TicketDetail,
  TicketEventPage,
  TicketPage,
  TicketQuery,
  WithReason,
} from './schemas.ts';
import { listTickets } from './ticket-list.ts';
import { transition } from './transition.ts';

/** Creates a ticket together with the rule that repeats it; given by the folder of recurring rules, which builds on this one. */
export type CreateRecurringTicket = (
  tx: Tx,
  subscriptions: Subscriptions,
  actor: Actor,
  ticket: NewTicket,
  recurrence: Recurrence,
  now: Date,
) => Promise<PresentedTicket>;

export function ticketRoutes(app: TypedFastify, deps: Deps, createRecurringTicket: CreateRecurringTicket): void {
  const { db, clock, config, subscriptions } = deps;
  app.get(
    '/tickets',
    {
      config: { roles: everyRole },
      // Its rows hold what the schema names and nothing else (a test compares them): going by the schema
      // property by property took 8 to 16 % of the CPU time of a list (docs/performance.md).
      serializerCompiler: () => JSON.stringify,
      schema: {
        summary: 'List the tickets you may see',
        querystring: TicketQuery,
        response: responses(200, TicketPage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listTickets(lane, request.actor, request.query)),
  );

  app.post(
    '/tickets',
    {
      config: { roles: ['client'] },
      schema: {
        summary: 'Report what is broken',
        description: 'The ticket starts as `new`, without a worker, and keeps the address that the object has now.',
        body: CreateTicket,
        response: responses(201, Ticket, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { floor = '', priority = 'normal', recurring, ...fields } = request.body;
      const ticket = { ...fields, floor, priority };
      return recurring
        ? db.transaction(async (tx) => {
            const now = clock();
            const made = await createRecurringTicket(tx, subscriptions, request.actor, ticket, recurring, now);
            await requireWithinQuota(tx, 'rules', config.quotas, made.client_id, now);
            return made;
          })
        : createTicket(deps, request.actor, ticket, clock());
    },
  );

  app.get(
    '/tickets/:id',
    {
      config: { roles: everyRole },
      schema: { summary: 'Read one ticket', params: IdParams, response: responses(200, TicketDetail, 400, 401, 403, 404) },
    },
    (request) => getTicket(db.read, request.actor, request.params.id),
  );

  app.get(
    '/tickets/:id/events',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read the journal of a ticket',
        params: IdParams,
        querystring: EventQuery,
        response: responses(200, TicketEventPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listEvents(lane, params.id, query));
    },
  );

  app.patch(
    '/tickets/:id/assign',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'Give a new ticket to a worker',
        params: IdParams,
        body: AssignWorker,
        response: responses(200, Ticket, 400, 401, 403, 404, 409),
      },
    },
    (request) => transition(deps, request.actor, 'assign', request.params.id, clock(), request.body),
  );

  const byWorker = {
    take: 'Take a free ticket',
    start: 'Start the work, or start it again',
    done: 'Report the work done',
  } as const;
  for (const op of ['take', 'start', 'done'] as const) {
    app.patch(
      `/tickets/:id/${op}`,
      {
        config: { roles: ['worker'] },
        schema: { summary: byWorker[op], params: IdParams, response: responses(200, Ticket, 400, 401, 403, 404, 409) },
      },
      (request) => transition(deps, request.actor, op, request.params.id, clock()),
    );
  }

  app.patch(
    '/tickets/:id/confirm',
    {
      config: { roles: ['client'] },
      schema: {
        summary: 'Confirm the work, which closes the ticket',
        params: IdParams,
        response: responses(200, Ticket, 400, 401, 403, 404, 409),
      },
    },
    (request) => transition(deps, request.actor, 'confirm', request.params.id, clock()),
  );

  const withReason = (summary: string) => ({
    summary,
    params: IdParams,
    body: WithReason,
    response: responses(200, Ticket, 400, 401, 403, 404, 409),
  });

  app.patch(
    '/tickets/:id/reject',
    { config: { roles: ['client'] }, schema: withReason('Send the work back with a reason') },
    (request) => transition(deps, request.actor, 'reject', request.params.id, clock(), request.body),
  );

  app.patch(
    '/tickets/:id/cancel',
    { config: { roles: ['client', 'admin'] }, schema: withReason('Close a ticket without the work') },
    (request) => transition(deps, request.actor, 'cancel', request.params.id, clock(), request.body),
  );
}
