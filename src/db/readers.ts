import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { named, type StatementWatch } from './statements.ts';

/**
 * A few connections that all readers share: each statement is sent at once and answers come
 * back in order, so no request waits for a free connection. What is in flight on a connection
 * that breaks fails, and the next reader gets a new one.
 */
export class PipelinedReaders implements PostgresPool {
  readonly #open: () => pg.Client;
  readonly #log: Logger;
  readonly #counted: StatementWatch;
  readonly #slots: (Promise<PostgresPoolClient> | undefined)[];
  readonly #clients = new Set<pg.Client>();
  readonly options = {};
  #next = 0;
  #underWay = 0;

  constructor(open: () => pg.Client, size: number, log: Logger, watch: StatementWatch) {
    this.#open = open;
    this.#log = log;
    this.#counted = {
      began: () => {
        this.#underWay++;
      },
      ended: (text, ms) => {
        this.#underWay--;
        watch.ended(text, ms);
      },
    };
    this.#slots = Array.from({ length: size });
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#clients.size;
  }

  /** How many statements are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  connect(): Promise<PostgresPoolClient> {
    this.#next = (this.#next + 1) % this.#slots.length;
    const slot = this.#next;
    this.#slots[slot] ??= this.#fill(slot);
    return this.#slots[slot];
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  async #fill(slot: number): Promise<PostgresPoolClient> {
    const client = this.#open();
    const empty = (error?: Error): void => {
      if (!this.#clients.delete(client)) return;
      this.#slots[slot] = undefined;
      if (error) this.#log.warn({ error: error.message }, 'a reading database connection was lost');
    };
    this.#clients.add(client);
    client.on('error', empty);
    client.on('end', () => empty());
    try {
      await client.connect();
    } catch (error) {
      empty();
      throw error;
    }
    return { query: named(client, this.#counted), release: () => {} };
  }
}
