import { Type } from 'typebox';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import { recordExport } from '../../../platform/audit/record-export.ts';
import { invalidValue } from '../../../platform/http/errors.ts';
import { accountCaller, acquireSlot } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { portalChanges } from '../../../platform/http/rate-limits.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, maxId, OkAnswer, ok, PdfFile } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import { type Caller, FairQueue } from '../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { ThreadTask } from '../../../platform/threads/thread-task.ts';
import { languageOf } from '../../reporting/job-sheet/queries.ts';
import { endEquipmentPortal, endPortal, openEquipmentPortal, openPortal } from './actions.ts';
import type { drawLabels, LabelSheet } from './labels/draw-labels.ts';
import { getEquipmentPortal, getPortal, listPortals, readEquipmentLabels, readLabels } from './queries.ts';
import { reportRoutes } from './report-routes.ts';
import { ObjectPortal, PortalItemPage, PortalQuery } from './schemas.ts';
import { labelTexts } from './texts/page-texts.ts';

/** Labels of one file. */
const maxLabels = 200;

const labelQuery = (what: string) =>
  Type.Object({
    ids: Type.String({
      pattern: '^[1-9][0-9]*(,[1-9][0-9]*)*$',
      maxLength: 11 * maxLabels,
      description: `Ids of ${what}, separated by commas, at most ${maxLabels}. Each must have a portal.`,
      examples: ['1,2,3'],
    }),
  });

const LabelQuery = labelQuery('objects');
const EquipmentLabelQuery = labelQuery('equipment');

const draw = new ThreadTask<typeof drawLabels>(moduleUrl('./labels/draw-labels', import.meta.url), 'drawLabels');

/** Renders labels as a PDF file. @throws QueueFull, CallerGone; TaskEnded, TaskFailed */
const renderLabels = (sheet: LabelSheet, caller: Caller): Promise<Uint8Array> => draw.run(caller, sheet);

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

interface PlaceRoutes {
  path: '/ext/objects/:id/portal' | '/ext/equipment/:id/portal';
  place: string;
  which: string;
  /** what opening it means for the address before it */
  opening: string;
  get: typeof getPortal;
  open: typeof openPortal;
  end: typeof endPortal;
}

/** The operations of clients and admins. */
export async function portalRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config } = deps;
  const labelQueue = new FairQueue(labelLimits);
  placeRoutes(app, deps, {
    path: '/ext/objects/:id/portal',
    place: 'an object',
    which: 'this object',
    opening: 'The address before it is void, and with it the labels that have it.',
    get: getPortal,
    open: openPortal,
    end: endPortal,
  });

  app.get(
    '/ext/portals',
    {
      config: { roles },
      schema: {
        summary: 'List the objects that have a portal',
        querystring: PortalQuery,
        response: responses(200, PortalItemPage, 400, 401, 403),
      },
    },
    (request) => {
      const { actor, query } = request;
      return readLane(db, request, query)((lane) => listPortals(lane, config, actor, query, publicUrlOf(request, config)));
    },
  );

  addLabelRoute('/ext/objects/labels.pdf', {
    summary: 'Print labels with the QR codes of portals',
    description:
      'Eight labels of 99.1 x 67.7 mm on each A4 page, with name and address of the object and the logo of the installation, in the order of `ids`.',
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
        schema: { summary, description, querystring, response: labelResponses },
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
          const logo = config.branding.logo?.content;
          const pdf = await renderLabels({ labels, ...texts, printedAt: clock().toISOString(), logo }, accountCaller(request));
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

  placeRoutes(app, deps, {
    path: '/ext/equipment/:id/portal',
    place: 'equipment',
    which: 'this equipment',
    opening: 'As that of an object. A report tells the equipment, and the ticket that is made of it is about the equipment.',
    get: getEquipmentPortal,
    open: openEquipmentPortal,
    end: endEquipmentPortal,
  });
  await reportRoutes(app, deps);
}

/** The operations on the portal of one kind of places. */
function placeRoutes(app: TypedFastify, { db, clock, config }: RouteDeps, kind: PlaceRoutes): void {
  const { path, place, which, opening, get, open, end } = kind;
  app.get(
    path,
    {
      config: { roles },
      schema: {
        summary: `Read the portal of ${place}`,
        description: `The public page on which people without an account report problems of ${which}.`,
        params: IdParams,
        response: responses(200, ObjectPortal, 400, 401, 403, 404),
      },
    },
    (request) => get(db.read, config, request.actor, request.params.id, publicUrlOf(request, config)),
  );

  app.post(
    path,
    {
      config: { roles, accountRateLimit: portalChanges },
      schema: {
        summary: `Open the portal of ${place}, or change its address`,
        description: opening,
        params: IdParams,
        response: responses(201, ObjectPortal, 400, 401, 403, 404, 409, 429),
      },
    },
    async (request) => {
      const { actor, params } = request;
      await db.transaction((tx) => open(tx, config, actor, params.id, clock()));
      return get(db.read, config, actor, params.id, publicUrlOf(request, config));
    },
  );

  app.delete(
    path,
    {
      config: { roles, accountRateLimit: portalChanges },
      schema: {
        summary: `End the portal of ${place}`,
        description: 'Its address is void. Reports that were made stay.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 429),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => end(tx, actor, params.id, clock()))),
  );
}
