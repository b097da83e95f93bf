import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { dropWork, retryWork } from './actions.ts';
import { listWork } from './queries.ts';
import { WorkItem, WorkItemPage, WorkQuery } from './schemas.ts';

export function workRoutes(app: TypedFastify, { db, clock, dropHooks }: RouteDeps): void {
  app.get(
    '/ext/work',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'List what waits in the work queue',
        description:
          'Mails, messages, notifications and other work that is done later, the oldest first: why it waits, and since when.',
        querystring: WorkQuery,
        response: responses(200, WorkItemPage, 400, 401, 403),
      },
    },
    (request) => heavyLane(db, request)((lane) => listWork(lane, request.query)),
  );

  app.post(
    '/ext/work/:id/retry',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Have a work item tried again now',
        params: IdParams,
        response: responses(200, WorkItem, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => db.transaction((tx) => retryWork(tx, params.id, { actor }, clock())),
  );

  app.delete(
    '/ext/work/:id',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Drop a work item',
        description: 'What it would have sent is not sent.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => dropWork(tx, params.id, dropHooks, { actor }, clock()))),
  );
}

/** What waits in the work queue, for admins and operators (docs/jobs.md, Work queue). */
export const work: Module = { name: 'work', tag: 'service', routes: workRoutes };
