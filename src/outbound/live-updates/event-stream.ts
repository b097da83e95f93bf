import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/open.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { type Actor, type ChangedTicket, canSeeChange } from '../../product/visibility.ts';
import { JournalPoller } from './journal-poller.ts';

/** While somebody listens the journal is looked at so often, in milliseconds. */
const lookEvery = 200;
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

/**
 * Passes on which tickets changed, on whatever instance, to those here who may know. It reads them
 * from the journal while somebody listens, so that whoever writes does nothing for it.
 */
export class TicketEventStream {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #maxPerAccount: number;
  readonly #listeners = new Set<Listener>();
  readonly #pulse: NodeJS.Timeout;
  #looking: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({ db, clock, config, log }: { db: Database; clock: Clock; config: Pick<Config, 'quotas'>; log: Logger }) {
    this.#db = db;
    this.#maxPerAccount = config.quotas.liveStreams;
    this.#clock = clock;
    this.#log = log;
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
    this.#endOldest(listener.actor.id);
    this.#listeners.add(listener);
    if (this.#looking) return;
    const tail = new JournalPoller(this.#db);
    this.#looking = setTimeout(() => void this.#look(tail));
  }

  /** Makes room for one more stream of an account. */
  #endOldest(accountId: string): void {
    const streams = [...this.#listeners].filter(({ actor }) => actor.id === accountId);
    for (const oldest of streams.slice(0, Math.max(0, streams.length + 1 - this.#maxPerAccount))) this.#end(oldest);
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#pulse);
    clearTimeout(this.#looking);
    for (const listener of this.#listeners) this.#end(listener);
  }

  /** Its stream may stay open until its reader has taken the rest; more must not be written to it. */
  #end(listener: Listener): void {
    this.remove(listener);
    listener.end();
  }

  async #look(tail: JournalPoller): Promise<void> {
    try {
      const changes = await tail.look(performance.now());
      if (changes.any) for (const listener of this.#listeners) listener.changed(undefined);
      else if (changes.ids.length > 0) this.#tellOf(await readTickets(this.#db, changes.ids, changes.wasFree));
    } catch (error) {
      this.#log.debug({ reason: (error as Error).message }, 'the journal cannot be read; everybody looks again later');
      tail = new JournalPoller(this.#db);
    }
    const goesOn = this.#listeners.size > 0 && !this.#stopped;
    this.#looking = goesOn ? setTimeout(() => void this.#look(tail), lookEvery) : undefined;
  }

  #tellOf(tickets: Map<number, ChangedTicket>): void {
    for (const listener of this.#listeners) {
      const heard = [...tickets].filter(([, ticket]) => canSeeChange(listener.actor, ticket)).map(([id]) => id);
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
