import { responses } from '../../../platform/http/openapi.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { announceOnMyWay } from './actions.ts';
import { OnMyWay } from './schemas.ts';

export function onMyWayRoutes(app: TypedFastify, deps: RouteDeps): void {
  app.post(
    '/ext/tickets/:id/on-my-way',
    {
      config: { roles: ['worker'] },
      schema: {
        summary: 'Tell the client that you are on your way',
        description:
          'The assigned worker, while the ticket is assigned or in progress. Returns 429 when the client was notified of it within the last 15 minutes.',
        params: IdParams,
        response: responses(200, OnMyWay, 400, 401, 403, 404, 409, 429),
      },
    },
    ({ actor, params }) => deps.db.transaction((tx) => announceOnMyWay(tx, deps, actor, params.id, deps.clock())),
  );
}
