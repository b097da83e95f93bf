import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, pointerTo, validationFailed } from '../../../platform/http/errors.ts';
import { valuesValidator } from '../../../platform/http/validation.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { UploadsForm } from '../../files/photos/receive-upload.ts';
import { insertReporterComment } from '../../tickets/comments/actions.ts';
import { claimMessageKey } from './message-keys.ts';
import { findReport } from './queries.ts';
import { countMessage } from './report-limits.ts';
import { type ReporterMessage, SendMessage } from './reporter-schemas.ts';

// What the reporter of a ticket and those who work on it write to each other: comments of the ticket.

/** So many are on the page of a report, the newest ones. */
const maxShown = 100;

const validate = valuesValidator(SendMessage);

/**
 * The key of a form without a script, which a browser sends again on a reload or after a lost answer. The text belongs to it: whoever goes
 * back and writes something else sends another message. No Idempotency-Key of a header has a space.
 */
export function keyOfMessageForm(form: UploadsForm['fields']): string | undefined {
  const [key, text] = [form.get('key'), form.get('text')];
  return typeof key === 'string' && key !== '' ? `form ${key} ${String(text)}` : undefined;
}

/** Reads the form of a page. @throws 400 */
export function parseMessage(form: UploadsForm['fields']): SendMessage {
  const text = form.get('text');
  const result = validate({ text: typeof text === 'string' ? text : '' });
  if ('error' in result) throw validationFailed(result.error, pointerTo(result.field ? [result.field] : []));
  return result.value;
}

/**
 * Adds what a reporter writes to the comments of the ticket that the report became, once for each key.
 * @param key of the page or of the Idempotency-Key; undefined: each request makes a message
 * @returns `isRepeated`: an earlier request with the key has added it
 * @throws 404 token or report unknown, 409 there is no ticket yet, or it is closed, or the key was used for another message, 429 too many
 * messages about the object today
 */
export async function sendMessage(
  tx: Tx,
  { config, subscriptions }: Pick<Deps, 'config' | 'subscriptions'>,
  token: string,
  reportId: string,
  { text }: SendMessage,
  key: string | undefined,
  now: Date,
): Promise<{ message: ReporterMessage; isRepeated: boolean }> {
  const { portal, report } = await findReport(tx, token, reportId);
  const first = key === undefined ? undefined : await claimMessageKey(tx, { reportId, key, text }, now);
  if (first) return { message: { text, ...first }, isRepeated: true };
  await countMessage(tx, config, portal.object_id, now);
  if (report.ticket_id === null) throw conflict('report_not_accepted', errorMessages.reportNotAccepted);
  const comment = await insertReporterComment(tx, subscriptions, { ticketId: report.ticket_id, reportId: report.id }, text, now);
  if (!comment) throw conflict('ticket_closed', errorMessages.commentOnClosedTicket);
  return { message: { text, created_at: comment.created_at }, isRepeated: false };
}

/** A message on the page of a report. */
export interface ShownMessage {
  text: string;
  created_at: string;
  /** the reporter has written it */
  is_own: boolean;
}

/**
 * Finds what was written, the oldest first: own messages, and comments that are marked for those who reported the ticket since it is that of
 * this report. Internal ones cannot be marked.
 */
export async function findMessages(
  db: Db,
  { id, ticket_id, decided_at }: { id: string; ticket_id: number | null; decided_at: string | null },
): Promise<ShownMessage[]> {
  if (ticket_id === null) return [];
  const newest = await db
    .selectFrom('ticket_comments')
    .select(['text', 'created_at'])
    .select(sql<boolean>`coalesce(report_id = ${id}, false)`.as('is_own'))
    .where('ticket_id', '=', ticket_id)
    .where('is_internal', '=', false)
    .where(sql<boolean>`(report_id = ${id} or (to_reporter and created_at >= ${decided_at}::timestamptz))`)
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  return newest.reverse();
}
