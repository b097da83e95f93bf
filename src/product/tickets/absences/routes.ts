import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireProject } from '../../places/projects/queries.ts';
import { listAbsences, listMemberAbsences, replaceAbsences, requireKnownWorker } from './queries.ts';
import { AbsencePage, AbsenceQuery, MemberAbsencePage, maxAbsences, NewAbsences } from './schemas.ts';

export function absenceRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/users/:id/absences',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List when a worker is absent',
        description: 'Of yourself; for a client of the members of its projects, for an admin of every worker.',
        params: UuidParams,
        querystring: AbsenceQuery,
        response: responses(200, AbsencePage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireKnownWorker(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listAbsences(lane, params.id, query));
    },
  );

  app.put(
    '/ext/users/:id/absences',
    {
      config: { roles: ['worker', 'admin'] },
      schema: {
        summary: 'Replace all absences of a worker',
        description: 'They are shown to whoever assigns, and keep nobody from assigning.',
        params: UuidParams,
        body: NewAbsences,
        response: responses(200, AbsencePage, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) =>
      db.transaction(async (tx) => {
        await replaceAbsences(tx, actor, params.id, body);
        return listAbsences(tx, params.id, { limit: maxAbsences, offset: 0, sort: 'from' });
      }),
  );

  app.get(
    '/ext/projects/:id/absences',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'List when the members of a project are absent',
        description: 'Absences that are not over.',
        params: IdParams,
        querystring: AbsenceQuery,
        response: responses(200, MemberAbsencePage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireProject(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listMemberAbsences(lane, params.id, query, clock()));
    },
  );
}

/** Days on which workers are not available, for those who assign. */
export const absences: Module = {
  name: 'absences',
  tag: 'users',
  tables: ['worker_absences'],
  personalData: [ownRows('worker_absences', 'worker_id')],
  routes: absenceRoutes,
};
