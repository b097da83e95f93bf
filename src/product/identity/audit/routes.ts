import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { listAuditEvents } from './queries.ts';
import { deleteExpiredEvents } from './retention.ts';
import { AuditEventPage, AuditQuery } from './schemas.ts';

export function auditRoutes(app: TypedFastify, { db }: RouteDeps): void {
  app.get(
    '/ext/audit',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'List security events',
        description: 'The newest first. Events are kept for AUDIT_RETENTION_DAYS.',
        querystring: AuditQuery,
        response: responses(200, AuditEventPage, 400, 401, 403),
      },
    },
    // Counting a million events takes about 0.2 s, which must not delay the reads of other accounts.
    (request) => heavyLane(db, request)((lane) => listAuditEvents(lane, request.query)),
  );
}

/** Reading and retention of the security events, which platform/audit/audit-log.ts writes. */
export const audit: Module = {
  name: 'audit',
  tag: 'audit',
  routes: auditRoutes,
  jobs: (deps) => [{ name: 'audit retention', everyMs: days(1), run: (stopping) => deleteExpiredEvents(deps, stopping) }],
};
