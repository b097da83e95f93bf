import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx, WritableDb } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { countAttempt, type RateLimit } from '../../../platform/http/rate-limiter.ts';
import { days } from '../../../platform/lib/duration.ts';
import { emailKey } from '../../../platform/lib/email.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { tenantOfObject } from '../../tenant.ts';
import './tables.ts';

// The mails to people who have reported a problem without an account: they confirm the address before anything is sent, and end the
// mails with one click. The key of both is in their mails only.

/** Whoever reports a problem can name any address: this is all that it can be sent by others. */
const confirmationsPerAddress: RateLimit = { name: 'report-address', max: 3, windowMs: days(1) };

/** The page on which an address is confirmed or the mails are ended. @param button the one that it is opened for */
export const reporterMailUrl = (baseUrl: string, key: string, language: Language, button?: 'end'): string =>
  `${baseUrl}/r/mail/${key}${button ? `/${button}` : ''}?lang=${language}`;

/**
 * Enqueues the mail that asks a reporter to confirm the address, in the transaction of the report; none where no mail server is set, or
 * when the address got too many today.
 */
export async function enqueueConfirmation(
  tx: Tx,
  { config, deliveries }: Pick<Deps, 'config' | 'deliveries'>,
  report: { id: string; object_id: number; email: string },
  now: Date,
): Promise<void> {
  if (!config.smtp || report.email === '') return;
  const { admitted } = await countAttempt(tx, { limit: confirmationsPerAddress, subject: emailKey(report.email) }, now);
  if (!admitted) return;
  const mail = { kind: 'report_confirmation' as const, report_id: report.id };
  await deliveries.enqueue(tx, 'mails', [mail], tenantOfObject(report.object_id), now);
}

/** Whether a reporter gets mails: `unconfirmed` until the address is confirmed, `none` without one. */
export type MailState = 'none' | 'unconfirmed' | 'on' | 'ended';

interface MailColumns {
  email: string;
  email_confirmed_at: string | null;
  mails_ended_at: string | null;
}

export function mailStateOf({ email, email_confirmed_at, mails_ended_at }: MailColumns): MailState {
  if (email === '') return 'none';
  if (mails_ended_at !== null) return 'ended';
  return email_confirmed_at === null ? 'unconfirmed' : 'on';
}

/** Finds out whether the mails with a key are sent. @throws 404 no report has it (any more) */
export async function findMailState(db: Db, key: string): Promise<MailState> {
  if (!uuid.test(key)) throw notFound('report');
  const report = await db
    .selectFrom('portal_reports')
    .select(['email', 'email_confirmed_at', 'mails_ended_at'])
    .where('mail_key', '=', key)
    .executeTakeFirst();
  if (!report) throw notFound('report');
  return mailStateOf(report);
}

/** Confirms the address of a report, or turns its mails on again. @throws 404 no report has the key (any more) */
export const confirmAddress = (db: WritableDb, key: string, now: Date): Promise<void> =>
  change(db, key, { email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, ${now})`, mails_ended_at: null });

/** Ends the mails about a report. @throws 404 no report has the key (any more) */
export const endMails = (db: WritableDb, key: string, now: Date): Promise<void> =>
  change(db, key, { mails_ended_at: sql<Date>`coalesce(mails_ended_at, ${now})` });

interface MailChange {
  email_confirmed_at?: RawBuilder<Date>;
  mails_ended_at: RawBuilder<Date> | null;
}

async function change(db: WritableDb, key: string, values: MailChange): Promise<void> {
  if (!uuid.test(key)) throw notFound('report');
  const changed = await db
    .updateTable('portal_reports')
    .set(values)
    .where('mail_key', '=', key)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('report');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
