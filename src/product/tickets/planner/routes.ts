import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { readPlanner } from './queries.ts';
import { Planner, PlannerQuery } from './schemas.ts';

export function plannerRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/planner',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'See who is where, and what nobody has planned',
        description:
          'All workers for an admin, the active members of its projects for a client, oneself for a worker, the team for its lead. Appointments, absences and numbers of tickets in some days, and the tickets without an appointment.',
        querystring: PlannerQuery,
        response: responses(200, Planner, 400, 401, 403, 404),
      },
    },
    (request) => heavyLane(db, request)((lane) => readPlanner(lane, request.actor, request.query)),
  );
}

/** Who is where in some days (docs/decisions/planning.md). */
export const planner: Module = { name: 'planner', tag: 'tickets', routes: plannerRoutes };
