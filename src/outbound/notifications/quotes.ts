import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { currencyOfTicket } from '../../product/tickets/costs/queries.ts';
import type { QuotePayload } from '../../product/tickets/events.ts';
import '../../product/tickets/quotes/tables.ts';
import { type EventMessage, paramsOf } from './event-messages.ts';
import { allAdmins } from './recipients.ts';

// The table ticket_quotes belongs to product/quotes, which may be missing: then it is empty.

/** The causes of notifications, in which filterByCondition() finds the quote. */
export const quoteCause = 'quote:';
export const quoteAnswerCause = 'quote_answered:';

/** A quote concerns the client, its answer the worker and the admins; nobody is notified of what they did themselves. */
export async function messagesAboutQuote(
  tx: Tx,
  { kind, ticket_id: ticketId, quote_id, actor_id }: QuotePayload,
): Promise<EventMessage[]> {
  const quote = await tx
    .selectFrom('ticket_quotes as q')
    .innerJoin('tickets as t', 't.id', 'q.ticket_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .leftJoin('users as u', (join) => join.on('u.id', '=', actor_id))
    .select(['q.total', 'q.status', 'q.reason as declined_because', 'u.name as actor_name', currencyOfTicket.as('currency')])
    .select(sql<boolean>`q.status = 'open'`.as('is_open'))
    .select(['t.client_id', 't.worker_id', 't.priority', 't.description', 'o.name as object_name'])
    .where('q.id', '=', quote_id)
    .executeTakeFirst();
  if (!quote) return []; // the ticket was deleted
  const { client_id, worker_id, total: amount, currency, status, declined_because: reason, is_open } = quote;
  const concerned = kind === 'quote_sent' ? [client_id] : [worker_id, ...(await allAdmins(tx))];
  const recipientIds = concerned.filter((id): id is string => id !== null && id !== actor_id);
  const params = { ...paramsOf({ ...quote, actor_name: quote.actor_name ?? '' }), amount, currency };
  const shared = { event: kind, recipientIds, actorId: actor_id, ticketId, projectId: null };
  if (kind === 'quote_sent') return [{ ...shared, cause: `${quoteCause}${quote_id}`, params, conditionHolds: is_open }];
  const answer = status === 'approved' ? ('approved' as const) : ('declined' as const);
  return [{ ...shared, cause: `${quoteAnswerCause}${quote_id}`, params: { ...params, answer, ...(reason && { reason }) } }];
}
