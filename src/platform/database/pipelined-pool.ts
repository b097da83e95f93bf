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
 * before, so no request waits for a free connection. What one turn of the event loop asks goes to one connection, the least busy, and
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
  /** the statements under way of each slot */
  readonly #underWayOf: number[];
  readonly #clients = new Set<pg.Client>();
  /** the slot of each client that can be used */
  readonly #ready = new Map<pg.Client, number>();
  readonly #corked = new Set<Socket>();
  readonly options = {};
  #next = 0;
  #flushScheduled = false;

  constructor(open: (stream: () => Socket) => pg.Client, { configure, size, timeoutMs, log, watch }: Options) {
    this.#open = open;
    this.#configure = configure;
    this.#timeoutMs = timeoutMs;
    this.#log = log;
    this.#watch = watch;
    this.#slots = Array.from({ length: size });
    this.#underWayOf = Array.from({ length: size }, () => 0);
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#clients.size;
  }

  /** How many statements are under way. */
  get underWay(): number {
    return this.#underWayOf.reduce((sum, count) => sum + count, 0);
  }

  /** @throws QueueFull */
  connect(): Promise<PostgresPoolClient> {
    if (this.underWay >= maxUnderWay) throw new QueueFull('too many reads are under way');
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
      this.#next = this.#leastBusyAfter(this.#next);
      for (const socket of this.#corked) socket.uncork();
      this.#corked.clear();
    });
  }

  /** The slot with the fewest statements under way, so that few wait behind a slow one; of equal ones the next. */
  #leastBusyAfter(slot: number): number {
    let best = slot;
    for (let step = 1; step <= this.#slots.length; step++) {
      const other = (slot + step) % this.#slots.length;
      if (step === 1 || (this.#underWayOf[other] ?? 0) < (this.#underWayOf[best] ?? 0)) best = other;
    }
    return best;
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
    const count = (change: 1 | -1): void => {
      this.#underWayOf[slot] = (this.#underWayOf[slot] ?? 0) + change;
    };
    const watch: StatementWatch = {
      began: () => {
        this.#cork(socket);
        count(1);
      },
      ended: (text, ms) => {
        count(-1);
        this.#watch.ended(text, ms);
      },
    };
    return { query: prepared(client, watch, this.#timeoutMs), release: () => {} };
  }
}
