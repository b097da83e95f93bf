import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import { type Actor, seesTicket } from '../../visibility.ts';
import type { LinkQuery, TicketLink } from './schemas.ts';

/** The links of a ticket to tickets that the actor sees. The ticket is `t`, the link `l`. */
const visibleLinks = (db: Db, actor: Actor, ticketId: number) =>
  db
    .selectFrom('ticket_links as l')
    .innerJoin('tickets as t', (join) =>
      join.on(sql<SqlBool>`t.id = case when l.from_id = ${ticketId} then l.to_id else l.from_id end`),
    )
    .where((eb) => eb.or([eb('l.from_id', '=', ticketId), eb('l.to_id', '=', ticketId)]))
    .where(seesTicket(actor));

const itemsOf = (links: ReturnType<typeof visibleLinks>, ticketId: number) =>
  links
    .select(['l.id', 'l.kind'])
    .select(sql<TicketLink['direction']>`case when l.from_id = ${ticketId} then 'out' else 'in' end`.as('direction'))
    .select(
      sql<TicketLink['ticket']>`json_build_object('id', t.id, 'status', t.status, 'description', t.description)`.as('ticket'),
    );

/** The links of a ticket, whose visibility the caller has checked, to tickets that the actor sees as well; the oldest first. */
export async function listLinks(db: Db, actor: Actor, ticketId: number, query: LinkQuery): Promise<Page<TicketLink>> {
  const { limit, offset } = query;
  const links = visibleLinks(db, actor, ticketId);
  const [items, { total }] = await Promise.all([
    itemsOf(links, ticketId).orderBy('l.id', directionOf(query, 'asc')).limit(limit).offset(offset).execute(),
    links.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}

/** @returns the link as the list has it; undefined when the ticket has none with this id to a ticket that the actor sees */
export const findLink = (db: Db, actor: Actor, ticketId: number, linkId: number): Promise<TicketLink | undefined> =>
  itemsOf(visibleLinks(db, actor, ticketId), ticketId)
    .where('l.id', '=', linkId)
    .executeTakeFirst();
