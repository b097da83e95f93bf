import { Type } from 'typebox';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, invalidValue, pointerTo, validationFailed } from '../../../platform/http/errors.ts';
import { valuesValidator } from '../../../platform/http/validation.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { UploadsForm } from '../../files/photos/receive-upload.ts';
import { findReport } from './queries.ts';
import { countAnswer } from './report-limits.ts';
import { RateReport, type ReportRating } from './reporter-schemas.ts';
import { notifyReportsChanged } from './submit-report.ts';
import './tables.ts';

/**
 * Stores how a reporter rates the work, once and after the ticket was closed, and counts it for the statistics.
 * @throws 404 token or report unknown, 409 the ticket is not closed, or it was rated already, 429 too many answers about the object today
 */
export async function rateReport(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  token: string,
  reportId: string,
  { rating, text = '' }: RateReport,
  now: Date,
): Promise<ReportRating> {
  const { portal, report } = await findReport(tx, token, reportId);
  await countAnswer(tx, config, portal.object_id, now);
  // Its lock keeps the ticket from being deleted: what the statistics count must not outlive its project.
  const ticket = await tx
    .selectFrom('tickets')
    .select(['project_id', 'object_id', 'worker_id', 'status'])
    .where('id', '=', report.ticket_id)
    .forShare()
    .executeTakeFirst();
  if (ticket?.status !== 'closed') throw conflict('ticket_not_closed', errorMessages.ticketNotClosed);
  await tx.insertInto('report_ratings').values({ report_id: report.id, rating, text, created_at: now }).execute();
  const { project_id, object_id, worker_id } = ticket;
  const had_worker = worker_id !== null;
  await tx.insertInto('report_rating_stats').values({ project_id, object_id, worker_id, had_worker, rating, at: now }).execute();
  await notifyReportsChanged(tx, { object_id, client_id: null });
  return { rating, text, created_at: now.toISOString() };
}

const validateText = valuesValidator(Type.Object({ text: RateReport.properties.text }));

/** Reads the form of a page. @throws 400 */
export function parseRating(form: UploadsForm['fields']): RateReport {
  const [rating, text] = [form.get('rating'), form.get('text')];
  if (typeof rating !== 'string' || !/^[1-5]$/.test(rating)) throw invalidValue('rating', 'must be from 1 to 5');
  const result = validateText({ text: typeof text === 'string' ? text : '' });
  if ('error' in result) throw validationFailed(result.error, pointerTo(result.field ? [result.field] : []));
  return { rating: Number(rating), ...result.value };
}
