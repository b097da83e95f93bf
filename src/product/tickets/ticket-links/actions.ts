import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, notFound } from '../../../platform/http/errors.ts';
import type { Actor } from '../../visibility.ts';
import { lockArrangeable } from '../lock-arrangeable.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { findLink } from './queries.ts';
import type { AddLink, TicketLink } from './schemas.ts';

/** That begin or end at one ticket. */
export const maxLinks = 200;

/**
 * Links a ticket to another one, whatever their statuses.
 * @throws 404 one of them is missing, 403 one is not visible, or the first is not the actor's to arrange, 400 a link to itself, 409 there
 * is this link already, or there are too many
 */
export async function addLink(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  { ticket_id: otherId, kind }: AddLink,
): Promise<TicketLink> {
  await lockArrangeable(tx, actor, ticketId, otherId);
  if (otherId === ticketId) throw badRequest('link_to_itself', errorMessages.linkToItself);
  const { id } = await tx
    .insertInto('ticket_links')
    .values({ from_id: ticketId, to_id: otherId, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await requireRoom(tx, ticketId);
  await requireRoom(tx, otherId);
  await notifyBoth(tx, ticketId, otherId);
  const link = await findLink(tx, actor, ticketId, id);
  if (!link) throw notFound('link');
  return link;
}

/**
 * Links a ticket that was just created to the one that it follows from, as its follow-up. Without room for a further link it leaves it out:
 * the ticket is worth more than its link. The caller has locked the earlier ticket.
 */
export async function linkFollowUp(tx: Tx, earlierId: number, ticketId: number): Promise<void> {
  if ((await countLinks(tx, earlierId)) >= maxLinks) return;
  await tx.insertInto('ticket_links').values({ from_id: earlierId, to_id: ticketId, kind: 'follow_up' }).execute();
  await notifyTicketChanged(tx, earlierId);
}

/** Removes a link from either of its tickets. @throws 404 the ticket, or such a link; 403 as addLink() */
export async function removeLink(tx: Tx, actor: Actor, ticketId: number, linkId: number): Promise<void> {
  await lockArrangeable(tx, actor, ticketId);
  const link = await findLink(tx, actor, ticketId, linkId);
  const { numDeletedRows } = await tx
    .deleteFrom('ticket_links')
    .where('id', '=', link?.id ?? null)
    .executeTakeFirst();
  if (!link || numDeletedRows === 0n) throw notFound('link');
  await notifyBoth(tx, ticketId, link.ticket.id);
}

/** Counts after the write: both tickets are locked, so that concurrent requests do not exceed the limit together. @throws 409 */
async function requireRoom(tx: Tx, ticketId: number): Promise<void> {
  if ((await countLinks(tx, ticketId)) > maxLinks) throw conflict('too_many_links', errorMessages.tooManyLinks);
}

async function countLinks(tx: Tx, ticketId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from ticket_links where from_id = ${ticketId})
      + (select count(*) from ticket_links where to_id = ${ticketId}) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}

async function notifyBoth(tx: Tx, ticketId: number, otherId: number): Promise<void> {
  await notifyTicketChanged(tx, ticketId);
  await notifyTicketChanged(tx, otherId);
}
