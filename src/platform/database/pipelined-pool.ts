import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { QueueFull } from '../lib/fair-queue.ts';
import { prepared, type StatementWatch } from './prepared-statements.ts';

/** More statements would wait longer for their answer than a request may take. */
const maxUnderWay = 5_000;

interface Options {
  /** runs on each new connection before its first statement */
  configure(client: pg.Client): Promise<void>;
  /** how many connections */
  size: number;
  /** of a statement */
  timeoutMs: number;
  log: Logger;
  watch: StatementWatch;
}

/**
 * A few connections that all reads share: statements are pipelined, sent without waiting for the answer to the one
 * before, so no request waits for a free connection. What one turn of the event loop asks goes to one connection, and
 * leaves in one write: each write is a system call here and another in the server (docs/performance.md). When a
 * connection breaks, the statements in flight on it fail, and the next read opens a new one.
 */
export class PipelinedPool implements PostgresPool {
  readonly #open: (stream: () => Socket) => pg.Client;
  readonly #configure: (client: pg.Client) => Promise<void>;
  readonly #timeoutMs: number;
  readonly #log: Logger;
  readonly #watch: StatementWatch;
  readonly #slots: (Promise<PostgresPoolClient> | undefined)[];
  readonly #clients = new Set<pg.Client>();
  /** the slot of each client that can be used */
  readonly #ready = new Map<pg.Client, number>();
  readonly #corked = new Set<Socket>();
  readonly options = {};
  #next = 0;
  #flushScheduled = false;
  #underWay = 0;

  constructor(open: (stream: () => Socket) => pg.Client, { configure, size, timeoutMs, log, watch }: Options) {
    this.#open = open;
    this.#configure = configure;
    this.#timeoutMs = timeoutMs;
    this.#log = log;
    this.#watch = {
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
    this.#scheduleFlush();
    const slot = this.#next;
    this.#slots[slot] ??= this.#fill(slot);
    return this.#slots[slot];
  }

  /** Replaces all connections that are open; statements in flight on them still end. */
  reset(): void {
    for (const [client, slot] of this.#ready) {
      this.#ready.delete(client);
      this.#slots[slot] = undefined;
      const end = (): Promise<void> => client.end();
      client.query('select 1').then(end, end);
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()));
  }

  #cork(socket: Socket): void {
    this.#scheduleFlush();
    if (this.#corked.has(socket)) return;
    this.#corked.add(socket);
    socket.cork();
  }

  #scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    setImmediate(() => {
      this.#flushScheduled = false;
      this.#next = (this.#next + 1) % this.#slots.length;
      for (const socket of this.#corked) socket.uncork();
      this.#corked.clear();
    });
  }

  async #fill(slot: number): Promise<PostgresPoolClient> {
    const socket = new Socket();
    const client = this.#open(() => socket);
    let isReady = false;
    const empty = (error?: Error): void => {
      if (!this.#clients.delete(client)) return;
      if (this.#ready.delete(client) || !isReady) this.#slots[slot] = undefined;
      if (error) this.#log.warn({ error: error.message }, 'a shared database connection was lost');
    };
    this.#clients.add(client);
    client.on('error', empty);
    client.on('end', () => empty());
    try {
      await client.connect();
      await this.#configure(client);
      isReady = true;
      this.#ready.set(client, slot);
    } catch (error) {
      empty();
      socket.destroy();
      throw error;
    }
    const { began, ended } = this.#watch;
    const watch: StatementWatch = {
      began: () => {
        this.#cork(socket);
        began();
      },
      ended,
    };
    return { query: prepared(client, watch, this.#timeoutMs), release: () => {} };
  }
}
