import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { csvStream } from '../exports/csv.ts';
import { LocalTime } from '../exports/local-time.ts';
import { CsvFile } from '../exports/schemas.ts';
import { streamExport } from '../exports/stream-export.ts';
import { columnsOf, presentLines } from './activity-file.ts';
import { allActivity, listActivity } from './queries.ts';
import { ActivityFileQuery, ActivityPage, ActivityQuery } from './schemas.ts';

const csv = 'text/csv';

const fileResponses: object = {
  ...responses(200, CsvFile, 400, 401, 403, 429),
  200: { description: 'What was done, as CSV.', content: { [csv]: { schema: CsvFile } } },
};

export function activityRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock } = deps;
  app.get(
    '/ext/activity',
    {
      config: { roles: ['admin', 'client'] },
      schema: {
        summary: 'List what was done with the tickets you may see',
        description:
          'The entries of their journals and the comments that you may read, the newest first, whoever did it. The link `next` leads by key.',
        querystring: ActivityQuery,
        response: responses(200, ActivityPage, 400, 401, 403),
      },
    },
    // Of a place with few entries, or far behind, many rows are read for a page.
    (request) => heavyLane(db, request)((lane) => listActivity(lane, request.actor, request.query)),
  );

  app.get(
    '/ext/activity.csv',
    {
      config: { roles: ['admin', 'client'], stream: true },
      schema: {
        summary: 'Export what was done with the tickets you may see as CSV',
        description:
          'All rows, with the filters of `GET /ext/activity` and in its order. A file that is not complete ends with an error.',
        querystring: ActivityFileQuery,
        response: fileResponses,
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      await request.accountCheck; // nothing may be sent before it has passed
      const { timezone, language, ...filters } = query;
      const localTime = new LocalTime(timezone);
      const stream = await streamExport(request, deps, {
        format: 'csv',
        filter: { activity: true, ...query },
        read: () => presentLines(db.readInBatches(allActivity(actor, filters)), language),
        countRows: (batch) => batch.length,
        write: (tickets) => csvStream({ columns: columnsOf(language), localTime, tickets, ...(language && { language }) }),
      });
      const date = localTime.toIso(clock().getTime()).slice(0, 10);
      reply.header('content-type', `${csv}; charset=utf-8`);
      reply.header('content-disposition', `attachment; filename="activity-${date}.csv"`);
      return stream;
    },
  );
}

/** Who did what and when, over all tickets. */
export const activity: Module = { name: 'activity', tag: 'tickets', routes: activityRoutes };
