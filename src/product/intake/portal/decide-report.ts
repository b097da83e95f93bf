import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, invalidValue, notFound } from '../../../platform/http/errors.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { maxAttachments } from '../../files/attachments/schemas.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { insertComment } from '../../tickets/comments/actions.ts';
import type { AttachmentAddedPayload } from '../../tickets/events.ts';
import { insertTicket } from '../../tickets/insert-ticket.ts';
import { notifyTicketChanged } from '../../tickets/notify-change.ts';
import { type PresentedTicket, present } from '../../tickets/queries.ts';
import { enqueueReporterMails } from '../../tickets/reporter-mails.ts';
import type { Category } from '../../tickets/tables.ts';
import { linkEquipment } from '../../tickets/ticket-equipment/actions.ts';
import { linkFollowUp } from '../../tickets/ticket-links/actions.ts';
import { type Actor, seesProject, seesReport } from '../../visibility.ts';
import type { AcceptReport, ReportStatus } from './schemas.ts';
import { notifyReportsChanged } from './submit-report.ts';
import { mergedReport } from './texts/console-texts.ts';
import './tables.ts';

type DecideDeps = Pick<Deps, 'config' | 'subscriptions' | 'deliveries'>;

interface LockedReport {
  id: string;
  /** null: it came by mail, and nobody has said which object it is about */
  object_id: number | null;
  equipment_id: number | null;
  from_ticket_id: number | null;
  status: ReportStatus;
  text: string;
  category: Category | null;
  floor: string;
  /** null: it has no object, and admins alone see it */
  client_id: string | null;
  /** empty: somebody without an account */
  reported_by_name: string;
}

/**
 * Locks an open report, after its project, object, equipment and the ticket that it was found with: whoever writes or deletes a ticket or
 * equipment locks them before the report, too.
 * @param targetId a ticket that the report is added to
 * @throws 404 missing or not visible, 409 it was answered before
 */
async function lockOpenReport(tx: Tx, actor: Actor, id: string, targetId?: number): Promise<LockedReport> {
  await requireActive(tx, actor);
  const place = await tx
    .selectFrom('portal_reports as r')
    .select(['r.object_id', 'r.client_id'])
    .where('r.id', '=', id)
    .where(seesReport(actor))
    .executeTakeFirst();
  if (!place) throw notFound('report');
  const owner = place.object_id === null ? place : await lockObject(tx, actor, place.object_id);
  if (!owner) throw notFound('report');
  await lockTicketsOfReport(tx, id, targetId);
  await lockEquipmentOfReport(tx, id);
  const report = await tx
    .selectFrom('portal_reports')
    .select(['id', 'object_id', 'equipment_id', 'from_ticket_id', 'status', 'text', 'category', 'floor', 'reported_by_name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!report) throw notFound('report');
  if (report.status !== 'open') throw conflict('report_answered', errorMessages.reportAnswered);
  return { ...report, client_id: owner.client_id };
}

/** Locks an object, after its project, that the actor sees. @returns undefined: missing or not visible */
const lockObject = (tx: Tx, actor: Actor, objectId: number) =>
  tx
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(['o.id', 'p.client_id'])
    .where('o.id', '=', objectId)
    .where(seesProject(actor))
    .forShare(['p', 'o'])
    .executeTakeFirst();

/** Locks the object that somebody names for a report without one. @throws 404 missing, not visible, or of another client */
async function requireObject(tx: Tx, actor: Actor, report: LockedReport, objectId: number) {
  const object = await lockObject(tx, actor, objectId);
  if (!object || (report.client_id !== null && object.client_id !== report.client_id)) throw notFound('object');
  return object;
}

/** Locks the ticket that a report was found with, and the one that it is added to, in the order of their ids. */
async function lockTicketsOfReport(tx: Tx, reportId: string, targetId = 0): Promise<void> {
  await sql`
    select from tickets where id = ${targetId}::integer or id = (select from_ticket_id from portal_reports where id = ${reportId})
    order by id for update`.execute(tx);
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
  /** of a report that had none */
  object_id?: number;
  ticket_id?: number;
  reason?: string;
}

async function decide(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  report: LockedReport,
  decision: Decision,
  now: Date,
): Promise<void> {
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
  const step = decision.status === 'dismissed' ? 'dismissed' : 'accepted';
  await enqueueReporterMails(tx, deps, { reportId: report.id }, { step }, now);
  await notifyReportsChanged(tx, { ...report, ...(decision.object_id !== undefined && { object_id: decision.object_id }) });
  // Its page tells what became of what was found.
  if (report.from_ticket_id !== null) await notifyTicketChanged(tx, report.from_ticket_id);
}

/**
 * Creates the ticket of a report, as POST /tickets does, and makes its photos attachments of the ticket. What was found during the work on
 * another ticket is linked to that one as its follow-up.
 * @throws 404 report missing or not visible, or the object for a report without one; 400 such a report needs an object; 409 answered
 * before, or project or object disabled
 */
export async function acceptReport(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  id: string,
  { category, priority, description, object_id: chosenId }: AcceptReport,
  now: Date,
): Promise<PresentedTicket> {
  const report = await lockOpenReport(tx, actor, id);
  const { floor, text } = report;
  const place = await placeOfTicket(tx, actor, report, chosenId);
  const ticket = { object_id: place.id, category, priority, floor, description: description ?? text };
  const row = await insertTicket(tx, deps.subscriptions, ticket, { ownerId: place.client_id, authorId: senderIdOf(actor), now });
  if (!row) throw conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled);
  if (report.equipment_id !== null) await linkEquipment(tx, [{ ticketId: row.id, equipmentId: report.equipment_id }]);
  if (report.from_ticket_id !== null) await linkFollowUp(tx, report.from_ticket_id, row.id);
  const attached: AttachmentPlace = { ticket_id: row.id, client_id: place.client_id, kind: 'report', comment_id: null };
  await attachPhotos(tx, deps, actor, id, attached, now);
  await decide(tx, deps, actor, report, { status: 'accepted', ticket_id: row.id, object_id: place.id }, now);
  return present(row);
}

/** @returns the object of a report, or the one that is named for a report without one @throws 400 none is named, 404 as requireObject() */
async function placeOfTicket(
  tx: Tx,
  actor: Actor,
  report: LockedReport,
  chosenId: number | undefined,
): Promise<{ id: number; client_id: string }> {
  const { object_id: id, client_id } = report;
  if (id !== null && client_id !== null) return { id, client_id };
  if (chosenId === undefined) throw invalidValue('object_id', 'is required for a report without an object');
  return requireObject(tx, actor, report, chosenId);
}

/** Dismisses a report. @throws 404 missing or not visible, 409 answered before */
export async function dismissReport(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  const report = await lockOpenReport(tx, actor, id);
  await decide(tx, deps, actor, report, { status: 'dismissed', reason }, now);
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
  const report = await lockOpenReport(tx, actor, id, ticketId);
  const ticket = await tx
    .selectFrom('tickets')
    .select(['object_id', 'client_id', 'status'])
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  // One without an object is merged into any ticket of its client that the actor sees: insertComment() refuses others.
  if (!ticket || (report.client_id !== null && ticket.client_id !== report.client_id)) throw notFound('ticket');
  if (report.object_id !== null && ticket.object_id !== report.object_id)
    throw conflict('ticket_of_other_object', errorMessages.ticketOfOtherObject);
  if (ticket.status === 'closed') throw conflict('ticket_closed', errorMessages.commentOnClosedTicket);
  const comment = await insertComment(tx, deps.subscriptions, actor, ticketId, { text: mergedReport(language, report) }, now);
  if (!comment) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  const place: AttachmentPlace = { ticket_id: ticketId, client_id: ticket.client_id, kind: 'comment', comment_id: comment.id };
  await attachPhotos(tx, deps, actor, id, place, now);
  await decide(tx, deps, actor, report, { status: 'merged', ticket_id: ticketId, object_id: ticket.object_id }, now);
}

interface AttachmentPlace {
  ticket_id: number;
  client_id: string;
  kind: 'report' | 'comment';
  comment_id: number | null;
}

/**
 * Makes the photos of a report attachments of a ticket that the transaction has locked. The stored files stay where they are. Their author is
 * whoever answers the report, of those with a new ticket the worker who took them.
 */
async function attachPhotos(
  tx: Tx,
  deps: DecideDeps,
  actor: Actor,
  reportId: string,
  place: AttachmentPlace,
  now: Date,
): Promise<void> {
  // A picture of a comment has the author of the comment.
  const isWorkers = sql<boolean>`(${place.kind}::text = 'report' and r.reported_by_name <> '')`;
  const { rows } = await sql<{ n: number; ids: number[] }>`
    with attached as (
      insert into ticket_attachments (ticket_id, kind, comment_id, storage_key, content_type, original_name, size_bytes,
        author_id, author_name, created_at)
      select ${place.ticket_id}::integer, ${place.kind}::text, ${place.comment_id}::integer, p.storage_key, p.content_type,
        p.original_name, p.size_bytes, case when ${isWorkers} then r.reported_by else u.id end,
        case when ${isWorkers} then r.reported_by_name else u.name end, ${now}::timestamptz
      from portal_report_photos as p join portal_reports as r on r.id = p.report_id, users as u
      where p.report_id = ${reportId} and u.id = ${senderIdOf(actor)} order by p.id
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
