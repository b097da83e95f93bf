import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import './tables.ts';

/** Tickets per transaction, which locks their rows of changes: few enough that no writer waits for long. */
const batchSize = 500;

interface Scope {
  scope: 'project' | 'object' | 'client' | 'worker';
  id: string;
  after_created_at: string;
  after_id: number;
}

const conditions: Record<Scope['scope'], (id: string) => RawBuilder<unknown>> = {
  project: (id) => sql`project_id = ${id}::integer`,
  object: (id) => sql`object_id = ${id}::integer`,
  client: (id) => sql`client_id = ${id}::uuid`,
  worker: (id) => sql`worker_id = ${id}::uuid`,
};

/**
 * Marks the tickets as changed in which projects, objects and people have another name, or whose targets changed. Any number of
 * instances share the work.
 * @returns how many tickets
 */
export async function markRenamedTickets({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<number> {
  let count = 0;
  while (!stopping?.aborted) {
    const marked = await db.transaction(markBatch);
    if (marked === undefined) break;
    count += marked;
  }
  return count;
}

/** @returns undefined: nothing waits that no other instance is at */
async function markBatch(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<Scope>`
    select scope, id, after_created_at::text, after_id from changed_scopes order by scope, id limit 1 for update skip locked`.execute(
    tx,
  );
  const [next] = rows;
  if (!next) return undefined;
  const marked = await sql<{ created_at: string; ticket_id: number }>`
    with batch as materialized (
      select id, client_id, created_at from tickets
      where ${conditions[next.scope](next.id)} and (created_at, id) > (${next.after_created_at}::timestamptz, ${next.after_id}::integer)
      order by created_at, id limit ${batchSize}
    ), marked as (
      insert into ticket_changes (ticket_id, client_id, xid, client_xid)
      select id, client_id, pg_current_xact_id(), pg_current_xact_id() from batch order by id
      on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
    )
    select created_at::text, id as ticket_id from batch order by batch.created_at, id`.execute(tx);
  const last = marked.rows.at(-1);
  const ofScope = sql`scope = ${next.scope} and id = ${next.id}`;
  if (!last || marked.rows.length < batchSize) await sql`delete from changed_scopes where ${ofScope}`.execute(tx);
  else {
    await sql`
      update changed_scopes set after_created_at = ${last.created_at}::timestamptz, after_id = ${last.ticket_id} where ${ofScope}`.execute(
      tx,
    );
  }
  return marked.rows.length;
}
