import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Ear } from '../db/listen.ts';
import type { Database } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { type Actor, type ChangedTicket, hearsOf } from '../visibility.ts';

/** Changes are gathered for so long before they are told, in milliseconds. */
const gatherFor = 150;
const beatEvery = 15_000;

/** Somebody who looks at tickets now. */
export interface Listener {
  actor: Actor;
  /** the password version of the token it came with, and when that ends (milliseconds) */
  version: number;
  expires: number;
  /** an event of the stream; `undefined` ids: any ticket may have changed */
  changed(ids: number[] | undefined): void;
  beat(): void;
  end(): void;
}

/** Passes on which tickets changed, on whatever instance, to those here who may know. */
export class LiveFeed {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #ear: Ear;
  #hearing = false;
  readonly #listeners = new Set<Listener>();
  readonly #pulse: NodeJS.Timeout;
  #changed = new Set<number>();
  #noLongerFree = new Set<number>();
  #any = false;
  #gathering: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Logger }, ear: Ear) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#ear = ear;
    this.#pulse = setInterval(() => void this.#beat(), beatEvery);
    this.#pulse.unref();
  }

  /** How many look now. */
  get size(): number {
    return this.#listeners.size;
  }

  add(listener: Listener): void {
    // It was let in while the service began to stop, which would wait for it.
    if (this.#stopped) {
      listener.end();
      return;
    }
    this.#listeners.add(listener);
    if (this.#hearing) return;
    this.#hearing = true;
    this.#ear.on('tickets', (what) => this.#gather(what));
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#pulse);
    clearTimeout(this.#gathering);
    for (const listener of this.#listeners) this.#end(listener);
  }

  /** Its stream may stay open until its reader has taken the rest; more must not be written to it. */
  #end(listener: Listener): void {
    this.remove(listener);
    listener.end();
  }

  /** @param what ids with `n` after those that were free, `*` for any, empty: something was missed */
  #gather(what: string): void {
    if (this.#listeners.size === 0) return;
    if (what === '' || what === '*') this.#any = true;
    else {
      for (const word of what.split(',')) {
        const id = Number.parseInt(word, 10);
        this.#changed.add(id);
        if (word.endsWith('n')) this.#noLongerFree.add(id);
      }
    }
    this.#gathering ??= setTimeout(() => void this.#tell(), gatherFor);
  }

  async #tell(): Promise<void> {
    const [ids, wasFree, any] = [[...this.#changed], this.#noLongerFree, this.#any];
    this.#changed = new Set();
    this.#noLongerFree = new Set();
    this.#any = false;
    this.#gathering = undefined;
    try {
      if (any) for (const listener of this.#listeners) listener.changed(undefined);
      else this.#tellOf(await readTickets(this.#db, ids, wasFree));
    } catch (error) {
      this.#log.debug({ reason: (error as Error).message }, 'what changed cannot be read; everybody looks again');
      for (const listener of this.#listeners) listener.changed(undefined);
    }
  }

  #tellOf(tickets: Map<number, ChangedTicket>): void {
    for (const listener of this.#listeners) {
      const heard = [...tickets].filter(([, ticket]) => hearsOf(listener.actor, ticket)).map(([id]) => id);
      if (heard.length > 0) listener.changed(heard);
    }
  }

  /** Keeps the streams open, and ends those whose token or account is no longer good. */
  async #beat(): Promise<void> {
    const listeners = [...this.#listeners];
    if (listeners.length === 0) return;
    const now = this.#clock().getTime();
    for (const listener of listeners) {
      if (listener.expires <= now) this.#end(listener);
      else listener.beat();
    }
    try {
      const rows = await this.#db.read
        .selectFrom('users')
        .select(['id', 'token_version'])
        .where('id', '=', sql<string>`any(${[...new Set(listeners.map(({ actor }) => actor.id))]}::uuid[])`)
        .where('is_active', '=', true)
        .execute();
      const versions = new Map(rows.map(({ id, token_version }) => [id, token_version]));
      for (const listener of listeners) {
        if (versions.get(listener.actor.id) !== listener.version) this.#end(listener);
      }
    } catch {
      // Looked at again with the next beat; nothing is told meanwhile, since nothing can be read.
    }
  }
}

async function readTickets(db: Database, ids: number[], wasFree: Set<number>): Promise<Map<number, ChangedTicket>> {
  const rows = await db.read
    .selectFrom('tickets as t')
    .select(['t.id', 't.client_id', 't.worker_id', 't.status'])
    .select(
      sql<string[]>`array(
        select worker_id::text from project_workers as m where m.project_id = t.project_id and m.status = 'active'
      )`.as('members'),
    )
    .where('t.id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ id, ...ticket }) => [id, { ...ticket, was_free: wasFree.has(id) }]));
}
