import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import type { HoldEnd, HoldQuery, TicketHold } from './schemas.ts';
import './tables.ts';

/** The hold `h` is not over, whether the job has noticed its end by now or not. */
export const isOpenHold = (now: Date): RawBuilder<SqlBool> =>
  sql`(h.ended_at is null and (h.until is null or h.until > ${now}::timestamptz))`;

/** Lists the holds of a ticket; its caller has checked that the ticket may be seen. */
export async function listHolds(db: Db, ticketId: number, query: HoldQuery, now: Date): Promise<Page<TicketHold>> {
  const direction = directionOf(query, 'asc');
  const holds = db.selectFrom('ticket_holds as h').where('h.ticket_id', '=', ticketId);
  const isOpen = isOpenHold(now);
  const [items, { total }] = await Promise.all([
    holds
      .select(['h.id', 'h.ticket_id', 'h.reason', 'h.note', 'h.until', 'h.since', 'h.by_name'])
      .select(sql<string>`coalesce(h.by_id::text, '')`.as('by_id'))
      .select(sql<string | null>`case when not ${isOpen} then coalesce(h.ended_at, h.until) end`.as('ended_at'))
      .select(sql<HoldEnd | null>`case when not ${isOpen} then coalesce(h.end_reason, 'until') end`.as('end_reason'))
      .orderBy('h.id', direction)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    holds.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit: query.limit, offset: query.offset };
}
