import type { Database, Db } from '../database/open.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { HttpError, tooManyAttempts } from './errors.ts';
import { countAttempt, type RateLimit, uncountAttempt } from './rate-limit-counter.ts';

/** One counter that an attempt has to pass. */
export interface Attempt {
  limit: RateLimit;
  subject: string;
}

/** Remembered refusals; the oldest go first, and are then looked up in the database again. */
const maxRefusals = 50_000;

/**
 * Counts attempts in the database and refuses those above a limit. A refusal holds until its
 * Retry-After has passed, since refused attempts are not counted: until then it is answered from
 * memory, so that whoever goes on costs no statement.
 */
export class RateLimiter {
  readonly #db: Pick<Database, 'counters'>;
  readonly #metrics: Pick<Metrics, 'limitRefusals'>;
  /** by limit and subject, the moment in milliseconds until which it is refused */
  readonly #refusedUntil = new Map<string, number>();
  /** by limit and subject, the last attempt that is being counted */
  readonly #counting = new Map<string, Promise<void>>();

  constructor({ db, metrics }: { db: Pick<Database, 'counters'>; metrics: Pick<Metrics, 'limitRefusals'> }) {
    this.#db = db;
    this.#metrics = metrics;
  }

  /**
   * Counts one attempt by all of these counters, or by none when one of them refuses it.
   * @throws 429 with Retry-After
   */
  async consume(attempts: [Attempt, ...Attempt[]], now: Date): Promise<void> {
    const key = keyOf(attempts.at(-1) ?? attempts[0]);
    // Attempts of one subject are counted one after the other: those behind a refusal need no statement of their own.
    const before = this.#counting.get(key);
    const counted = before ? before.then(() => this.#consumeNow(attempts, now)) : this.#consumeNow(attempts, now);
    // Whoever waits fails together with the first one when the database does not answer.
    const settled = counted.catch((error) => {
      if (!(error instanceof HttpError)) throw error;
    });
    settled.catch(() => {});
    this.#counting.set(key, settled);
    try {
      await counted;
    } finally {
      if (this.#counting.get(key) === settled) this.#counting.delete(key);
    }
  }

  /** Takes back the newest attempt of a counter: it does not count after all. */
  async takeBack({ limit, subject }: Attempt): Promise<void> {
    await this.#db.counters.statement((db) => uncountAttempt(db, limit, subject));
  }

  async #consumeNow(attempts: Attempt[], now: Date): Promise<void> {
    for (const attempt of attempts) this.#requireNotRefused(attempt, now);
    const count = async (db: Db): Promise<void> => {
      for (const attempt of attempts) {
        const { admitted, waitMs } = await countAttempt(db, attempt.limit, attempt.subject, now);
        if (!admitted) this.#refuse(attempt, now, waitMs);
      }
    };
    const { counters } = this.#db;
    await (attempts.length > 1 ? counters.transaction(count) : counters.statement(count));
  }

  #requireNotRefused(attempt: Attempt, now: Date): void {
    const until = this.#refusedUntil.get(keyOf(attempt));
    if (until === undefined) return;
    const waitMs = until - now.getTime();
    // Longer than the window: the clock was set back since.
    if (waitMs > 0 && waitMs <= attempt.limit.windowMs) throw this.#refusal(attempt, waitMs);
    this.#refusedUntil.delete(keyOf(attempt));
  }

  #refuse(attempt: Attempt, now: Date, waitMs: number): never {
    const key = keyOf(attempt);
    this.#refusedUntil.delete(key); // to be the newest again
    this.#refusedUntil.set(key, now.getTime() + waitMs);
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size > maxRefusals && oldest !== undefined) this.#refusedUntil.delete(oldest);
    throw this.#refusal(attempt, waitMs);
  }

  #refusal({ limit }: Attempt, waitMs: number): HttpError {
    this.#metrics.limitRefusals.inc({ limit: limit.name });
    // The oldest attempt may have been stamped by a clock that is a moment ahead of ours.
    return tooManyAttempts(Math.max(1, Math.ceil(Math.min(waitMs, limit.windowMs) / 1000)));
  }
}

const keyOf = ({ limit, subject }: Attempt): string => `${limit.name} ${subject}`;
