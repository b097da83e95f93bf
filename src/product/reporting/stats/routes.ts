import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { requireProject } from '../../places/projects/queries.ts';
import { getStats } from './queries.ts';
import { rangeOf } from './range.ts';
import { listRepeats } from './repeats.ts';
import { RepeatPage, RepeatQuery, Stats, StatsQuery } from './schemas.ts';

export function statsRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  app.get(
    '/ext/stats',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Count tickets by time, category, object and worker',
        description:
          'Of the projects that you see. Tickets that retention has deleted are counted, those of deleted projects are not.',
        querystring: StatsQuery,
        response: responses(200, Stats, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, query } = request;
      const now = clock();
      const range = rangeOf(query, now);
      const keptDays = config.ticketRetentionDays;
      const deleted_before = keptDays === 0 ? null : plus(now, -days(keptDays)).toISOString();
      if (query.project_id !== undefined) await requireProject(db.read, actor, query.project_id);
      const numbers = await heavyLane(db, request)((lane) => getStats(lane, actor, range));
      return { ...numbers, deleted_before };
    },
  );

  app.get(
    '/ext/stats/repeats',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'List where the same trouble comes back',
        description: 'Objects, or equipment, with three or more tickets of one category, created in the last 30 days.',
        querystring: RepeatQuery,
        response: responses(200, RepeatPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, query } = request;
      if (query.project_id !== undefined) await requireProject(db.read, actor, query.project_id);
      return heavyLane(db, request)((lane) => listRepeats(lane, actor, query, clock()));
    },
  );
}
