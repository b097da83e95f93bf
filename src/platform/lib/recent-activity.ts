/** So long after the arrival of another key a key is not taken to be alone. */
const togetherForMs = 1_000;

/** The latest arrivals of keys (accounts), which tell whether one of them is alone. */
export class Arrivals {
  #lastKey = '';
  #lastAt = Number.NEGATIVE_INFINITY;
  /** the last arrival of another key than that one */
  #otherAt = Number.NEGATIVE_INFINITY;

  note(key: string): void {
    if (this.#lastKey !== key) this.#otherAt = this.#lastAt;
    this.#lastKey = key;
    this.#lastAt = performance.now();
  }

  /** Whether any key has arrived lately. */
  hasAny(): boolean {
    return performance.now() - this.#lastAt < togetherForMs;
  }

  /** Whether another key has arrived lately. */
  hasOthersThan(key: string): boolean {
    const at = this.#lastKey === key ? this.#otherAt : this.#lastAt;
    return performance.now() - at < togetherForMs;
  }
}

/** Requests of accounts in this process: whoever uses one of its queues is contended when others use anything. */
export const accountActivity = new Arrivals();
