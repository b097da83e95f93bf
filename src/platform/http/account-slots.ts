import type { Release } from '../lib/fair-queue.ts';
import { overloaded, tooManyAttempts } from './errors.ts';

interface SlotLimits {
  maxPerAccount: number;
  maxInAll: number;
}

const retryAfterSeconds = 10;

/** Limits how many long answers, such as exports, are under way in one process. */
export class AccountSlots {
  readonly #limits: SlotLimits;
  readonly #accounts: string[] = [];

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * @returns frees the slot
   * @throws 429 when the account has too many under way, 503 when all accounts together have
   */
  acquire(accountId: string): Release {
    const running = this.#accounts.filter((id) => id === accountId).length;
    if (running >= this.#limits.maxPerAccount) throw tooManyAttempts(retryAfterSeconds);
    if (this.#accounts.length >= this.#limits.maxInAll) throw overloaded();
    this.#accounts.push(accountId);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#accounts.splice(this.#accounts.indexOf(accountId), 1);
      isReleased = true;
    };
  }
}
