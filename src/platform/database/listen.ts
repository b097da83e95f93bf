import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './database.ts';
import { destroyConnection } from './prepared-statements.ts';

export const postgresChannel = 'callout';
const reconnectDelayMs = 2_000;
const endTimeoutMs = 1_000;

/**
 * What instances notify each other of: `bots` when a bot was connected, changed or disconnected; `instances` every 10 s while one,
 * which is named, is running; `notifications` when an account, which is named, has a new notification; `reports` when the reports to a
 * client, who is named, changed; `tickets` when something about a ticket, which is named, changed that its journal does not record;
 * `acting` when an account, which is named, may not act for another one any more, `internal_comments` when only internal comments of a
 * ticket changed; `settings` when admins changed settings; `work` when a work item was added to a queue, which is named
 * (069_work_notifications.sql).
 */
export type Channel =
  | 'acting'
  | 'bots'
  | 'instances'
  | 'internal_comments'
  | 'notifications'
  | 'reports'
  | 'settings'
  | 'tickets'
  | 'work';

const messagePattern =
  /^(acting|bots|instances|internal_comments|notifications|reports|settings|tickets|work)(?: ([0-9a-f-]{36}|[1-9][0-9]{0,9}|[a-z_]{1,40}))?$/;

/** Notifies all instances when the transaction commits. @param subject an id or the name of a queue */
export async function notify(tx: Db, channel: Channel, subject?: string): Promise<void> {
  await sql`select pg_notify(${postgresChannel}, ${subject === undefined ? channel : `${channel} ${subject}`})`.execute(tx);
}

/** @param subject a column @returns an SQL expression that notifies all instances of the subject of each row when the transaction commits */
export const notifyOfEach = (channel: Channel, subject: RawBuilder<string>): RawBuilder<unknown> =>
  sql`pg_notify(${postgresChannel}, ${channel} || ' ' || ${subject})`;

/**
 * Receives the notifications of all instances over one connection of its own. After a lost connection every listener is
 * called once, because a notification may have been missed.
 */
export class NotificationListener {
  readonly #config: pg.ClientConfig;
  readonly #log: Logger;
  readonly #listeners = new EventEmitter();
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(config: pg.ClientConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /** @param listener gets what was named; undefined after a lost connection: any */
  on(channel: Channel, listener: (subject?: string) => void): void {
    this.#listeners.on(channel, listener);
    this.#running ??= this.#listen();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
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
        // Anybody who can connect to the database can notify the channel of anything.
        const [, channel, subject] = messagePattern.exec(payload) ?? [];
        if (channel) this.#listeners.emit(channel, subject);
      });
      try {
        // The driver's connect() never settles when the connection is ended meanwhile.
        await Promise.race([closing, this.#subscribe(client).then(() => gone)]);
      } catch (error) {
        this.#log.debug({ reason: (error as Error).message }, 'the listening connection failed');
      }
      await endWithin(client, endTimeoutMs);
      await sleep(reconnectDelayMs, undefined, { signal }).catch(() => {});
    }
  }

  async #subscribe(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(`listen ${postgresChannel}`);
    for (const channel of this.#listeners.eventNames()) this.#listeners.emit(channel);
  }
}

/** Ends a connection even when the server does not answer. */
async function endWithin(client: pg.Client, timeoutMs: number): Promise<void> {
  const timer = setTimeout(destroyConnection, timeoutMs, client);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
