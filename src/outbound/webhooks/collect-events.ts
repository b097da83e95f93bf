import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { type EventPayload, eventQueue, eventsOf } from './events.ts';
import './tables.ts';

/** Events per transaction. */
const batchSize = 500;

/**
 * Makes a delivery for each webhook that wants an event and whose owner may see it. One instance at a time does it, in the order of the
 * events: otherwise a later event could get the lower id, and be sent first.
 * @returns whether there may be more events
 */
export async function collectEvents({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await sql`select from deliveries where queue = ${eventQueue} limit 1`.execute(db.read);
  if (rows.length === 0) return false;
  return db.transaction(async (tx) => {
    const lock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('webhook events', 0)) as locked`;
    if (!(await lock.execute(tx)).rows[0]?.locked) return false;
    const events = await takeEvents(tx);
    await insertWebhookDeliveries(tx, events);
    return events.length === batchSize;
  });
}

interface QueuedEvent {
  payload: EventPayload;
  created_at: string;
  traceparent: string | null;
}

async function takeEvents(tx: Tx): Promise<QueuedEvent[]> {
  const { rows } = await sql<QueuedEvent>`
    with taken as (
      delete from deliveries
      where id = any(array(select id from deliveries where queue = ${eventQueue} order by id limit ${batchSize}))
      returning id, payload, created_at, traceparent
    )
    select payload, created_at, traceparent from taken order by id`.execute(tx);
  return rows;
}

async function insertWebhookDeliveries(tx: Tx, events: readonly QueuedEvent[]): Promise<void> {
  const collected = events.flatMap(({ payload, created_at, traceparent }) => {
    const { kind, ...details } = payload;
    const ticket_id = 'ticket_id' in payload ? payload.ticket_id : null;
    const project_id = 'project_id' in payload ? payload.project_id : null;
    const object_id = 'object_id' in payload ? payload.object_id : null;
    // A deleted project has no row that names its client.
    const client_id = payload.kind === 'project_deleted' ? payload.client_id : null;
    const is_internal = kind === 'internal_comment_added' || kind === 'internal_attachment_added';
    const shown = kind === 'comment_added' || is_internal ? { ...details, internal: is_internal } : details;
    const shared = { ticket_id, project_id, object_id, client_id, details: shown, is_internal, created_at, traceparent };
    return eventsOf(payload).map((event) => ({ event, ...shared }));
  });
  if (collected.length === 0) return;
  await lockSubjects(tx, collected);
  // A ticket or project that was deleted meanwhile has no row to join.
  await sql`
    insert into webhook_deliveries (webhook_id, event, ticket_id, project_id, details, created_at, traceparent)
    select hook.id, e.event, t.id, p.id, e.details, e.created_at, e.traceparent
    from jsonb_to_recordset(${JSON.stringify(collected.map((one, position) => ({ position, ...one })))}::jsonb)
      as e (position int, event text, ticket_id int, project_id int, object_id int, client_id uuid, details jsonb,
        is_internal boolean, created_at timestamptz, traceparent text)
    left join tickets as t on t.id = e.ticket_id
    left join objects as o on o.id = e.object_id
    left join projects as p on p.id = coalesce(e.project_id, o.project_id)
    join webhooks as hook on hook.is_active and e.event = any(hook.events)
      and (hook.sees_all or hook.owner_id = coalesce(t.client_id, p.client_id, e.client_id))
    join users as owner on owner.id = hook.owner_id and owner.is_active
    where (coalesce(t.id, p.id) is not null or e.client_id is not null) and (not e.is_internal or owner.role = 'admin')
    order by e.position, hook.id`.execute(tx);
}

interface Subject {
  ticket_id: number | null;
  project_id: number | null;
  object_id: number | null;
}

/** Locks what the events are about, projects before tickets as a deletion does, which prevents deadlocks. */
async function lockSubjects(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const tickets = sql`(${subjects.map(({ ticket_id }) => ticket_id)}::integer[])`;
  const projects = sql`(${subjects.map(({ project_id }) => project_id)}::integer[])`;
  const objects = sql`(${subjects.map(({ object_id }) => object_id)}::integer[])`;
  await sql`
    select from projects where id in (
      select unnest${projects}
      union select project_id from tickets where id = any${tickets}
      union select project_id from objects where id = any${objects}
    ) order by id for key share`.execute(tx);
  await sql`select from tickets where id = any${tickets} order by id for key share`.execute(tx);
}
