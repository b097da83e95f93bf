import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Actor } from '../../visibility.ts';
import { lockArrangeable } from '../lock-arrangeable.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import type { TicketTags } from './schemas.ts';

/**
 * Replaces the tags of a ticket, whatever its status. A tag that it has already gets the new spelling and place.
 * @returns the tags in their order, each once
 * @throws 404 no such ticket, 403 not visible, or not the actor's to arrange
 */
export async function replaceTags(tx: Tx, actor: Actor, ticketId: number, { tags }: TicketTags): Promise<TicketTags> {
  await lockArrangeable(tx, actor, ticketId);
  const { rows } = await sql<{ tag: string }>`
    with wanted as (
      select distinct on (key) tag, key, position
      from unnest(${tags}::text[]) with ordinality as sent (tag, position), fold_text(tag) as key
      order by key, position
    ), removed as (
      delete from ticket_tags where ticket_id = ${ticketId} and not exists (select from wanted where wanted.key = ticket_tags.key)
    ), written as (
      insert into ticket_tags (ticket_id, client_id, position, tag)
      select t.id, t.client_id, position, tag from wanted, tickets as t where t.id = ${ticketId} order by position
      on conflict (ticket_id, key) do update set position = excluded.position, tag = excluded.tag
      returning tag, position
    )
    select tag from written order by position`.execute(tx);
  await notifyTicketChanged(tx, ticketId);
  return { tags: rows.map(({ tag }) => tag) };
}
