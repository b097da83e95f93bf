import type { RouteDeps } from '../../platform/capability/capability.ts';
import { responses } from '../../platform/http/openapi.ts';
import { projectTargetChanges } from '../../platform/http/rate-limits.ts';
import { IdParams } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import { everyRole } from '../auth/access.ts';
import { targetsJob } from './health.ts';
import { listDeadlines } from './queries.ts';
import { DeadlinesQuery, ProjectTargets, TargetSettings, TicketDeadlinesPage } from './schemas.ts';
import { getTargets, putTargets } from './targets.ts';

export function deadlineRoutes(app: TypedFastify, { db, clock, jobs }: RouteDeps): void {
  app.get(
    '/ext/projects/:id/targets',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['projects'],
        summary: 'Read how soon tickets of a project have to be taken and finished',
        params: IdParams,
        response: responses(200, ProjectTargets, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getTargets(db.read, actor, params.id),
  );

  app.put(
    '/ext/projects/:id/targets',
    {
      config: { roles: ['client', 'admin'], accountRateLimit: projectTargetChanges },
      schema: {
        tags: ['projects'],
        summary: 'Set how soon tickets of a project have to be taken and finished',
        description:
          'Replaces all targets. The deadlines of open tickets follow at once; notifications are sent for what comes near or passes from now on.',
        params: IdParams,
        body: TargetSettings,
        response: responses(200, ProjectTargets, 400, 401, 403, 404, 429),
      },
    },
    async ({ actor, params, body }) => {
      await db.transaction((tx) => putTargets(tx, actor, params.id, body, clock()));
      jobs.trigger(targetsJob);
      return getTargets(db.read, actor, params.id);
    },
  );

  app.get(
    '/ext/tickets/deadlines',
    {
      config: { roles: everyRole },
      schema: {
        tags: ['tickets'],
        summary: 'Read when tickets have to be taken and finished',
        description: 'All in one page, in the order of the ids.',
        querystring: DeadlinesQuery,
        response: responses(200, TicketDeadlinesPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listDeadlines(db.read, actor, query.ids, clock()),
  );
}
