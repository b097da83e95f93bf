import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import { IdParams, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { requireProject } from '../../places/projects/queries.ts';
import { TicketPage } from '../schemas.ts';
import { listOpenWork, listProjectWorkload, listWorkload, OpenWorkQuery, WorkloadPage, WorkloadQuery } from './queries.ts';

export function workloadRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/workload',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'See who has how much to do',
        description: 'Workers with tickets that are not closed, those with the most first.',
        querystring: WorkloadQuery,
        response: responses(200, WorkloadPage, 400, 401, 403),
      },
    },
    (request) => heavyLane(db, request)((lane) => listWorkload(lane, request.query)),
  );

  app.get(
    '/ext/projects/:id/workload',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'See how much the members of a project have to do',
        description:
          'All active members, those with the most first. Their tickets in all projects that you see are counted: for a client in its own.',
        params: IdParams,
        querystring: WorkloadQuery,
        response: responses(200, WorkloadPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireProject(db.read, actor, params.id);
      return heavyLane(db, request)((lane) => listProjectWorkload(lane, actor, params.id, query));
    },
  );

  app.get(
    '/ext/users/:id/open-work',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'List the tickets that a worker has not finished',
        description: 'Assigned and not closed, of those that you see: for a client in its own projects.',
        params: UuidParams,
        querystring: OpenWorkQuery,
        response: responses(200, TicketPage, 400, 401, 403, 404),
      },
    },
    (request) => {
      const { actor, params, query } = request;
      return heavyLane(db, request)((lane) => listOpenWork(lane, actor, params.id, query));
    },
  );
}

/** What workers have to do. */
export const workload: Module = { name: 'workload', tag: 'tickets', routes: workloadRoutes };
