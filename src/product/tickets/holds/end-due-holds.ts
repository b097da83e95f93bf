import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { tenantOfTicket } from '../../tenant.ts';
import type { HoldPayload } from '../events.ts';
import { ticketChangeNotice } from '../notify-change.ts';

/** Holds per transaction. */
const batchSize = 100;

type EndDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries'>;

/**
 * Ends the holds whose time has come, and publishes the end of those that a transition or their time has ended. Instances can do it at the
 * same time: each skips the tickets that another has locked.
 * @returns how many ends were published
 */
export async function endDueHolds({ db, clock, ...deps }: EndDeps, stopping?: AbortSignal): Promise<number> {
  let published = 0;
  let count = batchSize;
  while (count === batchSize && !stopping?.aborted) {
    count = await db.transaction(async (tx) => {
      const now = clock();
      const ids = await lockEnded(tx, now);
      if (ids.length > 0) published += await publish(tx, deps, ids, now);
      return ids.length;
    });
  }
  return published;
}

/** Locks the tickets, as whoever changes a hold does; what another instance has done meanwhile is left out by publish(). */
async function lockEnded(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select h.id from (
      (select id, ticket_id from ticket_holds where ended_at is null and until <= ${now} order by until limit ${batchSize})
      union all
      (select id, ticket_id from ticket_holds where ended_at is not null and not is_announced order by id limit ${batchSize})
    ) as h join tickets as t on t.id = h.ticket_id
    limit ${batchSize}
    for no key update of t skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

async function publish(tx: Tx, deps: Pick<Deps, 'subscriptions' | 'deliveries'>, ids: number[], now: Date): Promise<number> {
  const { rows } = await sql<{ id: number; ticket_id: number }>`
    with ended as (
      update ticket_holds set ended_at = coalesce(ended_at, until), end_reason = coalesce(end_reason, 'until'), is_announced = true
      where id = any(${ids}::bigint[]) and not is_announced and (ended_at is not null or until <= ${now})
      returning id, ticket_id
    )
    select id, ticket_id, ${ticketChangeNotice(sql`ticket_id`)} from ended order by id`.execute(tx);
  const payloads = rows.map(({ id, ticket_id }): HoldPayload => ({ kind: 'hold_ended', ticket_id, hold_id: id, actor_id: null }));
  await deliverEvent(tx, deps, 'hold_ended', {}, payloads, tenantOfTicket(sql`(payload ->> 'ticket_id')::integer`), now);
  return rows.length;
}
