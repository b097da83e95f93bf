import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import { recordExport } from '../../../platform/audit/record-export.ts';
import { accountCaller, acquireSlot } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import { IdParams, PdfFile, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { requireTimeZone } from '../../../platform/http/validation.ts';
import { FairQueue } from '../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ThreadTask } from '../../../platform/threads/thread-task.ts';
import { requireClient } from '../../identity/users/queries.ts';
import { getEquipment } from '../../places/equipment/queries.ts';
import { getObject } from '../../places/objects/queries.ts';
import { requireProject } from '../../places/projects/queries.ts';
import { CostTotal } from '../../tickets/costs/schemas.ts';
import { csvStream } from '../exports/csv.ts';
import { LocalTime } from '../exports/local-time.ts';
import { CsvFile } from '../exports/schemas.ts';
import { streamExport } from '../exports/stream-export.ts';
import { languageOf } from '../job-sheet/queries.ts';
import { maxPdfsPerAccount, pdfLimits } from '../job-sheet/render-job-sheet.ts';
import { costFileColumns, presentCosts } from './cost-file.ts';
import type { drawStatement } from './draw-statement.ts';
import { costFileRows, readStatement, sumCostsOfEquipment, sumCostsOfObject } from './queries.ts';
import { CostFileQuery, PlaceCostsQuery, StatementQuery } from './schemas.ts';

const draw = new ThreadTask<typeof drawStatement>(moduleUrl('./draw-statement', import.meta.url), 'drawStatement');
const pdf = 'application/pdf';
const csv = 'text/csv';

const pdfResponses: object = {
  ...responses(200, PdfFile, 400, 401, 403, 404, 429),
  200: { description: 'The statement as a PDF file.', content: { [pdf]: { schema: PdfFile } } },
};
const csvResponses: object = {
  ...responses(200, CsvFile, 400, 401, 403, 404, 429),
  200: { description: 'The costs as CSV.', content: { [csv]: { schema: CsvFile } } },
};

export function statementRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config } = deps;
  const queue = new FairQueue(pdfLimits);

  app.get(
    '/ext/users/:id/statement.pdf',
    {
      config: { roles: ['client', 'admin'], withoutHead: true },
      schema: {
        summary: 'Print what the tickets of a client cost in a month',
        description:
          'By project, building and ticket, with sums for each currency. For the client and admins. Of tickets that retention has deleted only the sums are left.',
        params: UuidParams,
        querystring: StatementQuery,
        response: pdfResponses,
      },
    },
    async (request, reply) => {
      const { actor, params, query } = request;
      const { month, timezone, project_id } = query;
      requireTimeZone(timezone);
      const client_name = await requireClient(db.read, actor, params.id);
      if (project_id !== undefined) await requireProject(db.read, actor, project_id);
      await request.accountCheck; // an account that may not be used costs no processor time
      const release = await acquireSlot(queue, request, maxPdfsPerAccount);
      try {
        const language = query.language ?? (await languageOf(db.read, senderIdOf(actor))) ?? 'en';
        const caller = accountCaller(request);
        const costs = await db.heavyRead(caller, (heavy) => readStatement(heavy, params.id, month, project_id));
        const file = await draw.run(caller, {
          ...{ language, timezone, month, client_name, printedAt: clock().toISOString(), branding: config.branding },
          ...costs,
        });
        await recordExport(db, actor, { format: 'pdf', filter: { client_id: params.id, ...query }, rows: 1 }, clock());
        return reply
          .headers({ 'content-type': pdf, 'content-disposition': `attachment; filename="costs-${month}.pdf"` })
          .send(file);
      } finally {
        release();
      }
    },
  );

  app.get(
    '/ext/objects/:id/costs',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['objects'],
        summary: 'Sum the costs of an object',
        description: 'Of all its tickets, with those that retention has deleted, by the days of the lines.',
        params: IdParams,
        querystring: PlaceCostsQuery,
        response: responses(200, CostTotal, 400, 401, 403, 404),
      },
    },
    (request) =>
      heavyLane(
        db,
        request,
      )(async (lane) => sumCostsOfObject(lane, await getObject(lane, request.actor, request.params.id), request.query)),
  );

  app.get(
    '/ext/equipment/:id/costs',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['equipment'],
        summary: 'Sum the costs of a piece of equipment',
        description: 'Of the tickets about it that are still there, by the days of the lines.',
        params: IdParams,
        querystring: PlaceCostsQuery,
        response: responses(200, CostTotal, 400, 401, 403, 404),
      },
    },
    (request) =>
      heavyLane(
        db,
        request,
      )(async (lane) => sumCostsOfEquipment(lane, await getEquipment(lane, request.actor, request.params.id), request.query)),
  );

  app.get(
    '/ext/costs.csv',
    {
      config: { roles: ['client', 'admin'], stream: true },
      schema: {
        tags: ['tickets'],
        summary: 'Export the costs of your projects for an accounting program',
        description:
          'One line for each line of cost, by its day. The names and the order of the columns do not change; new ones are added at the end. Amounts are decimals of the main unit of the currency. A line is final when its ticket is closed. A file that is not complete ends with an error.',
        querystring: CostFileQuery,
        response: csvResponses,
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      await request.accountCheck; // nothing may be sent before it has passed
      if (query.project_id !== undefined) await requireProject(db.read, actor, query.project_id);
      const stream = await streamExport(request, deps, {
        format: 'csv',
        filter: { costs: true, ...query },
        read: () => presentCosts(db.readInBatches(costFileRows(actor, query))),
        countRows: (batch) => batch.length,
        write: (tickets) => csvStream({ columns: costFileColumns, localTime: new LocalTime('UTC'), tickets }),
      });
      reply.header('content-type', `${csv}; charset=utf-8`).header('content-disposition', 'attachment; filename="costs.csv"');
      return stream;
    },
  );
}

/** What a client's tickets cost in a month as a PDF file, and all lines of cost for accounting programs. */
export const statements: Module = { name: 'statements', tag: 'users', routes: statementRoutes };
