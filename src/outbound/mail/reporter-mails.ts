import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { portalUrl, readToken } from '../../product/intake/portal/portal-token.ts';
import { type ReporterState, stateOf } from '../../product/intake/portal/queries.ts';
import { reporterMailUrl } from '../../product/intake/portal/reporter-mail.ts';
import { pageTexts } from '../../product/intake/portal/texts/page-texts.ts';
import type { ReporterStep } from '../../product/tickets/reporter-mails.ts';
import { textsIn } from '../texts/texts.ts';
import { periodInWords } from '../texts/times.ts';
import type { Composer } from './composer.ts';
import { reportConfirmationMail, reportStepMail } from './reporter-template.ts';

/** The mails to people who have reported a problem without an account (docs/portal.md). */
export const reporterComposers: {
  report_confirmation: Composer<'report_confirmation'>;
  report_step: Composer<'report_step'>;
} = {
  report_confirmation: async ({ db, config }, { report_id }) => {
    const report = await findReport(db.read, report_id);
    if (!report || report.email_confirmed_at !== null || report.mails_ended_at !== null) return undefined;
    const { email, email_language, place, mail_key } = report;
    const base = configuredBaseUrl(config);
    const link = reporterMailUrl(base, mail_key, email_language);
    const mail = reportConfirmationMail(email_language, place, link, config.branding.color);
    return { to: email, about: { report: report_id }, mail, headers: threadOf(mail_key, base) };
  },
  report_step: async ({ db, config, clock }, payload) => {
    const report = await findReport(db.read, payload.report_id);
    if (!report || report.email_confirmed_at === null || report.mails_ended_at !== null) return undefined;
    const { email, email_language, place, mail_key } = report;
    const content = await describeStep(db.read, report, payload, clock());
    if (!content) return undefined;
    const base = configuredBaseUrl(config);
    const page = pageOf(config, base, report, payload.report_id);
    const end = reporterMailUrl(base, mail_key, email_language, 'end');
    const mail = reportStepMail(email_language, { ...content, place, page, end, color: config.branding.color });
    const headers = {
      'List-Unsubscribe': `<${end}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...threadOf(mail_key, base),
    };
    return { to: email, about: { report: payload.report_id }, mail, headers };
  },
};

/**
 * Mail programs show the mails of a report as one conversation, because all of them refer to the same message. Its ID is a hash: an answer
 * carries it to others, who must not get the key.
 */
function threadOf(mailKey: string, base: string): { References: string } {
  const id = createHash('sha256').update(`thread ${mailKey}`).digest('hex').slice(0, 32);
  return { References: `<report-${id}@${new URL(base).hostname}>` };
}

interface FoundReport {
  email: string;
  email_language: Language;
  mail_key: string;
  email_confirmed_at: string | null;
  mails_ended_at: string | null;
  /** the name of the object */
  place: string;
  status: 'open' | 'accepted' | 'merged' | 'dismissed';
  reason: string;
  ticket_id: number | null;
  ticket_status: string | null;
  is_canceled: boolean;
  timezone: string | null;
  /** of the object or, without one, of the equipment */
  portal_id: string | null;
  token_secret: Buffer | null;
}

async function findReport(db: Db, id: string): Promise<FoundReport | undefined> {
  // Targets and preferences belong to modules that may be missing: then they are empty.
  const { rows } = await sql<FoundReport>`
    select r.email, r.email_language, r.mail_key, r.email_confirmed_at, r.mails_ended_at, o.name as place, r.status, r.reason, r.ticket_id,
      t.status as ticket_status, t.cancel_reason is not null as is_canceled, coalesce(g.timezone, nullif(n.timezone, 'UTC')) as timezone,
      coalesce(l.id, e.id) as portal_id, coalesce(l.token_secret, e.token_secret) as token_secret
    from portal_reports as r join objects as o on o.id = r.object_id join projects as p on p.id = o.project_id
    left join tickets as t on t.id = r.ticket_id
    left join project_targets as g on g.project_id = p.id
    left join notification_preferences as n on n.user_id = p.client_id
    left join object_portals as l on l.object_id = r.object_id
    left join equipment_portals as e on e.equipment_id = r.equipment_id
    where r.id = ${id} and r.mail_key is not null`.execute(db);
  return rows[0];
}

/** @returns the address of the page of a report; undefined when its object has no portal any more */
function pageOf(config: Config, base: string, { portal_id, token_secret, email_language }: FoundReport, id: string) {
  const token = portal_id && token_secret && readToken(config, portal_id, token_secret);
  return token ? `${portalUrl(base, token)}/${id}?lang=${email_language}` : undefined;
}

interface StepContent {
  headline: string;
  sentences: string[];
}

/** The content of the mail about a step. @returns undefined when it is no longer true */
async function describeStep(db: Db, report: FoundReport, step: ReporterStep, now: Date): Promise<StepContent | undefined> {
  const { locale, states, reason: answer } = pageTexts[report.email_language];
  const words = textsIn(report.email_language).mail.reportStep;
  const state = stateOf(report);
  const content = ({ headline, sentence }: Texts, ...more: string[]): StepContent => ({
    headline,
    sentences: [sentence, ...more],
  });
  switch (step.step) {
    case 'accepted':
      return report.ticket_id === null || isOver(state) ? undefined : content(states.accepted);
    case 'dismissed':
      return state === 'dismissed' ? content(states.dismissed, `${answer}: ${report.reason}`) : undefined;
    case 'done':
      return state === 'done' ? content(states.done) : undefined;
    case 'closed':
      return isClosed(state) ? content(states[state]) : undefined;
    case 'appointment': {
      const period = await findAppointment(db, step.appointment_id, now);
      if (!period || isOver(state)) return undefined;
      const time = periodInWords(locale, report.timezone ?? 'UTC', period);
      const sentences = [words.appointmentSet(time), ...(period.answer === null ? [words.answerIt] : [])];
      return { headline: words.appointment, sentences };
    }
    case 'appointment_canceled': {
      const isReplaced = report.ticket_id !== null && (await hasAppointment(db, report.ticket_id));
      return isReplaced || isOver(state) ? undefined : { headline: words.appointment, sentences: [words.appointmentCanceled] };
    }
    case 'times_offered': {
      const isOpen = await isOffered(db, step.offer_id);
      return isOpen && !isOver(state) ? { headline: words.appointment, sentences: [words.timesOffered] } : undefined;
    }
  }
}

interface Texts {
  headline: string;
  sentence: string;
}

const isClosed = (state: ReporterState): state is 'closed' | 'canceled' => state === 'closed' || state === 'canceled';
const isOver = (state: ReporterState): boolean => state === 'done' || isClosed(state);

// The tables of appointments belong to product/appointments, which may be missing: then they are empty.

const findAppointment = (db: Db, id: number, now: Date) =>
  db
    .selectFrom('ticket_appointments')
    .select(['from_at as from', 'to_at as to', 'answer'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(sql<SqlBool>`to_at > ${now}`)
    .executeTakeFirst();

const hasAppointment = async (db: Db, ticketId: number): Promise<boolean> =>
  (await db
    .selectFrom('ticket_appointments')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined;

const isOffered = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('ticket_appointment_offers')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined;
