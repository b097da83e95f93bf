import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { type Actor, seesCosts } from '../../visibility.ts';
import { currencyOfTicket } from '../costs/queries.ts';
import type { QuoteQuery, QuoteStatus, TicketQuote } from './schemas.ts';
import './tables.ts';

/** The time of the quote `q` is over, whether its row says so or not. */
const hasExpired = (now: Date): RawBuilder<SqlBool> => sql`(q.status = 'open' and q.expires_at <= ${now}::timestamptz)`;

const quotesOf = (db: Db, now: Date) =>
  db
    .selectFrom('ticket_quotes as q')
    .innerJoin('tickets as t', 't.id', 'q.ticket_id')
    .select(['q.id', 'q.ticket_id'])
    .select(sql<QuoteStatus>`case when ${hasExpired(now)} then 'expired' else q.status end`.as('status'))
    .select([currencyOfTicket.as('currency'), 'q.total', 'q.lines', 'q.note', 'q.valid_until'])
    .select([sql<string>`coalesce(q.sent_by::text, '')`.as('sent_by'), 'q.sent_by_name', 'q.sent_at'])
    .select([sql<string>`coalesce(q.answered_by::text, '')`.as('answered_by'), 'q.answered_by_name'])
    .select(sql<string | null>`case when ${hasExpired(now)} then q.expires_at else q.ended_at end`.as('ended_at'))
    .select('q.reason');

/** @throws 404 no such quote */
export async function getQuote(db: Db, id: number, now: Date): Promise<TicketQuote> {
  const quote = await quotesOf(db, now).where('q.id', '=', id).executeTakeFirst();
  if (!quote) throw notFound('quote');
  return quote;
}

/** @returns the quote of a ticket that can be answered; undefined: there is none, or the actor does not see it */
export const findOpenQuote = (db: Db, actor: Actor, ticketId: number, now: Date): Promise<TicketQuote | undefined> =>
  quotesOf(db, now)
    .where('q.ticket_id', '=', ticketId)
    .where(sql<SqlBool>`q.status = 'open' and ${hasExpired(now)} is not true`)
    .where(seesCosts(actor))
    .executeTakeFirst();

/** Lists the quotes of a ticket, whose visibility the caller has checked; the oldest first. */
export const listQuotes = (db: Db, ticketId: number, query: QuoteQuery, now: Date): Promise<Page<TicketQuote>> =>
  selectPage(quotesOf(db, now).where('q.ticket_id', '=', ticketId), query, {
    column: `q.${query.sort}`,
    id: 'q.id',
    direction: 'asc',
  });
