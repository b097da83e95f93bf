import { sql } from 'kysely';
import type { Logger } from 'pino';
import { senderIdOf } from '../../platform/audit/audit-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { mapInSlices } from '../../platform/lib/slices.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { VerifiedToken } from '../../platform/security/bearer-tokens.ts';
import { type Actor, type ChangedTicket, canSeeChange, canSeeInternalChange } from '../../product/visibility.ts';
import { type Changes, JournalPoller } from './journal-poller.ts';

/** How often the journal is polled while somebody is connected. */
const pollIntervalMs = 200;
/** After so many messages at once, the next changes are collected for longer: hundreds of streams take much processor time. */
const manyMessages = 50;
const pollIntervalAfterManyMs = 1_000;
const heartbeatMs = 15_000;
/** With more tickets in one poll, a console reloads everything instead of single tickets. */
const maxChanged = 400;
/** Of all tickets that notifyTicketChanged() has named in one poll; with more, all consoles reload everything. */
const maxNotified = 2_500;
/** Streams of one tenant, so that its accounts leave connections to others. */
export const maxStreamsPerTenant = 1_000;

/** A connected console. */
export interface Subscriber {
  /** of whose tickets it gets updates */
  actor: Actor;
  tenant: string;
  token: VerifiedToken;
  /** of a console that acts for somebody: throws when it may not any more */
  checkAccess?: (() => Promise<void>) | undefined;
  /** sends an event; `undefined`: any ticket may have changed */
  ticketsChanged(ids: number[] | undefined): void;
  heartbeat(): void;
  end(): void;
}

/**
 * Sends to connected consoles which of the tickets that they may see have changed, on whatever instance. It polls the
 * journal while somebody is connected, so that transitions cost nothing more; what the journal does not record is announced
 * by notifyTicketChanged() (product/tickets/notify-change.ts).
 */
export class TicketEventStream {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #maxPerAccount: number;
  readonly #subscribers = new Set<Subscriber>();
  readonly #heartbeatTimer: NodeJS.Timeout;
  #pollTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Tickets that notifyTicketChanged() has named since the last poll. */
  #notified = new Set<number>();
  /** Tickets that notifyTicketChanged() has named since the last poll, of which only internal comments changed. */
  #notifiedInternally = new Set<number>();
  #isAnyNotified = false;
  /** of the last poll */
  #messages = 0;

  constructor({
    db,
    clock,
    config,
    metrics,
    log,
    liveUpdates,
  }: Pick<Deps, 'db' | 'clock' | 'config' | 'metrics' | 'log' | 'liveUpdates'>) {
    this.#db = db;
    this.#maxPerAccount = config.quotas.liveStreams;
    this.#clock = clock;
    this.#log = log;
    this.#metrics = metrics;
    this.#heartbeatTimer = setInterval(() => void this.#sendHeartbeats(), heartbeatMs);
    this.#heartbeatTimer.unref();
    liveUpdates.onTicketChanged((ticketId, onlyInternal) => this.#notify(ticketId, onlyInternal));
  }

  /** How many are connected. */
  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: Subscriber): void {
    // A stream that was opened while the service stops would hold up the stop.
    if (this.#stopped) {
      subscriber.end();
      return;
    }
    this.#endOldest(subscriber);
    this.#subscribers.add(subscriber);
    this.#metrics.liveStreams.set(this.size);
    if (this.#pollTimer) return;
    const poller = new JournalPoller(this.#db);
    this.#pollTimer = setTimeout(() => void this.#poll(poller));
  }

  /** Whether a tenant has as many streams as it may have, so that no more are opened but in place of one of the same account. */
  isFull({ actor, tenant }: Pick<Subscriber, 'actor' | 'tenant'>): boolean {
    const ofTenant = [...this.#subscribers].filter((one) => one.tenant === tenant);
    const ofAccount = ofTenant.filter((one) => senderIdOf(one.actor) === senderIdOf(actor));
    return ofTenant.length >= maxStreamsPerTenant && ofAccount.length < this.#maxPerAccount;
  }

  /** Makes room for one more stream of an account. */
  #endOldest({ actor }: Subscriber): void {
    const ofAccount = [...this.#subscribers].filter((one) => senderIdOf(one.actor) === senderIdOf(actor));
    for (const oldest of ofAccount.slice(0, Math.max(0, ofAccount.length + 1 - this.#maxPerAccount))) this.#end(oldest);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.#metrics.liveStreams.set(this.size);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#heartbeatTimer);
    clearTimeout(this.#pollTimer);
    for (const subscriber of this.#subscribers) this.#end(subscriber);
  }

  /** The stream stays open until its reader has taken the rest, but nothing more is written to it. */
  #end(subscriber: Subscriber): void {
    // It may have ended while the check of its token ran.
    if (!this.#subscribers.has(subscriber)) return;
    this.remove(subscriber);
    subscriber.end();
  }

  async #poll(poller: JournalPoller): Promise<void> {
    this.#messages = 0;
    try {
      const internal = this.#notifiedInternally;
      this.#notifiedInternally = new Set();
      const changes = this.#withNotified(await poller.poll(performance.now()));
      if (changes.any) await this.#toEach((subscriber) => this.#send(subscriber, undefined));
      else {
        const ids = [...new Set([...changes.ids, ...internal])];
        const changed = new Set(changes.ids);
        if (ids.length > 0) await this.#sendChanges(await readTickets(this.#db, ids, changes.wasFree), changed);
      }
    } catch (error) {
      this.#log.debug({ reason: (error as Error).message }, 'the journal cannot be read; consoles reload everything afterwards');
      poller = new JournalPoller(this.#db);
    }
    const continues = this.#subscribers.size > 0 && !this.#stopped;
    const delayMs = this.#messages >= manyMessages ? pollIntervalAfterManyMs : pollIntervalMs;
    this.#pollTimer = continues ? setTimeout(() => void this.#poll(poller), delayMs) : undefined;
  }

  #notify(ticketId: number | undefined, onlyInternal: boolean): void {
    // A console that connects later reads everything anyway.
    if (this.size === 0) return;
    const notified = onlyInternal ? this.#notifiedInternally : this.#notified;
    if (ticketId === undefined || notified.size === maxNotified) this.#isAnyNotified = true;
    else notified.add(ticketId);
  }

  #withNotified(changes: Changes): Changes {
    const isAny = changes.any || this.#isAnyNotified;
    const notified = this.#notified;
    this.#notified = new Set();
    this.#isAnyNotified = false;
    return isAny ? { any: true } : { ...changes, ids: [...new Set([...changes.ids, ...notified])] };
  }

  /** @param changed those of the tickets of which more changed than internal comments */
  async #sendChanges(tickets: Map<number, ChangedTicket>, changed: ReadonlySet<number>): Promise<void> {
    await this.#toEach((subscriber) => {
      const isVisible = ([id, ticket]: [number, ChangedTicket]): boolean =>
        (changed.has(id) ? canSeeChange : canSeeInternalChange)(subscriber.actor, ticket);
      const visible = [...tickets].filter(isVisible).map(([id]) => id);
      if (visible.length > 0) this.#send(subscriber, visible.length > maxChanged ? undefined : visible);
    });
  }

  #send(subscriber: Subscriber, ids: number[] | undefined): void {
    this.#messages++;
    subscriber.ticketsChanged(ids);
  }

  /** In slices, because there may be thousands of streams. */
  async #toEach(send: (subscriber: Subscriber) => void): Promise<void> {
    await mapInSlices([...this.#subscribers], (subscriber) => {
      // It may have ended in a slice before.
      if (this.#subscribers.has(subscriber)) send(subscriber);
    });
  }

  /** Keeps the streams open, and ends those whose token or account is no longer good. */
  async #sendHeartbeats(): Promise<void> {
    const now = this.#clock().getTime();
    await this.#toEach((subscriber) => {
      if (subscriber.token.claims.exp * 1_000 <= now) this.#end(subscriber);
      else subscriber.heartbeat();
    });
    const subscribers = [...this.#subscribers];
    if (subscribers.length === 0) return;
    try {
      for (const [scheme, ofScheme] of Map.groupBy(subscribers, ({ token }) => token.scheme)) {
        const invalid = await scheme.findInvalid(ofScheme.map(({ token }) => token.claims));
        for (const subscriber of ofScheme) if (invalid.has(subscriber.token.claims)) this.#end(subscriber);
      }
      await this.checkActing();
    } catch {
      // Checked again with the next heartbeat; without the database no change is sent meanwhile.
    }
  }

  /**
   * Ends the streams of consoles that may not act for their account any more.
   * @param senderId whose; undefined: of all
   */
  async checkActing(senderId?: string): Promise<void> {
    for (const subscriber of [...this.#subscribers]) {
      const { actor, checkAccess } = subscriber;
      if (!checkAccess || (senderId !== undefined && senderIdOf(actor) !== senderId)) continue;
      try {
        await checkAccess();
      } catch (error) {
        if (error instanceof HttpError && error.status < 500) this.#end(subscriber);
      }
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
