import { senderIdOf } from '../../platform/audit/audit-log.ts';
import { recordExport } from '../../platform/audit/record-export.ts';
import type { RouteDeps } from '../../platform/capability/capability.ts';
import { invalidValue } from '../../platform/http/errors.ts';
import { accountCaller, acquireSlot } from '../../platform/http/fair-queue-key.ts';
import { responses } from '../../platform/http/openapi.ts';
import { publicUrlOf } from '../../platform/http/public-url.ts';
import { portalChanges } from '../../platform/http/rate-limits.ts';
import { readLane } from '../../platform/http/read-lane.ts';
import { IdParams, maxId, OkAnswer } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import { seconds } from '../../platform/lib/duration.ts';
import { FairQueue } from '../../platform/lib/fair-queue.ts';
import { LocalStorage } from '../../platform/storage/local.ts';
import { localFileRoute } from '../photos/local-file-route.ts';
import { languageOf } from '../report/queries.ts';
import { PdfFile } from '../report/schemas.ts';
import { thumbRoute } from '../thumbs/thumb-route.ts';
import { Ticket } from '../tickets/schemas.ts';
import { endEquipmentPortal, endPortal, openEquipmentPortal, openPortal } from './actions.ts';
import { acceptReport, dismissReport, mergeReport } from './decide-report.ts';
import { renderLabels } from './labels/render-labels.ts';
import { getEquipmentPortal, getPortal, listPortals, readEquipmentLabels, readLabels } from './queries.ts';
import { findReportPhoto, getReport, linkSubject, listReports } from './report-queries.ts';
import {
  AcceptReport,
  DismissReport,
  EquipmentLabelQuery,
  LabelQuery,
  MergeReport,
  maxLabels,
  ObjectPortal,
  PortalItemPage,
  PortalQuery,
  Report,
  ReportPage,
  ReportParams,
  ReportQuery,
} from './schemas.ts';
import { labelTexts } from './texts/label-texts.ts';

const tags = ['portal'];
const roles = ['client', 'admin'] as const;
const maxLabelFilesPerAccount = 1;
/** A process draws one file at a time. */
const labelLimits = { concurrency: 1, maxWaiting: 60, maxWaitMs: seconds(20) };
const labelResponses: object = {
  ...responses(200, PdfFile, 400, 401, 403, 404, 409, 429),
  200: { description: 'A PDF file with eight labels on each A4 page.', content: { 'application/pdf': { schema: PdfFile } } },
};

/** Prints labels of one kind of places. */
interface LabelRoute {
  summary: string;
  description: string;
  querystring: typeof LabelQuery;
  what: 'objects' | 'equipment';
  read: typeof readLabels;
}

/** The operations of clients and admins. */
export async function portalRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config } = deps;
  const labelQueue = new FairQueue(labelLimits);

  app.get(
    '/ext/objects/:id/portal',
    {
      config: { roles },
      schema: {
        tags,
        summary: 'Read the portal of an object',
        description: 'The public page on which people without an account report problems of this object.',
        params: IdParams,
        response: responses(200, ObjectPortal, 400, 401, 403, 404),
      },
    },
    (request) => getPortal(db.read, config, request.actor, request.params.id, publicUrlOf(request, config)),
  );

  app.post(
    '/ext/objects/:id/portal',
    {
      config: { roles, accountRateLimit: portalChanges },
      schema: {
        tags,
        summary: 'Open the portal of an object, or change its address',
        description: 'The address before it is void, and with it the labels that have it.',
        params: IdParams,
        response: responses(201, ObjectPortal, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      await db.transaction((tx) => openPortal(tx, config, actor, params.id, clock()));
      return reply.code(201).send(await getPortal(db.read, config, actor, params.id, publicUrlOf(request, config)));
    },
  );

  app.delete(
    '/ext/objects/:id/portal',
    {
      config: { roles, accountRateLimit: portalChanges },
      schema: {
        tags,
        summary: 'End the portal of an object',
        description: 'Its address is void. Reports that were made stay.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 429),
      },
    },
    async ({ actor, params }) => {
      await db.transaction((tx) => endPortal(tx, actor, params.id, clock()));
      return { ok: true };
    },
  );

  app.get(
    '/ext/portals',
    {
      config: { roles },
      schema: {
        tags,
        summary: 'List the objects that have a portal',
        querystring: PortalQuery,
        response: responses(200, PortalItemPage, 400, 401, 403),
      },
    },
    (request) =>
      readLane(
        db,
        request,
        request.query,
      )((lane) => listPortals(lane, config, request.actor, request.query, publicUrlOf(request, config))),
  );

  addLabelRoute('/ext/objects/labels.pdf', {
    summary: 'Print labels with the QR codes of portals',
    description: 'Eight labels of 99.1 x 67.7 mm on each A4 page, with name and address of the object, in the order of `ids`.',
    querystring: LabelQuery,
    what: 'objects',
    read: readLabels,
  });
  addLabelRoute('/ext/equipment/labels.pdf', {
    summary: 'Print labels with the QR codes of the portals of equipment',
    description: 'As those of objects, with the name of the equipment, its object and its location.',
    querystring: EquipmentLabelQuery,
    what: 'equipment',
    read: readEquipmentLabels,
  });

  function addLabelRoute(path: string, { summary, description, querystring, what, read }: LabelRoute): void {
    app.get(
      path,
      {
        config: { roles, withoutHead: true },
        schema: { tags, summary, description, querystring, response: labelResponses },
      },
      async (request, reply) => {
        const { actor, query } = request;
        const ids = [...new Set(query.ids.split(',').map((id) => Math.min(Number(id), maxId)))];
        if (ids.length > maxLabels) throw invalidValue('ids', `must name at most ${maxLabels} ${what}`);
        const labels = await read(db.read, config, actor, ids, publicUrlOf(request, config));
        await request.accountCheck; // an account that may not be used costs no processor time
        const release = await acquireSlot(labelQueue, request, maxLabelFilesPerAccount);
        try {
          const texts = labelTexts[(await languageOf(db.read, senderIdOf(actor))) ?? 'en'];
          const pdf = await renderLabels({ labels, ...texts, printedAt: clock().toISOString() }, accountCaller(request));
          const filter = { [what === 'objects' ? 'labels' : 'equipment_labels']: query.ids };
          await recordExport(db, actor, { format: 'pdf', filter, rows: labels.length }, clock());
          return reply
            .headers({ 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="labels.pdf"' })
            .send(pdf);
        } finally {
          release();
        }
      },
    );
  }

  equipmentPortalRoutes(app, deps);
  reportRoutes(app, deps);
  await photoRoutes(app, deps);
}

function equipmentPortalRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  app.get(
    '/ext/equipment/:id/portal',
    {
      config: { roles },
      schema: {
        tags,
        summary: 'Read the portal of equipment',
        description: 'The public page on which people without an account report problems of this equipment.',
        params: IdParams,
        response: responses(200, ObjectPortal, 400, 401, 403, 404),
      },
    },
    (request) => getEquipmentPortal(db.read, config, request.actor, request.params.id, publicUrlOf(request, config)),
  );

  app.post(
    '/ext/equipment/:id/portal',
    {
      config: { roles, accountRateLimit: portalChanges },
      schema: {
        tags,
        summary: 'Open the portal of equipment, or change its address',
        description:
          'As that of an object. A report tells the equipment, and the ticket that is made of it is about the equipment.',
        params: IdParams,
        response: responses(201, ObjectPortal, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      await db.transaction((tx) => openEquipmentPortal(tx, config, actor, params.id, clock()));
      return reply.code(201).send(await getEquipmentPortal(db.read, config, actor, params.id, publicUrlOf(request, config)));
    },
  );

  app.delete(
    '/ext/equipment/:id/portal',
    {
      config: { roles, accountRateLimit: portalChanges },
      schema: {
        tags,
        summary: 'End the portal of equipment',
        description: 'Its address is void. Reports that were made stay.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 429),
      },
    },
    async ({ actor, params }) => {
      await db.transaction((tx) => endEquipmentPortal(tx, actor, params.id, clock()));
      return { ok: true };
    },
  );
}

function reportRoutes(app: TypedFastify, { db, clock, config, storage, links, subscriptions }: RouteDeps): void {
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
        tags,
        summary: 'List the reports of people without an account',
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
        tags,
        summary: 'Create a ticket from a report',
        description:
          'As `POST /tickets` does, for the client of the object, about the equipment that the report tells. The photos of the report become attachments of the ticket, of the kind `report`.',
        params: ReportParams,
        body: AcceptReport,
        response: responses(201, Ticket, 400, 401, 403, 404, 409),
      },
    },
    async ({ actor, params, body }, reply) => {
      const ticket = await db.transaction((tx) => acceptReport(tx, { subscriptions }, actor, params.id, body, clock()));
      return reply.code(201).send(ticket);
    },
  );

  app.post(
    '/ext/reports/:id/dismiss',
    {
      config: { roles },
      schema: {
        tags,
        summary: 'Dismiss a report',
        description: 'The reporter reads the reason. The report is deleted after 30 days.',
        params: ReportParams,
        body: DismissReport,
        response: responses(200, Report, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      await db.transaction((tx) => dismissReport(tx, actor, params.id, body.reason, clock()));
      return getReport(db.read, actor, params.id, linkOptions(request));
    },
  );

  app.post(
    '/ext/reports/:id/merge',
    {
      config: { roles },
      schema: {
        tags,
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
      await db.transaction((tx) => mergeReport(tx, { subscriptions }, actor, params.id, target, clock()));
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
      tags,
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
