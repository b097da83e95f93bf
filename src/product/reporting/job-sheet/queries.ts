import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import { sumOf } from '../../../platform/lib/money.ts';
import type { StoredFile } from '../../../platform/storage/storage.ts';
import '../../tickets/appointments/tables.ts';
import { authorRole } from '../../tickets/comments/queries.ts';
import { currencyOfTicket } from '../../tickets/costs/queries.ts';
import '../../tickets/quotes/tables.ts';
import '../../tickets/checklists/tables.ts';
import { deadlineColumns, deadlineJoin, presentDeadline, type ReadDeadline } from '../../tickets/deadlines/deadline-row.ts';
import { isOpenHold } from '../../tickets/holds/queries.ts';
import { present, type TicketRow, ticketColumns } from '../../tickets/queries.ts';
import type { JobSheetComment, JobSheetData, JobSheetEdit, JobSheetEvent, JobSheetPhoto } from './job-sheet-data.ts';
import { maxComments, maxEdits, maxEvents, maxPhotos } from './pdf/within-limits.ts';

/** A photo that is not read yet. */
export type PhotoFile = Omit<JobSheetPhoto, 'jpeg'> & { file: StoredFile };

/** @throws 404 */
export async function readTicket(db: Db, id: number, now: Date): Promise<Pick<JobSheetData, 'ticket' | 'deadline'>> {
  const { rows } = await sql<TicketRow & ReadDeadline>`
    select ${ticketColumns}, ${deadlineColumns(now)} from tickets as t ${deadlineJoin} where t.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('ticket');
  const { deadline, ...ticket } = rows[0];
  return { ticket: present(ticket), deadline: presentDeadline({ deadline }, now) };
}

export async function readHold(db: Db, ticketId: number, now: Date): Promise<JobSheetData['hold']> {
  const holds = db.selectFrom('ticket_holds as h').select(['h.reason', 'h.until']).where('h.ticket_id', '=', ticketId);
  return (await holds.where(isOpenHold(now)).executeTakeFirst()) ?? null;
}

export async function readAppointment(db: Db, ticketId: number): Promise<JobSheetData['appointment']> {
  const appointments = db.selectFrom('ticket_appointments').select(['from_at as from', 'to_at as to']);
  return (await appointments.where('ticket_id', '=', ticketId).where('ended_at', 'is', null).executeTakeFirst()) ?? null;
}

/** The lines of cost, the oldest first, and the quote that was approved last. */
export async function readCosts(db: Db, ticketId: number): Promise<JobSheetData['costs']> {
  const { rows } = await sql<{ currency: string; approved: number | null }>`
    select ${currencyOfTicket} as currency,
      (select total from ticket_quotes where ticket_id = t.id and status = 'approved' order by id desc limit 1) as approved
    from tickets as t where t.id = ${ticketId}`.execute(db);
  const lines = await db
    .selectFrom('ticket_costs')
    .select(['kind', 'text', 'quantity', 'unit', 'unit_price', 'amount', sql<string>`on_day::text`.as('on')])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
  if (!rows[0] || (lines.length === 0 && rows[0].approved === null)) return null;
  const { currency, approved } = rows[0];
  return { currency, lines, total: sumOf(lines.map(({ amount }) => amount)) ?? 0, furtherLines: 0, approved };
}

/** Characters of an answer that are printed. */
const maxAnswer = 300;

export async function readChecklist(db: Db, ticketId: number): Promise<JobSheetData['checklist']> {
  const copies = db.selectFrom('ticket_checklists').select('name').where('ticket_id', '=', ticketId);
  const copy = await copies.executeTakeFirst();
  if (!copy) return null;
  const items = await db
    .selectFrom('ticket_checklist_items')
    .select(['label', 'kind', 'unit', 'state', 'answered_by_name'])
    .select(sql<string | null>`left(value #>> '{}', ${maxAnswer})`.as('value'))
    .where('ticket_id', '=', ticketId)
    .orderBy('position')
    .execute();
  return { ...copy, items };
}

/** The newest entries of the journal, the oldest of them first. */
export async function readEvents(db: Db, ticketId: number): Promise<{ items: JobSheetEvent[]; earlier: number }> {
  const events = db.selectFrom('ticket_events').where('ticket_id', '=', ticketId);
  const newest = await events
    .select(['action', 'actor_name', 'comment', 'created_at'])
    .select(sql<string>`coalesce(from_status::text, '')`.as('from_status'))
    .select(sql<string>`coalesce(actor_id::text, '')`.as('actor_id'))
    // Counted over its index: a journal may have any number of entries.
    .select(sql<number>`(select count(*) from ticket_events where ticket_id = ${ticketId})`.as('total'))
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  return { items: newest.map(({ total: _, ...event }) => event).reverse(), earlier: (newest[0]?.total ?? 0) - newest.length };
}

/** The newest corrections, the oldest of them first. */
export async function readEdits(db: Db, ticketId: number): Promise<{ items: JobSheetEdit[]; earlier: number }> {
  const newest = await db
    .selectFrom('ticket_edits')
    .where('ticket_id', '=', ticketId)
    .select(['field', 'old_value as from', 'actor_name', 'created_at'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('id', 'desc')
    .limit(maxEdits)
    .execute();
  return { items: newest.map(({ total: _, ...edit }) => edit).reverse(), earlier: (newest[0]?.total ?? 0) - newest.length };
}

export type CommentRow = Omit<JobSheetComment, 'photos'> & { id: number };

/** The newest comments, the oldest of them first. Internal ones are not printed: a job sheet is made to be handed on. */
export async function readComments(db: Db, ticketId: number): Promise<{ items: CommentRow[]; earlier: number }> {
  const newest = await db
    .selectFrom('ticket_comments')
    .where('ticket_id', '=', ticketId)
    .where('is_internal', '=', false)
    .select(['id', 'author_name', authorRole.as('author_role'), 'text', 'created_at'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('id', 'desc')
    .limit(maxComments)
    .execute();
  return { items: newest.map(({ total: _, ...comment }) => comment).reverse(), earlier: (newest[0]?.total ?? 0) - newest.length };
}

/** The photos of the work, the oldest first. */
export async function readPhotos(db: Db, ticketId: number): Promise<{ items: PhotoFile[]; further: number }> {
  const photos = await db
    .selectFrom('ticket_photos')
    .where('ticket_id', '=', ticketId)
    .select(['id', 'storage_key', 'original_name as name', 'uploader_name as author', 'created_at'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('id')
    .limit(maxPhotos)
    .execute();
  const items = photos.map(({ id, storage_key, total: _, ...photo }) => ({
    ...photo,
    file: { kind: 'photo' as const, id, storage_key },
  }));
  return { items, further: (photos[0]?.total ?? 0) - photos.length };
}

/** The pictures that came with the report (`undefined`) and with comments, by the id of the comment. */
export async function readAttachments(db: Db, ticketId: number): Promise<Map<number | undefined, PhotoFile[]>> {
  const attachments = await db
    .selectFrom('ticket_attachments')
    .where('ticket_id', '=', ticketId)
    .where('is_internal', '=', false)
    .where('kind', '!=', 'signature')
    .select(['id', 'storage_key', 'comment_id', 'original_name as name', 'author_name as author', 'created_at'])
    .orderBy('id')
    .limit(2 * maxPhotos)
    .execute();
  const byComment = new Map<number | undefined, PhotoFile[]>();
  for (const { id, storage_key, comment_id, ...photo } of attachments) {
    const group = comment_id ?? undefined;
    byComment.set(group, [...(byComment.get(group) ?? []), { ...photo, file: { kind: 'attachment', id, storage_key } }]);
  }
  return byComment;
}

/** The signatures, the oldest first. */
export async function readSignatures(db: Db, ticketId: number): Promise<PhotoFile[]> {
  const signatures = await db
    .selectFrom('ticket_attachments')
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'signature')
    .select(['id', 'storage_key', 'signed_by as name', 'author_name as author', 'created_at'])
    .orderBy('id')
    .execute();
  return signatures.map(({ id, storage_key, ...photo }) => ({ ...photo, file: { kind: 'attachment', id, storage_key } }));
}

/** The language of mails and messages to an account; null when it has chosen none. */
export async function languageOf(db: Db, accountId: string): Promise<Language | null> {
  const account = await db.selectFrom('users').select('language').where('id', '=', accountId).executeTakeFirst();
  return account?.language ?? null;
}
