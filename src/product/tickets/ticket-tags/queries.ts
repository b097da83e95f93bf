import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { type Actor, seesTicket } from '../../visibility.ts';
import type { TagQuery, UsedTag } from './schemas.ts';

/** Rows of ticket_tags whose tickets somebody sees. Alias `g`. */
function visibleTags(actor: Actor): RawBuilder<unknown> {
  if (actor.role === 'admin') return sql`ticket_tags as g where true`;
  if (actor.role === 'client') return sql`ticket_tags as g where g.client_id = ${actor.id}`;
  return sql`ticket_tags as g join tickets as t on t.id = g.ticket_id where ${seesTicket(actor)}`;
}

/** Lists the tags of the tickets that an actor sees, the most used first. */
export async function listTags(db: Db, actor: Actor, { q, sort, order, limit, offset }: TagQuery): Promise<Page<UsedTag>> {
  const found = q === undefined ? sql`` : sql`and g.key like search_pattern(${q})`;
  const ascends = order ? order === 'asc' : sort === 'tag';
  const direction = ascends ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ items: UsedTag[]; total: number }>`
    with used as materialized (
      select g.key, count(*)::integer as tickets, min(g.id) as first_id from ${visibleTags(actor)} ${found} group by g.key
    ), page as (
      select first_id, key, tickets from used
      order by ${sort === 'tag' ? sql`key ${direction}` : sql`tickets ${direction}, key`} limit ${limit} offset ${offset}
    )
    select (select count(*) from used) as total, (
      select coalesce(json_agg(json_build_object('tag', first.tag, 'tickets', page.tickets)
        order by ${sort === 'tag' ? sql`page.key ${direction}` : sql`page.tickets ${direction}, page.key`}), '[]')
      from page join ticket_tags as first on first.id = page.first_id
    ) as items`.execute(db);
  const { items, total } = rows[0] ?? { items: [], total: 0 };
  return { items, total, limit, offset };
}
