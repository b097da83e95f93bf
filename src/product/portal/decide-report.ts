import { sql } from 'kysely';
import { senderIdOf } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/capability/deps.ts';
import { deliverEvent } from '../../platform/capability/events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { maxAttachments } from '../attachments/schemas.ts';
import { insertComment } from '../comments/actions.ts';
import { linkEquipment } from '../equipment/actions.ts';
import type { AttachmentAddedPayload } from '../tickets/events.ts';
import { insertTicket } from '../tickets/insert-ticket.ts';
import { type PresentedTicket, present } from '../tickets/queries.ts';
import type { Category } from '../tickets/tables.ts';
import { requireActive } from '../users/actions.ts';
import { type Actor, seesProject } from '../visibility.ts';
import type { AcceptReport, ReportStatus } from './schemas.ts';
import { notifyReportsChanged } from './submit-report.ts';
import { mergedReport } from './texts/console-texts.ts';
import './tables.ts';

type DecideDeps = Pick<Deps, 'subscriptions' | 'deliveries'>;

interface LockedReport {
  id: string;
  object_id: number;
  equipment_id: number | null;
  status: ReportStatus;
  text: string;
  category: Category | null;
  floor: string;
  client_id: string;
}

/**
 * Locks an open report, after its project, object and equipment: a ticket locks them as well.
 * @throws 404 missing or not visible, 409 it was answered before
 */
async function lockOpenReport(tx: Tx, actor: Actor, id: string): Promise<LockedReport> {
  await requireActive(tx, actor);
  const place = await tx
    .selectFrom('portal_reports as r')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('p.client_id')
    .where('r.id', '=', id)
    .where(seesProject(actor))
    .forShare(['p', 'o'])
    .executeTakeFirst();
  if (!place) throw notFound('report');
  await lockEquipmentOfReport(tx, id);
  const report = await tx
    .selectFrom('portal_reports')
    .select(['id', 'object_id', 'equipment_id', 'status', 'text', 'category', 'floor'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!report) throw notFound('report');
  if (report.status !== 'open') throw conflict('report_answered', errorMessages.reportAnswered);
  return { ...report, ...place };
}

/** Keeps the equipment of a report from being deleted before a ticket is about it; a deletion locks it before the report, too. */
async function lockEquipmentOfReport(tx: Tx, reportId: string): Promise<void> {
  await tx
    .selectFrom('equipment')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('portal_reports').select('equipment_id').where('id', '=', reportId))
    .forKeyShare()
    .execute();
}

interface Decision {
  status: Exclude<ReportStatus, 'open'>;
  ticket_id?: number;
  reason?: string;
}

async function decide(tx: Tx, actor: Actor, report: LockedReport, decision: Decision, now: Date): Promise<void> {
  await tx
    .updateTable('portal_reports')
    .set({
      ...decision,
      decided_by: senderIdOf(actor),
      decided_by_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
      decided_at: now,
    })
    .where('id', '=', report.id)
    .execute();
  await notifyReportsChanged(tx, report.object_id);
}

/**
 * Creates the ticket of a report, as POST /tickets does, and makes its photos attachments of the ticket.
 * @throws 404 report missing or not visible, 409 answered before, or project or object disabled
 */
export async function acceptReport(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  id: string,
  { category, priority, description }: AcceptReport,
  now: Date,
): Promise<PresentedTicket> {
  const report = await lockOpenReport(tx, actor, id);
  const { object_id, floor, text } = report;
  const ticket = { object_id, category, priority, floor, description: description ?? text };
  const row = await insertTicket(tx, deps.subscriptions, ticket, { ownerId: report.client_id, authorId: senderIdOf(actor), now });
  if (!row) throw conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled);
  if (report.equipment_id !== null) await linkEquipment(tx, row.id, report.equipment_id);
  const place: AttachmentPlace = { ticket_id: row.id, client_id: report.client_id, kind: 'report', comment_id: null };
  await attachPhotos(tx, deps, actor, id, place, now);
  await decide(tx, actor, report, { status: 'accepted', ticket_id: row.id }, now);
  return present(row);
}

/** Dismisses a report. @throws 404 missing or not visible, 409 answered before */
export async function dismissReport(tx: Tx, actor: Actor, id: string, reason: string, now: Date): Promise<void> {
  const report = await lockOpenReport(tx, actor, id);
  await decide(tx, actor, report, { status: 'dismissed', reason }, now);
}

/**
 * Adds a report to a ticket of the same object that is not closed: as a comment, with its photos.
 * @throws 404 report or ticket missing or not visible, 409 answered before, ticket closed or of another object, or it would have
 * too many attachments
 */
export async function mergeReport(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  id: string,
  { ticketId, language }: { ticketId: number; language: Language },
  now: Date,
): Promise<void> {
  const report = await lockOpenReport(tx, actor, id);
  const ticket = await tx
    .selectFrom('tickets')
    .select(['object_id', 'client_id', 'status'])
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket || ticket.client_id !== report.client_id) throw notFound('ticket');
  if (ticket.object_id !== report.object_id) throw conflict('ticket_of_other_object', errorMessages.ticketOfOtherObject);
  if (ticket.status === 'closed') throw conflict('ticket_closed', errorMessages.commentOnClosedTicket);
  const comment = await insertComment(tx, deps.subscriptions, actor, ticketId, { text: mergedReport(language, report) }, now);
  if (!comment) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  const place: AttachmentPlace = { ticket_id: ticketId, client_id: report.client_id, kind: 'comment', comment_id: comment.id };
  await attachPhotos(tx, deps, actor, id, place, now);
  await decide(tx, actor, report, { status: 'merged', ticket_id: ticketId }, now);
}

interface AttachmentPlace {
  ticket_id: number;
  client_id: string;
  kind: 'report' | 'comment';
  comment_id: number | null;
}

/** Makes the photos of a report attachments of a ticket that the transaction has locked. The stored files stay where they are. */
async function attachPhotos(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  reportId: string,
  place: AttachmentPlace,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ n: number; ids: number[] }>`
    with attached as (
      insert into ticket_attachments (ticket_id, kind, comment_id, storage_key, content_type, original_name, size_bytes,
        author_id, author_name, created_at)
      select ${place.ticket_id}::integer, ${place.kind}::text, ${place.comment_id}::integer, p.storage_key, p.content_type,
        p.original_name, p.size_bytes, u.id, u.name, ${now}::timestamptz
      from portal_report_photos as p, users as u where p.report_id = ${reportId} and u.id = ${senderIdOf(actor)} order by p.id
      returning id
    )
    select count(*)::integer + (select count(*) from ticket_attachments where ticket_id = ${place.ticket_id} and kind <> 'signature')::integer as n,
      coalesce(array_agg(id order by id), '{}') as ids
    from attached`.execute(tx);
  if ((rows[0]?.n ?? 0) > maxAttachments)
    throw conflict('too_many_attachments', `the ticket would have more than ${maxAttachments} attachments`);
  const payloads = (rows[0]?.ids ?? []).map(
    (attachment_id): AttachmentAddedPayload => ({ kind: 'attachment_added', ticket_id: place.ticket_id, attachment_id }),
  );
  await deliverEvent(tx, deps, 'attachment_added', {}, payloads, place.client_id, now);
  // After the insert: the trigger keeps the files that attachments have.
  await tx.deleteFrom('portal_report_photos').where('report_id', '=', reportId).execute();
}
