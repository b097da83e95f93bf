import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { columnsFor, type Sheet } from './columns.ts';
import { csvStream } from './csv.ts';
import { LocalTime } from './local-time.ts';
import { readTickets } from './queries.ts';
import { CsvFile, type ExportQuery, exportQuery, XlsxFile } from './schemas.ts';
import { streamExport } from './stream-export.ts';
import { translate } from './translate.ts';
import { xlsxStream } from './xlsx.ts';

interface Format {
  extension: 'csv' | 'xlsx';
  contentType: string;
  title: string;
  file: typeof CsvFile;
  write: (sheet: Sheet) => Readable;
}

const formats: readonly Format[] = [
  { extension: 'csv', contentType: 'text/csv; charset=utf-8', title: 'CSV', file: CsvFile, write: csvStream },
  {
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    title: 'an Excel workbook',
    file: XlsxFile,
    write: (sheet) => xlsxStream(sheet),
  },
];

export function exportRoutes(app: TypedFastify, deps: RouteDeps): void {
  for (const format of formats) {
    app.get(
      `/ext/tickets.${format.extension}`,
      {
        config: { roles: everyRole, stream: true },
        schema: {
          summary: `Export the tickets you may see as ${format.title}`,
          description:
            'All rows, with the filters and orders of `GET /ext/tickets`. A file that is not complete ends with an error.',
          querystring: exportQuery(deps.ticketAdditions),
          response: fileResponses(format),
        },
      },
      (request, reply) => sendExport(request, reply, deps, format),
    );
  }
}

/** Described with the content type of the file. */
const fileResponses = ({ contentType, title, file }: Format): object => ({
  ...responses(200, file, 400, 401, 403, 429),
  200: { description: `The tickets as ${title}.`, content: { [contentType.split(';')[0] ?? '']: { schema: file } } },
});

async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
  { extension, contentType, write }: Format,
): Promise<Readable> {
  const { db, clock, config, ticketAdditions } = deps;
  await request.accountCheck; // nothing may be sent before it has passed
  const query = request.query as ExportQuery;
  const localTime = new LocalTime(query.timezone);
  const now = clock();
  const context = { now, baseUrl: publicUrlOf(request, config) };
  const columns = columnsFor(ticketAdditions.fields);
  const stream = await streamExport(request, deps, {
    format: extension,
    filter: query,
    read: (caller) => readTickets(db, request.actor, caller, query, ticketAdditions, context),
    countRows: (batch) => batch.length,
    write: (tickets) => {
      const sheet = { columns, localTime, tickets };
      return write(query.language ? translate(sheet, query.language) : sheet);
    },
  });
  const date = localTime.toIso(now.getTime()).slice(0, 10);
  reply.header('content-type', contentType).header('content-disposition', `attachment; filename="tickets-${date}.${extension}"`);
  return stream;
}

/** Lists of tickets as files for spreadsheets. */
export const exports: Module = { name: 'exports', tag: 'tickets', routes: exportRoutes };
