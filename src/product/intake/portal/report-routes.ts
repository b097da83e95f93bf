import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { LocalStorage } from '../../../platform/storage/local.ts';
import { localFileRoute } from '../../files/photos/local-file-route.ts';
import { thumbRoute } from '../../files/thumbs/thumb-route.ts';
import { languageOf } from '../../reporting/job-sheet/queries.ts';
import { Ticket } from '../../tickets/schemas.ts';
import { acceptReport, dismissReport, mergeReport } from './decide-report.ts';
import { findReportPhoto, getReport, linkSubject, listReports } from './report-queries.ts';
import { AcceptReport, DismissReport, MergeReport, Report, ReportPage, ReportParams, ReportQuery } from './schemas.ts';

const roles = ['client', 'admin'] as const;

/** The operations of clients and admins on reports. */
export async function reportRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  decisionRoutes(app, deps);
  await photoRoutes(app, deps);
}

function decisionRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, storage, links } = deps;
  const linkOptions = (request: Parameters<typeof publicUrlOf>[0]) => ({
    storage,
    links,
    now: clock(),
    baseUrl: publicUrlOf(request, config),
  });

  app.get(
    '/ext/reports',
    {
      config: { roles },
      schema: {
        summary: 'List the reports of people without an account, and what workers found',
        description: 'About your objects, or all of them for an admin.',
        querystring: ReportQuery,
        response: responses(200, ReportPage, 400, 401, 403),
      },
    },
    (request) =>
      readLane(db, request, request.query)((lane) => listReports(lane, request.actor, request.query, linkOptions(request))),
  );

  app.post(
    '/ext/reports/:id/accept',
    {
      config: { roles },
      schema: {
        summary: 'Create a ticket from a report',
        description:
          'As `POST /tickets` does, for the client of the object, about the equipment that the report tells. The photos of the report become attachments of the ticket, of the kind `report`. What a worker found is linked to the ticket of `from_ticket_id`, as its `follow_up`.',
        params: ReportParams,
        body: AcceptReport,
        response: responses(201, Ticket, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => acceptReport(tx, deps, actor, params.id, body, clock())),
  );

  app.post(
    '/ext/reports/:id/dismiss',
    {
      config: { roles },
      schema: {
        summary: 'Dismiss a report',
        description: 'The reporter reads the reason. The report is deleted after 30 days.',
        params: ReportParams,
        body: DismissReport,
        response: responses(200, Report, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      await db.transaction((tx) => dismissReport(tx, deps, actor, params.id, body.reason, clock()));
      return getReport(db.read, actor, params.id, linkOptions(request));
    },
  );

  app.post(
    '/ext/reports/:id/merge',
    {
      config: { roles },
      schema: {
        summary: 'Add a report to a ticket that is open already',
        description: 'As a comment with its photos. The ticket must be about the same object.',
        params: ReportParams,
        body: MergeReport,
        response: responses(200, Report, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const language = (await languageOf(db.read, senderIdOf(actor))) ?? 'en';
      const target = { ticketId: body.ticket_id, language };
      await db.transaction((tx) => mergeReport(tx, deps, actor, params.id, target, clock()));
      return getReport(db.read, actor, params.id, linkOptions(request));
    },
  );
}

async function photoRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { storage } = deps;

  thumbRoute(app, deps, {
    path: '/ext/report-photos/:id/thumb',
    kind: 'photo',
    description: {
      summary: 'Read the small version of a photo of a report',
      description: 'As that of an attachment. Its link is `thumb_url` of the photo.',
    },
    linkSubject,
    find: findReportPhoto,
  });

  if (storage instanceof LocalStorage) {
    await localFileRoute(app, deps, storage, {
      path: '/ext/report-photos/:id/file',
      kind: 'report-photo',
      find: findReportPhoto,
    });
  }
}
