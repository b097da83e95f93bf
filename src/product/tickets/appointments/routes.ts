import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { cancelAppointment, putAppointment } from './actions.ts';
import { listOffers, offerWindows } from './offers.ts';
import { listAppointments } from './queries.ts';
import {
  AppointmentAnswered,
  AppointmentQuery,
  Offers,
  OffersPage,
  OffersQuery,
  PostOffers,
  PutAppointment,
  TicketAppointmentPage,
} from './schemas.ts';

export function appointmentRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock } = deps;

  app.put(
    '/ext/tickets/:id/appointment',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Set the appointment of a ticket',
        description:
          'The assigned worker, the owner or an admin, until the work is done. It takes the place of the appointment before. Overlapping appointments of the same worker are told and refuse nothing.',
        params: IdParams,
        body: PutAppointment,
        response: responses(200, AppointmentAnswered, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => putAppointment(tx, deps, actor, params.id, body, clock())),
  );

  app.delete(
    '/ext/tickets/:id/appointment',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Cancel the appointment of a ticket',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => cancelAppointment(tx, deps, actor, params.id, clock()))),
  );

  app.get(
    '/ext/tickets/:id/appointments',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the appointments that a ticket has had',
        description: 'The oldest first.',
        params: IdParams,
        querystring: AppointmentQuery,
        response: responses(200, TicketAppointmentPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listAppointments(lane, params.id, query));
    },
  );

  offerRoutes(app, deps);
}

function offerRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock } = deps;

  app.post(
    '/ext/tickets/:id/appointment/offers',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Offer times for an appointment to the person who reported the problem',
        description:
          'Who may set the appointment, for a ticket that somebody reported without an account. On the page of the report one of the times is chosen, which becomes the appointment, or all of them are declined. They take the place of what was offered before, and an appointment that somebody sets or cancels ends them, as the end of the ticket does.',
        params: IdParams,
        body: PostOffers,
        response: responses(201, Offers, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => offerWindows(tx, deps, actor, params.id, body, clock())),
  );

  app.get(
    '/ext/tickets/:id/appointment/offers',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the times that were offered for a ticket',
        description: 'The oldest first. Those without `ended_at` can be chosen from.',
        params: IdParams,
        querystring: OffersQuery,
        response: responses(200, OffersPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listOffers(lane, params.id, query));
    },
  );
}
