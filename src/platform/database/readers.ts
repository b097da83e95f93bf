import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { QueueFull } from '../lib/fair-queue.ts';
import { prepared, type StatementWatch } from './statements.ts';

/** More would wait longer for their answer than is of use. */
const maxUnderWay = 5_000;

interface Options {
  /** prepares a connection that has opened for its first statement */
  configure(client: pg.Client): Promise<void>;
  /** how many connections */
  size: number;
  /** how long an answer is waited for */
  timeoutMs: number;
  log: Logger;
  watch: StatementWatch;
}

/**
 * A few connections that all readers share: each statement is sent without waiting for the one
 * before it and answers come back in order, so no request waits for a free connection. What one
 * turn of the event loop asks goes to one of them in one piece, since each piece is a call into the
 * system here and in the server; the next turn's goes to the next. What is in flight on a
 * connection that breaks fails, and the next reader gets a new one.
 */
export class PipelinedReaders implements PostgresPool {
  readonly #open: (stream: () => Socket) => pg.Client;
  readonly #configure: (client: pg.Client) => Promise<void>;
  readonly #timeoutMs: number;
  readonly #log: Logger;
  readonly #counted: StatementWatch;
  readonly #slots: (Promise<PostgresPoolClient> | undefined)[];
  readonly #clients = new Set<pg.Client>();
  readonly #gathering = new Set<Socket>();
  readonly options = {};
  #next = 0;
  #inTurn = false;
  #underWay = 0;

  constructor(open: (stream: () => Socket) => pg.Client, { configure, size, timeoutMs, log, watch }: Options) {
    this.#open = open;
    this.#configure = configure;
    this.#timeoutMs = timeoutMs;
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

  /** @throws QueueFull */
  connect(): Promise<PostgresPoolClient> {
    if (this.#underWay >= maxUnderWay) throw new QueueFull('too many reads are under way');
    this.#awaitEndOfTurn();
    const slot = this.#next;
    this.#slots[slot] ??= this.#fill(slot);
    return this.#slots[slot];
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  #gather(socket: Socket): void {
    this.#awaitEndOfTurn();
    if (this.#gathering.has(socket)) return;
    this.#gathering.add(socket);
    socket.cork();
  }

  #awaitEndOfTurn(): void {
    if (this.#inTurn) return;
    this.#inTurn = true;
    setImmediate(() => {
      this.#inTurn = false;
      this.#next = (this.#next + 1) % this.#slots.length;
      for (const socket of this.#gathering) socket.uncork();
      this.#gathering.clear();
    });
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
      await this.#configure(client);
    } catch (error) {
      empty();
      socket.destroy();
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
    return { query: prepared(client, watch, this.#timeoutMs), release: () => {} };
  }
}
