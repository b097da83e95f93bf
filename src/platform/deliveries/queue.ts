import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx, Writer } from '../database/database.ts';
import { postgresChannel } from '../database/listen.ts';
import { forceCustomPlan } from '../database/prepared-statements.ts';
import { currentTraceparent } from '../tracing/tracer.ts';
import { insertJobResult } from './job-results.ts';

/** What a delivery of each queue carries. Whoever owns a queue adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DeliveryPayloads {}

export type QueueName = keyof DeliveryPayloads;

/** A delivery that was claimed for one attempt. */
export interface Delivery<Q extends QueueName = QueueName> {
  id: number;
  /** who caused it */
  tenant: string;
  payload: DeliveryPayloads[Q];
  /** when its cause happened, by the service's clock */
  created_at: string;
  /** how often it was claimed, this time included */
  attempts: number;
  /** of this attempt */
  lease: string;
  last_error: string | null;
  /** of the span that caused it; null without a tracer */
  traceparent?: string | null;
}

/** The tenant of deliveries that no account caused; the default of the column. */
export const noTenant = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What else happens when a delivery is dropped by hand, before it is deleted: rows that wait for it are decided. */
export type DropHook = (tx: Tx, deliveryId: number, now: Date) => Promise<void>;

/** Who causes deliveries: the id of a tenant, or an expression of it over their `payload`, for which null is nobody. */
export type Tenant = string | RawBuilder<string | null>;

/** Of a row `d` of deliveries: an attempt is under way. That of an instance that has died is no more when its lease ends. */
export const isRunning = sql<boolean>`(d.lease is not null and d.due_at > now())`;

/** Of a row `d` of deliveries: its time has come. */
export const isDue = sql<boolean>`(d.due_at <= now())`;

/** Of a row `d` of deliveries: the seconds since its time has come. */
export const secondsDue = sql<number>`extract(epoch from now() - d.due_at)::float8`;

/** Has a delivery attempted now. */
export async function makeDue(tx: Tx, id: number): Promise<void> {
  await sql`update deliveries set due_at = now() where id = ${id}`.execute(tx);
}

/** @returns an SQL expression for the column `traceparent` of a new row: the span that is under way, null without a tracer */
export const causingSpan = (): RawBuilder<string | null> => sql`${currentTraceparent.getStore() ?? null}::text`;

const fromNow = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

/** Whether the claim still stands. The release before takes a delivery over without another lease, but counts the attempt. */
const isHeld = ({ id, attempts, lease }: Delivery) => sql`id = ${id} and attempts = ${attempts} and lease = ${lease}`;

// With a plan that is kept from when the table was nearly empty a statement reads all of it for each row after thousands of events.

/**
 * The table of deliveries. A claimed delivery is invisible to other processes until its visibility timeout ends; a
 * process that dies leaves it to them. A claim that has been lost, which its lease shows, schedules nothing more.
 */
export class DeliveryQueue {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  /**
   * Adds deliveries in the transaction that causes them.
   * @param now the service's time
   * @param onlyIf a condition without which there are none
   */
  async enqueue<Q extends QueueName>(
    tx: Tx,
    queue: Q,
    payloads: readonly DeliveryPayloads[Q][],
    tenant: Tenant,
    now: Date,
    onlyIf: RawBuilder<SqlBool> = sql`true`,
  ): Promise<void> {
    if (payloads.length === 0) return;
    await sql`
      insert into deliveries (queue, payload, tenant, created_at, traceparent)
      select ${queue}, payload, coalesce(${tenant}::uuid, ${noTenant}), ${now}::timestamptz, ${causingSpan()}
      from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload
      where ${onlyIf}`.execute(tx);
  }

  /**
   * Finds the tenants of which deliveries are due. If any are, the index is read once for each tenant of the queue, however many
   * deliveries it has.
   * @param after the tenant whose turn was last
   * @returns at most 1,000, in the order of their turns
   */
  async findDueTenants(queue: QueueName, after: string): Promise<string[]> {
    const find = sql<{ tenant: string }>`
      ${forceCustomPlan} with recursive oldest (tenant, due_at) as (
        (
          select tenant, due_at from deliveries
          where queue = ${queue} and (select due_at from deliveries where queue = ${queue} order by due_at limit 1) <= now()
          order by tenant, due_at limit 1
        )
        union all
        select next.tenant, next.due_at from oldest cross join lateral (
          select tenant, due_at from deliveries where queue = ${queue} and tenant > oldest.tenant order by tenant, due_at limit 1
        ) as next
      )
      select tenant from oldest where due_at <= now() order by tenant <= ${after}::uuid, tenant limit 1000`;
    const { rows } = await this.#db.statement((writer) => find.execute(writer));
    return rows.map(({ tenant }) => tenant);
  }

  /** @returns in how many milliseconds a delivery of the queue is due; 0 or less: one is; infinity: there is none */
  async msUntilDue(queue: QueueName): Promise<number> {
    const { rows } = await this.#db.statement((writer) =>
      sql<{ ms: number }>`
        ${forceCustomPlan} select (extract(epoch from due_at - now()) * 1000)::float8 as ms
        from deliveries where queue = ${queue} order by due_at limit 1`.execute(writer),
    );
    return rows[0]?.ms ?? Number.POSITIVE_INFINITY;
  }

  /** Claims of each of these tenants the delivery that has been due for the longest time. @returns those of tenants that have one */
  async claim<Q extends QueueName>(queue: Q, tenants: readonly string[], visibilityTimeoutMs: number): Promise<Delivery<Q>[]> {
    const claim = sql<Delivery<Q>>`
      ${forceCustomPlan} update deliveries set due_at = ${fromNow(visibilityTimeoutMs)}, attempts = attempts + 1, lease = gen_random_uuid()
      where id = any(array(
        select oldest.id from unnest(${tenants}::uuid[]) as turn (tenant) cross join lateral (
          select id from deliveries where queue = ${queue} and tenant = turn.tenant and due_at <= now()
          order by due_at, id limit 1 for update skip locked
        ) as oldest
      ))
      returning id, tenant, payload, created_at, attempts, lease, last_error, traceparent`;
    const { rows } = await this.#db.statement((writer) => claim.execute(writer));
    return rows;
  }

  /** Keeps a claimed delivery invisible to others for longer. @returns false: another process has taken it, or it was dropped */
  async extend(delivery: Delivery, visibilityTimeoutMs: number): Promise<boolean> {
    const extended = await this.#run(sql`
      update deliveries set due_at = ${fromNow(visibilityTimeoutMs)} where ${isHeld(delivery)}`);
    return extended > 0n;
  }

  /** Ends a delivery for which there is nothing to do, also for a process that claimed it meanwhile. */
  async delete({ id }: Delivery): Promise<void> {
    await this.#run(sql`delete from deliveries where id = ${id}`);
  }

  /** Ends a delivery that was sent or given up, also for a process that claimed it meanwhile, and stores that its job had this result. */
  async deleteWithResult({ id }: Delivery, job: string, result: 'succeeded' | 'failed', now: Date): Promise<void> {
    const ended = sql`select count(*) from ended`;
    await this.#run(
      sql`with ended as (delete from deliveries where id = ${id} returning id) ${insertJobResult(job, result, now, ended)}`,
    );
  }

  /** Ends a delivery in the transaction that does what it is for, so that this is done once. @returns false: it was ended before */
  async end(tx: Tx, { id }: Delivery): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`${forceCustomPlan} delete from deliveries where id = ${id}`.execute(tx);
    return numAffectedRows > 0n;
  }

  /** Schedules the next attempt after a failed one. */
  async retry(delivery: Delivery, delayMs: number, reason: string): Promise<void> {
    const error = reason.replaceAll('\0', ''); // PostgreSQL stores no NUL in text
    await this.#run(sql`
      update deliveries set due_at = ${fromNow(delayMs)}, last_error = ${error}, lease = null where ${isHeld(delivery)}`);
  }

  /** Gives a claimed delivery back; this attempt does not count. Without a delay another instance takes it at once. */
  async release(delivery: Delivery, delayMs: number): Promise<void> {
    await this.#run(sql`
      with released as (
        update deliveries set due_at = ${fromNow(delayMs)}, attempts = attempts - 1, lease = null where ${isHeld(delivery)}
        returning queue
      )
      select pg_notify(${postgresChannel}, 'work ' || queue) from released where ${delayMs === 0}`);
  }

  /** Ends a run of a periodic job. @param delayMs until the next one, unless it was asked for during the run */
  async repeat(delivery: Delivery, delayMs: number, now: Date): Promise<void> {
    await this.#run(sql`
      update deliveries set attempts = 0, lease = null, last_error = null, created_at = ${now}::timestamptz,
        due_at = case when payload ? 'again' then now() else ${fromNow(delayMs)} end, payload = payload - 'again'
      where ${isHeld(delivery)}`);
  }

  /** Adds the periodic jobs that are not there, and makes all due that do not run. */
  async addJobs(names: readonly string[], now: Date): Promise<void> {
    await this.#run(sql`
      insert into deliveries (queue, key, payload, created_at)
      select 'jobs', name, jsonb_build_object('kind', name), ${now}::timestamptz from unnest(${names}::text[]) as name order by name
      on conflict (queue, key) where key is not null do update set due_at = now()
      where deliveries.lease is null or deliveries.due_at <= now()`);
  }

  /** Has a periodic job run now, or once more after the run that is under way, on whichever instance. */
  async triggerJob(name: string): Promise<void> {
    await this.#run(sql`
      update deliveries as d set due_at = case when running then due_at else now() end,
        payload = case when running then payload || '{"again": true}' else payload end
      from (select id, lease is not null and due_at > now() as running from deliveries where queue = 'jobs' and key = ${name} for update) as job
      where d.id = job.id`);
  }

  /** @returns how many rows it changed */
  async #run(query: ReturnType<typeof sql>): Promise<bigint> {
    const { numAffectedRows = 0n } = await this.#db.statement((writer) => sql`${forceCustomPlan} ${query}`.execute(writer));
    return numAffectedRows;
  }
}
