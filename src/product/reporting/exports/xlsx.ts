import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportedTicket, Sheet } from './columns.ts';
import { headRow, sheetEnd, sheetHead, ticketRow, workbookFiles } from './sheet-xml.ts';

/** What Excel can hold; a further sheet has the rest. */
const maxRowsPerSheet = 1_048_576;
/** The fastest, because exports share the processor with all other requests. */
const compressionLevel = 1;

/**
 * Writes tickets as a workbook.
 * @param maxRows of one sheet, with its head
 */
export function xlsxStream(sheet: Sheet, maxRows = maxRowsPerSheet): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const stopping = new AbortController();
  zip.on('error', (error: Error) => output.destroy(error));
  pipeline(zip.outputStream, output, () => stopping.abort());
  writeWorkbook(zip, sheet, maxRows, stopping.signal).catch((error: Error) => output.destroy(error));
  return output;
}

async function writeWorkbook(zip: ZipFile, sheet: Sheet, maxRows: number, signal: AbortSignal): Promise<void> {
  const rest = new Rows(sheet);
  let sheetCount = 0;
  do {
    const xml = Readable.from(sheetXml(sheet, rest, maxRows), { objectMode: false, highWaterMark: 65_536, signal });
    zip.addReadStream(xml, `xl/worksheets/sheet${++sheetCount}.xml`, { compressionLevel });
    await finished(xml);
  } while (rest.hasMore);
  for (const [path, content] of workbookFiles(sheetCount)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
}

/** Batches of tickets, of which the rest can be given to the next sheet. */
class Rows {
  readonly #batches: AsyncIterator<readonly ExportedTicket[]>;
  #next: readonly ExportedTicket[] = [];

  constructor({ tickets }: Sheet) {
    this.#batches = tickets[Symbol.asyncIterator]();
  }

  get hasMore(): boolean {
    return this.#next.length > 0;
  }

  /** @returns at most so many rows; none at the end */
  async take(count: number): Promise<readonly ExportedTicket[]> {
    const taken = this.#next.slice(0, count);
    this.#next = this.#next.slice(count);
    if (this.#next.length === 0) this.#next = (await this.#batches.next()).value ?? [];
    return taken.length > 0 || this.#next.length === 0 ? taken : this.take(count);
  }
}

async function* sheetXml(sheet: Sheet, rows: Rows, maxRows: number): AsyncGenerator<Buffer> {
  const { columns, localTime } = sheet;
  yield Buffer.from(sheetHead + headRow(sheet));
  let rowNumber = 1;
  while (rowNumber < maxRows) {
    const tickets = await rows.take(maxRows - rowNumber);
    if (tickets.length === 0) break;
    yield Buffer.from(tickets.map((ticket) => ticketRow(ticket, ++rowNumber, columns, localTime)).join(''));
  }
  yield Buffer.from(sheetEnd);
}
