import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx, Writer } from '../database/database.ts';

/** What a delivery of each queue carries. Whoever owns a queue adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DeliveryPayloads {}

export type QueueName = keyof DeliveryPayloads;

/** A delivery that was claimed for one attempt. */
export interface Delivery<Q extends QueueName = QueueName> {
  id: number;
  payload: DeliveryPayloads[Q];
  /** when its cause happened, by the service's clock */
  created_at: string;
  /** how often it was claimed, this time included */
  attempts: number;
  last_error: string | null;
}

const fromNow = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

/**
 * The table of deliveries. A claimed delivery is invisible to other processes until its visibility timeout ends; a
 * process that dies leaves it to them. Statements on a claimed delivery change nothing when the claim has been lost,
 * which the number of attempts tells.
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
    payloads: DeliveryPayloads[Q][],
    now: Date,
    onlyIf: RawBuilder<SqlBool> = sql`true`,
  ): Promise<void> {
    if (payloads.length === 0) return;
    await sql`
      insert into deliveries (queue, payload, created_at)
      select ${queue}, payload, ${now}::timestamptz from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload
      where ${onlyIf}`.execute(tx);
  }

  /** Claims the delivery that has been due for the longest time. @returns undefined when none is due */
  async claim<Q extends QueueName>(queue: Q, visibilityTimeoutMs: number): Promise<Delivery<Q> | undefined> {
    const claim = sql<Delivery<Q>>`
      update deliveries set due_at = ${fromNow(visibilityTimeoutMs)}, attempts = attempts + 1
      where id = (
        select id from deliveries where queue = ${queue} and due_at <= now()
        order by due_at, id limit 1 for update skip locked
      )
      returning id, payload, created_at, attempts, last_error`;
    const { rows } = await this.#db.statement((writer) => claim.execute(writer));
    return rows[0];
  }

  /** Keeps a claimed delivery invisible to others for longer. */
  async extend({ id, attempts }: Delivery, visibilityTimeoutMs: number): Promise<void> {
    await this.#run(sql`
      update deliveries set due_at = ${fromNow(visibilityTimeoutMs)} where id = ${id} and attempts = ${attempts}`);
  }

  /** Ends a delivery, whether it was sent or given up. */
  async delete({ id }: Delivery): Promise<void> {
    await this.#run(sql`delete from deliveries where id = ${id}`);
  }

  /** Schedules the next attempt after a failed one. */
  async retry({ id, attempts }: Delivery, delayMs: number, reason: string): Promise<void> {
    const error = reason.replaceAll('\0', ''); // PostgreSQL stores no NUL in text
    await this.#run(sql`
      update deliveries set due_at = ${fromNow(delayMs)}, last_error = ${error} where id = ${id} and attempts = ${attempts}`);
  }

  /** Gives a claimed delivery back; this attempt does not count. */
  async release({ id, attempts }: Delivery, delayMs: number): Promise<void> {
    await this.#run(sql`
      update deliveries set due_at = ${fromNow(delayMs)}, attempts = attempts - 1 where id = ${id} and attempts = ${attempts}`);
  }

  async #run(query: ReturnType<typeof sql>): Promise<void> {
    await this.#db.statement((writer) => query.execute(writer));
  }
}
