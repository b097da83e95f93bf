import { responses } from '../../../platform/http/openapi.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { changeView, createView, deleteView } from './actions.ts';
import { listViews } from './queries.ts';
import { maxViews, SavedViewAnswer, SavedViewPage, ViewQuery, viewBodies } from './schemas.ts';

export function viewRoutes(app: TypedFastify, { db, clock, ticketAdditions }: RouteDeps): void {
  const { CreateView, ChangeView } = viewBodies(ticketAdditions);

  app.get(
    '/ext/views',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List your saved views and the shared ones',
        querystring: ViewQuery,
        response: responses(200, SavedViewPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listViews(db.read, actor, query),
  );

  app.post(
    '/ext/views',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Save filters of the ticket list',
        description: `At most ${maxViews} per account, and as many shared ones. Only admins share.`,
        body: CreateView,
        response: responses(201, SavedViewAnswer, 400, 401, 403, 409),
      },
    },
    ({ actor, body }) => db.transaction((tx) => createView(tx, actor, body, clock())),
  );

  app.patch(
    '/ext/views/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Change a saved view',
        description: "Your own one; for admins a shared one, too. `shared: false` makes a shared one the caller's own.",
        params: IdParams,
        body: ChangeView,
        response: responses(200, SavedViewAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => changeView(tx, actor, params.id, body)),
  );

  app.delete(
    '/ext/views/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Delete a saved view',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteView(tx, actor, params.id))),
  );
}

/** Saved filters of the ticket list. */
export const views: Module = {
  name: 'views',
  tag: 'tickets',
  tables: ['saved_views'],
  personalData: [ownRows('saved_views', 'owner_id', { replaced: ['name', 'query'] })],
  routes: viewRoutes,
};
