import { overloaded, tooManyAttempts } from '../../platform/http/errors.ts';
import type { Release } from '../../platform/lib/fair-queue.ts';

const maxPerAccount = 2;
/** As many as there are connections for them (platform/database/cursor-reads.ts). */
const maxInAll = 4;
const retryAfterSeconds = 10;

/** Limits the exports of one process, each of which uses a connection and processor time for minutes. */
export class ExportSlots {
  readonly #accounts: string[] = [];

  /**
   * @returns frees the slot
   * @throws 429 when the account has too many exports under way, 503 when all accounts together have
   */
  acquire(accountId: string): Release {
    const running = this.#accounts.filter((id) => id === accountId).length;
    if (running >= maxPerAccount) throw tooManyAttempts(retryAfterSeconds);
    if (this.#accounts.length >= maxInAll) throw overloaded();
    this.#accounts.push(accountId);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#accounts.splice(this.#accounts.indexOf(accountId), 1);
      isReleased = true;
    };
  }
}
