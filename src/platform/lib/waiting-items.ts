/** What waits for a limited time, the oldest first. */
export class WaitingItems<Item> {
  readonly #maxWaitMs: number;
  readonly #expire: (item: Item) => void;
  /** when each of them expires, in milliseconds of performance.now() */
  readonly #expiresAtMs = new Map<Item, number>();
  #isExpiryScheduled = false;

  /**
   * @param maxWaitMs may be infinite
   * @param expire is called for what has waited for so long, and deletes it
   */
  constructor(maxWaitMs: number, expire: (item: Item) => void) {
    this.#maxWaitMs = maxWaitMs;
    this.#expire = expire;
  }

  get size(): number {
    return this.#expiresAtMs.size;
  }

  add(item: Item): void {
    this.#expiresAtMs.set(item, performance.now() + this.#maxWaitMs);
    if (this.#maxWaitMs < Number.POSITIVE_INFINITY) this.#scheduleExpiry();
  }

  delete(item: Item): void {
    this.#expiresAtMs.delete(item);
  }

  #scheduleExpiry(): void {
    const [oldest] = this.#expiresAtMs.values();
    if (oldest === undefined || this.#isExpiryScheduled) return;
    this.#isExpiryScheduled = true;
    const delayMs = oldest - performance.now();
    // One in each turn of the event loop: hundreds may have come at the same time, and each is answered.
    if (delayMs > 0) setTimeout(() => this.#expireOldest(), delayMs).unref();
    else setImmediate(() => this.#expireOldest());
  }

  #expireOldest(): void {
    this.#isExpiryScheduled = false;
    const [[item, expiresAtMs] = []] = this.#expiresAtMs;
    if (item !== undefined && expiresAtMs !== undefined && expiresAtMs <= performance.now()) this.#expire(item);
    this.#scheduleExpiry();
  }
}
