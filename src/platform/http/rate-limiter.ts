import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { accountSubject, type RequestOrigin, recordAuditEvent } from '../audit/audit-log.ts';
import type { Database, WritableDb } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { plus } from '../lib/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { HttpError, tooManyAttempts } from './errors.ts';

/** At most `max` attempts of one subject in any window. */
export interface RateLimit {
  name: string;
  max: number;
  windowMs: number;
  /** the security event that the first of consecutive refusals writes, with a line in the log */
  auditAs?: 'login_limited';
}

/** An attempt of a subject (a network, an account) under a limit. */
export interface Attempt {
  limit: RateLimit;
  subject: string;
  /** how many attempts at once, all or none of which are counted; default: 1 */
  count?: number;
  /** the id of the account that the security event of a refusal is about */
  account?: string;
  origin?: RequestOrigin;
}

const maxCachedRefusals = 50_000;

interface RateLimiterDeps {
  db: Pick<Database, 'counters'>;
  metrics: Pick<Metrics, 'limitRefusals'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Counts attempts in the database and refuses those above a limit. Refused attempts are not counted, so a refusal
 * holds until its Retry-After has passed: until then it is answered from memory, without a statement.
 */
export class RateLimiter {
  readonly #db: Pick<Database, 'counters'>;
  readonly #metrics: Pick<Metrics, 'limitRefusals'>;
  readonly #log: Pick<Logger, 'warn'>;
  /** by limit and subject: Unix time in milliseconds */
  readonly #refusedUntil = new BoundedMap<string, number>(maxCachedRefusals);
  /** by limit and subject: the last attempt that is being counted or taken back */
  readonly #pending = new Map<string, Promise<void>>();

  constructor({ db, metrics, log }: RateLimiterDeps) {
    this.#db = db;
    this.#metrics = metrics;
    this.#log = log;
  }

  /**
   * Counts an attempt under all of these limits, or under none if one of them refuses it.
   * @returns what is left of each limit
   * @throws 429 with Retry-After
   */
  async consume(attempts: [Attempt, ...Attempt[]], now: Date): Promise<RateLimitState[]> {
    // Attempts of one subject are counted one after the other: those behind a refusal need no statement.
    return this.#runInOrder(cacheKey(attempts.at(-1) ?? attempts[0]), () => this.#count(attempts, now));
  }

  /** Removes the newest attempt from a counter, so that the next one is admitted. */
  async takeBack(attempt: Attempt): Promise<void> {
    const key = cacheKey(attempt);
    await this.#runInOrder(key, async () => {
      await this.#db.counters.statement((db) =>
        sql`
          update rate_limits set timestamps = timestamps[1 : cardinality(timestamps) - 1]
          where key = ${counterKey(attempt)}`.execute(db),
      );
      // A concurrent attempt may have been refused, which no longer holds.
      this.#refusedUntil.delete(key);
    });
  }

  async #runInOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#pending.get(key) ?? Promise.resolve();
    const running = previous.then(work);
    // A refusal lets the next attempt go on; a failure of the database fails it, too.
    const settled = running.then(ignore, (error) => {
      if (!(error instanceof HttpError)) throw error;
    });
    settled.catch(() => {});
    this.#pending.set(key, settled);
    try {
      return await running;
    } finally {
      if (this.#pending.get(key) === settled) this.#pending.delete(key);
    }
  }

  async #count(attempts: Attempt[], now: Date): Promise<RateLimitState[]> {
    for (const attempt of attempts) this.#throwIfRefused(attempt, now);
    const count = async (db: WritableDb): Promise<RateLimitState[]> => {
      const states: RateLimitState[] = [];
      for (const attempt of attempts) {
        const { admitted, waitMs, remaining, resetMs } = await countAttempt(db, attempt, now, attempt.count);
        states.push({ limit: attempt.limit, remaining, resetMs });
        if (admitted) continue;
        // Fewer attempts at once may be admitted.
        if ((attempt.count ?? 1) === 1) this.#refusedUntil.set(cacheKey(attempt), now.getTime() + waitMs);
        throw new AttemptRefused(attempt, waitMs);
      }
      return states;
    };
    const { counters } = this.#db;
    try {
      return await (attempts.length > 1 ? counters.transaction(count) : counters.statement(count));
    } catch (error) {
      if (!(error instanceof AttemptRefused)) throw error;
      await this.#audit(error.attempt, now);
      throw this.#refusal(error.attempt, error.waitMs);
    }
  }

  /** Writes the security event of the limit. Refusals that are answered from memory write none. */
  async #audit({ limit, subject, account, origin }: Attempt, now: Date): Promise<void> {
    const { auditAs: event, name } = limit;
    if (!event) return;
    const ip = origin?.ip ?? '';
    this.#log.warn({ ip, limit: name, reqId: origin?.requestId }, 'login limited');
    const about = account ? accountSubject(account) : { type: 'limit', id: name, name: subject };
    await this.#db.counters.statement((db) =>
      recordAuditEvent(db, { event, at: now, actor: undefined, subject: about, origin, detail: { limit: name } }),
    );
  }

  #throwIfRefused(attempt: Attempt, now: Date): void {
    const key = cacheKey(attempt);
    const until = this.#refusedUntil.get(key);
    if (until === undefined) return;
    const waitMs = until - now.getTime();
    // Longer than the window: the clock was set back.
    if (waitMs > 0 && waitMs <= attempt.limit.windowMs) throw this.#refusal(attempt, waitMs);
    this.#refusedUntil.delete(key);
  }

  #refusal({ limit }: Attempt, waitMs: number): HttpError {
    this.#metrics.limitRefusals.inc({ limit: limit.name });
    // The clock of another instance that counted the oldest attempt may be ahead.
    const retryAfter = Math.max(1, Math.ceil(Math.min(waitMs, limit.windowMs) / 1000));
    return tooManyAttempts(retryAfter, rateLimitHeaders({ limit, remaining: 0, resetMs: retryAfter * 1000 }));
  }
}

/** An attempt was refused; thrown to roll its transaction back. */
class AttemptRefused extends Error {
  readonly attempt: Attempt;
  readonly waitMs: number;

  constructor(attempt: Attempt, waitMs: number) {
    super('refused');
    this.attempt = attempt;
    this.waitMs = waitMs;
  }
}

const ignore = (): void => {};

const cacheKey = ({ limit, subject }: Attempt): string => `${limit.name} ${subject}`;

/** Subjects such as e-mail addresses are stored as hashes only. */
const counterKey = (attempt: Attempt): Buffer => createHash('sha256').update(cacheKey(attempt)).digest();

/**
 * Counts an attempt unless the limit is reached, in one statement under the row lock of the counter, so that parallel
 * attempts on all instances are counted one after the other. A refused attempt is not counted.
 * @param db a connection or a transaction
 * @param count how many attempts at once, all or none of which are counted; at most the `max` of the limit
 * @returns `waitMs`: time until the next attempt can be admitted; 0 if this one was. `remaining`: attempts that are admitted now;
 * `resetMs`: time until the oldest attempt does not count any more
 */
export async function countAttempt(db: Kysely<Tables>, attempt: Attempt, now: Date, count = 1) {
  const { max, windowMs } = attempt.limit;
  const windowSeconds = windowMs / 1000;
  const { rows } = await sql<{ admitted: boolean; counted: number; wait_seconds: number; reset_seconds: number }>`
    insert into rate_limits as counter (key, timestamps, admitted, expires_at)
    values (${counterKey(attempt)}, array_fill(${now}::timestamptz, array[${count}::integer]), true, ${plus(now, windowMs)})
    on conflict (key) do update set (timestamps, admitted, expires_at) = (
      select
        case when cardinality(recent.timestamps) + ${count}::integer <= ${max}
          then recent.timestamps || array_fill(attempt.at, array[${count}::integer]) else recent.timestamps end,
        cardinality(recent.timestamps) + ${count}::integer <= ${max},
        attempt.at + make_interval(secs => ${windowSeconds})
      from
        -- Never before the newest counted attempt, because clocks of instances differ a little. Timestamps more than
        -- a window in the future come from a wrong clock and are ignored.
        (select greatest(${now}::timestamptz, max(counted)) as at
         from unnest(counter.timestamps) as counted
         where counted < ${now}::timestamptz + make_interval(secs => ${windowSeconds})) as attempt,
        lateral (select array(
           select counted from unnest(counter.timestamps) as counted
           where counted > attempt.at - make_interval(secs => ${windowSeconds}) and counted <= attempt.at
           order by counted) as timestamps) as recent
    )
    returning admitted, cardinality(timestamps) as counted,
      extract(epoch from timestamps[1] - ${now}::timestamptz)::float8 + ${windowSeconds} as reset_seconds, extract(epoch from
      -- The newest of those that have to leave the window; without a refusal it means nothing.
      timestamps[greatest(1, cardinality(timestamps) + ${count}::integer - ${max})] - ${now}::timestamptz)::float8 + ${windowSeconds} as wait_seconds
  `.execute(db);
  const [counter] = rows;
  const resetMs = (counter?.reset_seconds ?? windowSeconds) * 1000;
  if (counter?.admitted) return { admitted: true, waitMs: 0, remaining: max - counter.counted, resetMs };
  return { admitted: false, waitMs: (counter?.wait_seconds ?? windowSeconds) * 1000, remaining: 0, resetMs };
}

/** What is left of a limit. */
export interface RateLimitState {
  limit: { name: string; max: number; windowMs: number };
  /** attempts that are admitted now */
  remaining: number;
  /** until more are admitted */
  resetMs: number;
}

/** The header fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10): quota, window, remaining, reset. */
export const rateLimitHeaders = ({ limit: { name, max, windowMs }, remaining, resetMs }: RateLimitState) => ({
  'ratelimit-policy': `"${name}";q=${max};w=${Math.ceil(windowMs / 1000)}`,
  ratelimit: `"${name}";r=${remaining};t=${Math.max(0, Math.ceil(resetMs / 1000))}`,
});
