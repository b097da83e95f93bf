import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { readChanges } from './queries.ts';
import { ChangesQuery, changesAnswer } from './schemas.ts';

export function changeRoutes(app: TypedFastify, { db, clock, config, ticketAdditions }: RouteDeps): void {
  const fields = ticketAdditions.fields.filter(({ onlyInDetails }) => !onlyInDetails);
  const additions = { ...ticketAdditions, fields };
  app.get(
    '/ext/changes',
    {
      config: { roles: ['admin', 'client'] },
      // As for `GET /ext/tickets`.
      serializerCompiler: () => JSON.stringify,
      schema: {
        tags: ['tickets'],
        summary: 'Read the tickets that changed since a cursor',
        description:
          'For programs that keep a copy: each ticket you may see that changed since `after`, once, in its present state, and the ids of ' +
          'those that are gone. Nothing that is committed later than the answer is skipped. After 410 begin without `after`, and drop the copy.',
        querystring: ChangesQuery,
        response: responses(200, changesAnswer(additions), 400, 401, 403, 410),
      },
    },
    (request) => {
      const { actor, query } = request;
      const context = { now: clock(), baseUrl: publicUrlOf(request, config) };
      // On the primary: the snapshots of a replica do not name the transactions that are open.
      const lane = readLane(db, request, { limit: query.limit, offset: 0 });
      return lane((reader) => readChanges(reader, actor, query, additions, context));
    },
  );
}
