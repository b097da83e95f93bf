import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { discardUploads } from '../../files/photos/receive-upload.ts';
import { createUploadsReceiver } from '../../files/photos/upload-receiver.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../../tickets/queries.ts';
import { reportFound, requireCanReport } from './found-report.ts';
import { FoundReportForm, FoundReportQuery } from './found-schemas.ts';
import { getOwnReport, listFoundReports } from './report-queries.ts';
import { maxReportPhotos, Report, ReportPage, reportLimits } from './schemas.ts';

/** The operations of workers who find another defect during their work. */
export async function foundRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config, storage, links } = deps;
  const receiveUploads = await createUploadsReceiver(app, config, maxReportPhotos);
  const linkOptions = (request: Parameters<typeof publicUrlOf>[0]) => ({
    storage,
    links,
    now: clock(),
    baseUrl: publicUrlOf(request, config),
  });

  app.get(
    '/ext/tickets/:id/reports',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List what was found during the work on a ticket',
        description:
          'With what became of it. For whoever sees the ticket; workers to whom it is not assigned see what they have found themselves.',
        params: IdParams,
        querystring: FoundReportQuery,
        response: responses(200, ReportPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      const options = linkOptions(request);
      return readLane(db, request, query)((lane) => listFoundReports(lane, actor, params.id, query, options));
    },
  );

  app.post(
    '/ext/tickets/:id/reports',
    {
      config: { roles: ['worker'], multipart: FoundReportForm },
      schema: {
        summary: 'Report another defect that you found during the work on a ticket',
        description: `A form with the fields \`text\` (${reportLimits.minText} to ${reportLimits.maxText} characters), \`category\`, \`floor\`, \`contact\`, \`equipment_id\` (of the object of the ticket; all four optional) and up to ${maxReportPhotos} files \`photo\` (jpeg, png or webp). It becomes a report about the object, which its client and admins answer in \`GET /ext/reports\`; the ticket that they create of it is linked to this one as its follow-up. For the assigned worker, whatever the status of the ticket.`,
        consumes: ['multipart/form-data'],
        params: IdParams,
        response: responses(201, Report, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request) => {
      const { actor, params } = request;
      await requireCanReport(db.read, actor, params.id);
      const id = await receiveUploads(request, async (form, { isGone }) => {
        try {
          return await reportFound(deps, actor, params.id, form, isGone);
        } finally {
          await discardUploads(form.uploads);
        }
      });
      return getOwnReport(db.read, id, linkOptions(request));
    },
  );
}
