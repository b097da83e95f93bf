import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordExport } from '../../platform/audit/record-export.ts';
import type { RouteDeps } from '../../platform/capability/capability.ts';
import { accountCaller, acquireSlot } from '../../platform/http/fair-queue-key.ts';
import { responses } from '../../platform/http/openapi.ts';
import { publicUrlOf } from '../../platform/http/public-url.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import { minutes, seconds } from '../../platform/lib/duration.ts';
import { FairQueue } from '../../platform/lib/fair-queue.ts';
import { recentlyActiveTenants } from '../../platform/lib/fair-queue-contention.ts';
import { everyRole } from '../auth/access.ts';
import { columnsFor, type ExportedTicket, type Sheet } from './columns.ts';
import { csvStream } from './csv.ts';
import { limitedStream, type StreamLimits } from './limited-stream.ts';
import { LocalTime } from './local-time.ts';
import { readTickets } from './queries.ts';
import { CsvFile, type ExportQuery, exportQuery, XlsxFile } from './schemas.ts';
import { translate } from './translate.ts';
import { xlsxStream } from './xlsx.ts';

const tags = ['tickets'];
/** A client that reads more slowly keeps a transaction open, and with it deleted rows from being vacuumed. */
const streamLimits: StreamLimits = { maxStallMs: seconds(60), maxDurationMs: minutes(30), minBatches: 10, windowMs: seconds(10) };
/** How long an account that was disabled, or whose token was revoked, goes on reading. */
const accountCheckIntervalMs = seconds(1);
const maxPerAccount = 2;
/** In all, as many as there are connections for them (platform/database/cursor-reads.ts). */
const exportLimits = {
  concurrency: 4,
  concurrencyPerTenant: 2,
  activity: recentlyActiveTenants,
  maxWaiting: 40,
  maxWaitMs: seconds(20),
};

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
  const queue = new FairQueue(exportLimits);
  for (const format of formats) {
    app.get(
      `/ext/tickets.${format.extension}`,
      {
        config: { roles: everyRole, stream: true },
        schema: {
          tags,
          summary: `Export the tickets you may see as ${format.title}`,
          description:
            'All rows, with the filters and orders of `GET /ext/tickets`. A file that is not complete ends with an error.',
          querystring: exportQuery(deps.ticketAdditions),
          response: fileResponses(format),
        },
      },
      (request, reply) => sendExport(request, reply, deps, queue, format),
    );
  }
}

/** Described with the content type of the file. */
const fileResponses = ({ contentType, title, file }: Format): object => ({
  ...responses(200, file, 400, 401, 403, 429),
  200: { description: `The tickets as ${title}.`, content: { [contentType.split(';')[0] ?? '']: { schema: file } } },
});

/** Reads the first rows before the answer begins, so that what the database refuses is answered with `{error}`. */
async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock, config, ticketAdditions, log }: RouteDeps,
  queue: FairQueue,
  { extension, contentType, write }: Format,
): Promise<Readable> {
  await request.accountCheck; // nothing may be sent before it has passed
  const query = request.query as ExportQuery;
  const localTime = new LocalTime(query.timezone);
  const release = await acquireSlot(queue, request, maxPerAccount);
  const caller = accountCaller(request);
  const isWanted = (): boolean => queue.wantedBy(caller) === 'others';
  const now = clock();
  const context = { now, baseUrl: publicUrlOf(request, config) };
  const tickets = readTickets(db, request.actor, caller, query, ticketAdditions, context);
  const first = await tickets.next().catch((error) => {
    release();
    throw error;
  });
  const columns = columnsFor(ticketAdditions.fields);
  let rows = 0;
  let isRecorded = false;
  const record = async (isComplete: boolean): Promise<void> => {
    if (isRecorded) return;
    isRecorded = true;
    await recordExport(db, request.actor, { format: extension, filter: query, rows, isComplete }, clock());
  };
  async function* counted(): AsyncGenerator<ExportedTicket[]> {
    for await (const batch of following(first, tickets, request)) {
      rows += batch.length;
      yield batch;
    }
    await record(true);
  }
  const stream = limitedStream(
    (batches) => {
      const sheet = { columns, localTime, tickets: batches };
      return write(query.language ? translate(sheet, query.language) : sheet);
    },
    counted(),
    streamLimits,
    isWanted,
  );
  stream.once('close', () => {
    void tickets.return().finally(release);
    record(false).catch((error: Error) =>
      log.error({ reason: error.message }, 'an export that ended early could not be recorded'),
    );
  });
  const date = localTime.toIso(now.getTime()).slice(0, 10);
  reply.header('content-type', contentType).header('content-disposition', `attachment; filename="tickets-${date}.${extension}"`);
  return stream;
}

async function* following(
  first: IteratorResult<ExportedTicket[], void>,
  rest: AsyncIterable<ExportedTicket[]>,
  { checkAccess }: FastifyRequest,
): AsyncGenerator<ExportedTicket[]> {
  if (first.done) return;
  yield first.value;
  let checkedAt = performance.now();
  for await (const batch of rest) {
    if (performance.now() - checkedAt > accountCheckIntervalMs) {
      await checkAccess();
      checkedAt = performance.now();
    }
    yield batch;
  }
}
