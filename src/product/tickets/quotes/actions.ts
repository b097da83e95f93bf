import { type SqlBool, sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, validationFailed } from '../../../platform/http/errors.ts';
import { instantOf } from '../../../platform/http/schemas.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import { amountOf, sumOf } from '../../../platform/lib/money.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { Actor } from '../../visibility.ts';
import type { PricedLine } from '../costs/schemas.ts';
import { lockCurrencyOf } from '../costs/settings.ts';
import type { QuotePayload } from '../events.ts';
import { endHoldFor } from '../holds/actions.ts';
import { type LockedTicket, lockTicketToChange } from '../lock-ticket.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { getQuote } from './queries.ts';
import { maxQuotes, type QuoteStatus, type SendQuote, type TicketQuote } from './schemas.ts';
import './tables.ts';

type QuoteDeps = Pick<Deps, 'subscriptions' | 'deliveries'>;

/**
 * Sends a quote to the client of a ticket.
 * @throws 404 no such ticket; 403 not visible; 400 an amount is too large, or `valid_until` is not in the future; 409 closed, not the
 * worker's, there is an open one, or too many
 */
export async function sendQuote(
  tx: Tx,
  deps: QuoteDeps,
  actor: Actor,
  ticketId: number,
  { lines, note = '', valid_until }: SendQuote,
  now: Date,
): Promise<TicketQuote> {
  const priced = lines.map(priceLine);
  const total = sumOf(priced.map(({ amount }) => amount));
  if (total === undefined) throw validationFailed(errorMessages.amountTooLarge, '#/lines');
  await lockCurrencyOf(tx, ticketId);
  const { status, client_id } = await lockTicketToChange(tx, actor, ticketId);
  const expiresAt = valid_until === undefined ? null : endOf(valid_until);
  if (expiresAt !== null && expiresAt <= now) throw validationFailed(errorMessages.validUntilNotInFuture, '#/valid_until');
  if (status === 'closed') throw conflict('transition_not_allowed', 'cannot send a quote for a ticket that is closed');
  await expireOverdue(tx, ticketId, now);
  await requireRoom(tx, ticketId);
  const senderId = senderIdOf(actor);
  const { id } = await tx
    .insertInto('ticket_quotes')
    .values({
      ...{
        ticket_id: ticketId,
        lines: JSON.stringify(priced),
        total,
        note,
        valid_until: valid_until ?? null,
        expires_at: expiresAt,
      },
      ...{ sent_by: senderId, sent_at: now },
      sent_by_name: sql<string>`coalesce((select name from users where id = ${senderId}), '')`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publish(tx, deps, { kind: 'quote_sent', ticket_id: ticketId, quote_id: id, actor_id: senderId }, client_id, now);
  return getQuote(tx, id, now);
}

function priceLine({ kind, text, quantity, unit = '', unit_price }: SendQuote['lines'][number], index: number): PricedLine {
  const amount = amountOf(quantity, unit_price);
  if (amount === undefined) throw validationFailed(errorMessages.amountTooLarge, `#/lines/${index}/quantity`);
  return { kind, text, quantity, unit, unit_price, amount };
}

/** @returns the moment after the day or the moment until which a quote is valid */
const endOf = (validUntil: string): Date =>
  validUntil.length > 10 ? instantOf(validUntil) : plus(new Date(`${validUntil}T00:00:00Z`), days(1));

/** Writes down that the time of the open quote is over: another one can take its place. */
async function expireOverdue(tx: Tx, ticketId: number, now: Date): Promise<void> {
  await sql`
    update ticket_quotes set status = 'expired', ended_at = expires_at
    where ticket_id = ${ticketId} and status = 'open' and expires_at <= ${now}::timestamptz`.execute(tx);
}

async function requireRoom(tx: Tx, ticketId: number): Promise<void> {
  const { n, open } = await tx
    .selectFrom('ticket_quotes')
    .select([sql<number>`count(*)`.as('n'), sql<number>`count(*) filter (where status = 'open')`.as('open')])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (open > 0) throw conflict('open_quote_exists', errorMessages.openQuoteExists);
  if (n >= maxQuotes) throw conflict('too_many_quotes', errorMessages.tooManyQuotes);
}

/** What somebody answers. */
export type QuoteAnswer = { status: 'approved' } | { status: 'declined'; reason: string };

/**
 * Answers an open quote as the owner of its ticket, and ends the hold that waits for it.
 * @throws 404 no such quote; 403 another client's, or an admin acts for the client; 409 not open
 */
export async function answerQuote(
  tx: Tx,
  deps: QuoteDeps,
  actor: Actor,
  id: number,
  answer: QuoteAnswer,
  now: Date,
): Promise<TicketQuote> {
  await requireOwnDecision(tx, actor);
  const ticket = await lockTicketOf(tx, actor, id, now);
  const senderId = senderIdOf(actor);
  await end(tx, id, answer.status, now, { by: senderId, reason: answer.status === 'declined' ? answer.reason : '' });
  await endHoldFor(tx, deps, ticket, 'quote', senderId, now);
  await publish(
    tx,
    deps,
    { kind: 'quote_answered', ticket_id: ticket.id, quote_id: id, actor_id: senderId },
    ticket.client_id,
    now,
  );
  return getQuote(tx, id, now);
}

/** An admin may send quotes, and would approve its own ones. @throws 403 an admin acts for the client */
async function requireOwnDecision(tx: Tx, { sender }: Actor): Promise<void> {
  if (!sender) return;
  const account = await tx.selectFrom('users').select('role').where('id', '=', sender.id).executeTakeFirst();
  if (account?.role === 'admin') throw forbidden('not_for_acting', errorMessages.notForActing);
}

/**
 * Takes an open quote back.
 * @throws 404 no such quote; 403 its ticket is not visible, and the actor has not sent it; 409 not open, or of another worker's ticket
 */
export async function withdrawQuote(tx: Tx, actor: Actor, id: number, now: Date): Promise<TicketQuote> {
  const { id: ticketId } = await lockTicketOf(tx, actor, id, now);
  await end(tx, id, 'withdrawn', now);
  await notifyTicketChanged(tx, ticketId);
  return getQuote(tx, id, now);
}

/** Locks the ticket of an open quote, so that one answer is the first. Who has sent it sees it whoever has the ticket now. */
async function lockTicketOf(tx: Tx, actor: Actor, id: number, now: Date): Promise<Pick<LockedTicket, 'id' | 'client_id'>> {
  const { ticket_id, sent_by } = await getQuote(tx, id, now);
  const hasSent = actor.role === 'worker' && [actor.id, senderIdOf(actor)].includes(sent_by);
  const ticket = hasSent ? await lockTicket(tx, ticket_id) : await lockTicketToChange(tx, actor, ticket_id);
  const { status } = await getQuote(tx, id, now); // under the lock
  if (status !== 'open') throw conflict('quote_answered', errorMessages.quoteAnswered);
  return ticket;
}

const lockTicket = (tx: Tx, id: number) =>
  tx.selectFrom('tickets').select(['id', 'client_id']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

async function end(
  tx: Tx,
  id: number,
  status: QuoteStatus,
  now: Date,
  { by, reason }: { by: string | null; reason: string } = { by: null, reason: '' },
): Promise<void> {
  await tx
    .updateTable('ticket_quotes')
    .set({ status, reason, ended_at: now, answered_by: by })
    .set({ answered_by_name: sql<string>`coalesce((select name from users where id = ${by}), '')` })
    .where('id', '=', id)
    .where(sql<SqlBool>`status = 'open'`)
    .execute();
}

async function publish(tx: Tx, deps: QuoteDeps, payload: QuotePayload, clientId: string, now: Date): Promise<void> {
  await deliverEvent(tx, deps, payload.kind, {}, [payload], clientId, now);
  await notifyTicketChanged(tx, payload.ticket_id);
}
