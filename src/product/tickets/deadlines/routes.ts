import { responses } from '../../../platform/http/openapi.ts';
import { projectTargetChanges } from '../../../platform/http/rate-limits.ts';
import { IdParams, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { targetsJob } from './health.ts';
import { listDeadlines } from './queries.ts';
import { DeadlinesQuery, DefaultTargets, ProjectTargets, TargetSettings, TicketDeadlinesPage } from './schemas.ts';
import { deleteTargets, getDefaultTargets, getTargets, putDefaultTargets, putTargets } from './targets.ts';

export function deadlineRoutes(app: TypedFastify, { db, clock, jobs }: RouteDeps): void {
  app.get(
    '/ext/projects/:id/targets',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
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

  app.delete(
    '/ext/projects/:id/targets',
    {
      config: { roles: ['client', 'admin'], accountRateLimit: projectTargetChanges },
      schema: {
        summary: 'Give a project the targets that its client has set for all projects',
        params: IdParams,
        response: responses(200, ProjectTargets, 400, 401, 403, 404, 429),
      },
    },
    async ({ actor, params }) => {
      await db.transaction((tx) => deleteTargets(tx, actor, params.id, clock()));
      jobs.trigger(targetsJob);
      return getTargets(db.read, actor, params.id);
    },
  );

  app.get(
    '/ext/users/:id/targets',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['users'],
        summary:
          'Read how soon tickets have to be taken and finished in the projects of a client that have no targets of their own',
        description: 'For the client and admins.',
        params: UuidParams,
        response: responses(200, DefaultTargets, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getDefaultTargets(db.read, actor, params.id),
  );

  app.put(
    '/ext/users/:id/targets',
    {
      config: { roles: ['client', 'admin'], accountRateLimit: projectTargetChanges },
      schema: {
        tags: ['users'],
        summary:
          'Set how soon tickets have to be taken and finished in the projects of a client that have no targets of their own',
        description: 'For the client and admins. Replaces all of these targets, also for projects that are created later.',
        params: UuidParams,
        body: TargetSettings,
        response: responses(200, DefaultTargets, 400, 401, 403, 404, 429),
      },
    },
    async ({ actor, params, body }) => {
      await db.transaction((tx) => putDefaultTargets(tx, actor, params.id, body, clock()));
      jobs.trigger(targetsJob);
      return getDefaultTargets(db.read, actor, params.id);
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
