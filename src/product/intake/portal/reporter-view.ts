import type { Db } from '../../../platform/database/database.ts';
import type { AnswerableAppointment } from '../../tickets/appointments/answer.ts';
import { findReport, findReportAppointment, headingOf, type ReporterState, stateOf } from './queries.ts';
import { type LinkOptions, readPhotos } from './report-queries.ts';
import { type MailState, mailStateOf } from './reporter-mail.ts';
import { findMessages, type ShownMessage } from './reporter-messages.ts';
import type { ReportPhoto } from './schemas.ts';

/** What the page of a report tells its reporter. */
export interface ReporterView {
  object: { name: string; address: string };
  text: string;
  /** own ones, until they belong to a ticket */
  photos: ReportPhoto[];
  created_at: string;
  state: ReporterState;
  /** why it was dismissed */
  reason: string;
  appointment: AnswerableAppointment;
  /** own ones, and what was written to the reporter */
  messages: ShownMessage[];
  /** there is a ticket that is not closed */
  can_write: boolean;
  /** null: not rated yet */
  rating: number | null;
  can_rate: boolean;
  mails: MailState;
  /** of the building; null: nobody has said it */
  timezone: string | null;
}

/** Finds a report of the object of a portal, which may be that of equipment of the object. @throws 404 token or report unknown */
export async function findReporterView(db: Db, token: string, reportId: string, options: LinkOptions): Promise<ReporterView> {
  const { portal, report } = await findReport(db, token, reportId);
  const { text, reason, created_at, timezone, ticket_status, rating } = report;
  return {
    object: headingOf(portal),
    text,
    photos: (await readPhotos(db, [report.id], options)).get(report.id) ?? [],
    reason,
    created_at,
    state: stateOf(report),
    appointment: await findReportAppointment(db, report, options.now),
    messages: await findMessages(db, report),
    can_write: ticket_status !== null && ticket_status !== 'closed',
    rating,
    can_rate: ticket_status === 'closed' && rating === null,
    mails: mailStateOf(report),
    timezone,
  };
}
