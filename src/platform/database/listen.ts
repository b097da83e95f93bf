import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './open.ts';
import { destroyConnection } from './statements.ts';

const channel = 'callout';
const reconnectEvery = 2_000;
const endTimeoutMs = 1_000;

/** What instances tell each other. */
export type Topic = 'bots';

/** Tells all instances once the transaction commits. */
export async function tell(tx: Db, topic: Topic): Promise<void> {
  await sql`select pg_notify(${channel}, ${topic})`.execute(tx);
}

/**
 * Hears what any instance tells, over one connection of its own. After a connection was lost every
 * topic counts as told once: something may have been missed.
 */
export class NotificationListener {
  readonly #config: pg.ClientConfig;
  readonly #log: Logger;
  readonly #topics = new EventEmitter();
  readonly #closing = new AbortController();
  #life: Promise<void> | undefined;

  constructor(config: pg.ClientConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  on(topic: Topic, listener: () => void): void {
    this.#topics.on(topic, listener);
    this.#life ??= this.#listen();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#life;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const closing = once(signal, 'abort');
    while (!signal.aborted) {
      const client = new pg.Client({
        ...this.#config,
        application_name: 'callout listener',
        connectionTimeoutMillis: 5_000,
        query_timeout: 10_000,
        keepAlive: true,
      });
      const gone = new Promise<void>((resolve) => {
        client.on('end', () => resolve());
        client.on('error', () => resolve());
      });
      client.on('notification', ({ payload = '' }) => {
        // Whoever may connect to the database may say anything on the channel.
        if (payload === 'bots') this.#topics.emit(payload);
      });
      try {
        // The driver's connect() never settles when the connection is ended meanwhile.
        await Promise.race([closing, this.#subscribe(client).then(() => gone)]);
      } catch (error) {
        this.#log.debug({ reason: (error as Error).message }, 'the listening connection failed');
      }
      await endWithin(client, endTimeoutMs);
      await sleep(reconnectEvery, undefined, { signal }).catch(() => {});
    }
  }

  async #subscribe(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(`listen ${channel}`);
    for (const topic of this.#topics.eventNames()) this.#topics.emit(topic);
  }
}

/** Ends a connection even when the server does not answer. */
async function endWithin(client: pg.Client, timeoutMs: number): Promise<void> {
  const timer = setTimeout(destroyConnection, timeoutMs, client);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
