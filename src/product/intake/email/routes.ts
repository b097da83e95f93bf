import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { listLeftMails } from './queries.ts';
import { LeftMailPage, LeftMailQuery } from './schemas.ts';

export function intakeRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/intake',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'List the mails of which nothing was made',
        description:
          'Of the mails to INTAKE_ADDRESS in the last 30 days, the newest first: why they became neither a report nor a comment. They are still in the mailbox.',
        querystring: LeftMailQuery,
        response: responses(200, LeftMailPage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listLeftMails(lane, request.query)),
  );
}
