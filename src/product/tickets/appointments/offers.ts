import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, invalidValue } from '../../../platform/http/errors.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Actor } from '../../visibility.ts';
import { lockTicketToChange } from '../lock-ticket.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { enqueueReporterMails } from '../reporter-mails.ts';
import { endOffers, requirePeriod, requireRoom, requireUnfinished } from './actions.ts';
import { type Offers, type OffersQuery, offerLimits, type PostOffers } from './schemas.ts';
import './tables.ts';

const columns = (db: Db) =>
  db
    .selectFrom('ticket_appointment_offers as f')
    .select(['f.id', 'f.ticket_id', 'f.windows', 'f.offered_by_name', 'f.offered_at', 'f.ended_at', 'f.end_reason'])
    .select(['f.answer_note', sql<string>`coalesce(f.offered_by::text, '')`.as('offered_by')]);

/**
 * Offers times from which whoever reported the problem chooses one, in place of those that were offered before.
 * @throws 404 no such ticket, 403 not visible, 400 the times; 409 done or closed, not the worker's, nobody has reported it without an
 * account, or too many
 */
export async function offerWindows(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'deliveries'>,
  actor: Actor,
  ticketId: number,
  { windows: given }: PostOffers,
  now: Date,
): Promise<Offers> {
  const ticket = await lockTicketToChange(tx, actor, ticketId);
  const windows = given.map((window, i) => requirePeriod(window, now, `#/windows/${i}`));
  if (new Set(windows.map(({ from, to }) => `${from.getTime()} ${to.getTime()}`)).size < windows.length)
    throw invalidValue('windows', 'must be different times');
  requireUnfinished(ticket);
  await requireReport(tx, ticketId);
  await requireRoomForOffers(tx, ticketId);
  await requireRoom(tx, ticketId); // the one that is chosen
  await endOffers(tx, ticketId, 'replaced', now);
  const offeredBy = senderIdOf(actor);
  const { id } = await tx
    .insertInto('ticket_appointment_offers')
    .values({
      ...{ ticket_id: ticketId, windows: JSON.stringify(windows), offered_by: offeredBy, offered_at: now, end_reason: null },
      offered_by_name: sql<string>`coalesce((select name from users where id = ${offeredBy}), '')`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueReporterMails(tx, deps, { ticketId }, { step: 'times_offered', offer_id: id }, now);
  await notifyTicketChanged(tx, ticketId);
  return columns(tx).where('f.id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Checks that somebody without an account can choose: what a worker found has no public page. The table portal_reports belongs to
 * product/portal, which may be missing: then it is empty.
 * @throws 409
 */
async function requireReport(tx: Tx, ticketId: number): Promise<void> {
  const report = await tx
    .selectFrom('portal_reports')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('reported_by_name', '=', '')
    .limit(1)
    .executeTakeFirst();
  if (!report) throw conflict('ticket_without_report', errorMessages.ticketWithoutReport);
}

async function requireRoomForOffers(tx: Tx, ticketId: number): Promise<void> {
  const { n } = await tx
    .selectFrom('ticket_appointment_offers')
    .select(sql<number>`count(*)`.as('n'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (n >= offerLimits.ofTicket) throw conflict('too_many_offers', errorMessages.tooManyOffers);
}

/** Lists the times that were offered for a ticket; its caller has checked that the ticket may be seen. */
export async function listOffers(db: Db, ticketId: number, query: OffersQuery): Promise<Page<Offers>> {
  const [items, { total }] = await Promise.all([
    columns(db)
      .where('f.ticket_id', '=', ticketId)
      .orderBy('f.id', directionOf(query, 'asc'))
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom('ticket_appointment_offers')
      .select(sql<number>`count(*)`.as('total'))
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit: query.limit, offset: query.offset };
}
