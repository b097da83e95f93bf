import type { Database } from '../database/database.ts';
import { type AuditActor, type AuditSubject, recordAuditEvent } from './audit-log.ts';

/** Longer ones, such as hundreds of ids, are cut off. */
const maxFilterLength = 1_000;

/** A file that leaves the service with data of many rows, or a PDF. */
export interface ExportedFile {
  format: 'csv' | 'xlsx' | 'pdf' | 'zip';
  /** the account that it is about, if it is about one */
  subject?: AuditSubject;
  /** the parameters of the request */
  filter: object;
  /** how many rows, or things that are printed, are in the file */
  rows: number;
  /** false: it ended before all rows were in it */
  isComplete?: boolean;
}

/**
 * Writes `export_made`. An export changes nothing, so the event has a transaction of its own; the file ends without an error only
 * after it was written.
 */
export async function recordExport(
  db: Pick<Database, 'statement'>,
  actor: AuditActor,
  { format, subject, filter, rows, isComplete = true }: ExportedFile,
  at: Date,
): Promise<void> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const detail = { format, filter: text.slice(0, maxFilterLength), rows, complete: isComplete };
  await db.statement((writer) => recordAuditEvent(writer, { event: 'export_made', at, actor, subject, detail }));
}
