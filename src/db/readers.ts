import { Socket } from 'node:net';
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
  readonly #open: (stream: () => Socket) => pg.Client;
  readonly #log: Logger;
  readonly #counted: StatementWatch;
  readonly #slots: (Promise<PostgresPoolClient> | undefined)[];
  readonly #clients = new Set<pg.Client>();
  readonly #gathering = new Set<Socket>();
  readonly options = {};
  #next = 0;
  #underWay = 0;

  constructor(open: (stream: () => Socket) => pg.Client, size: number, log: Logger, watch: StatementWatch) {
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

  /** What a turn of the event loop sends goes out in one piece: each is a call into the system. */
  #gather(socket: Socket): void {
    if (this.#gathering.size === 0) setImmediate(() => this.#send());
    if (this.#gathering.has(socket)) return;
    this.#gathering.add(socket);
    socket.cork();
  }

  #send(): void {
    for (const socket of this.#gathering) socket.uncork();
    this.#gathering.clear();
  }

  async #fill(slot: number): Promise<PostgresPoolClient> {
    const socket = new Socket();
    const client = this.#open(() => socket);
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
    const { began, ended } = this.#counted;
    const watch: StatementWatch = {
      began: () => {
        this.#gather(socket);
        began();
      },
      ended,
    };
    return { query: named(client, watch), release: () => {} };
  }
}
