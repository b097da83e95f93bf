/** A key counts as active for this long after it was recorded. */
const activeForMs = 10_000;

/** The key of work of the service itself, beside which a tenant counts as alone. */
export const serviceKey = 'service';

/** Which keys (tenants) were recorded last, and so whether one of them is alone. */
export class RecentlyActiveKeys {
  #lastKey = '';
  #lastAt = Number.NEGATIVE_INFINITY;
  /** when a key other than the last one was recorded */
  #otherAt = Number.NEGATIVE_INFINITY;

  record(key: string): void {
    if (key === serviceKey) return;
    if (this.#lastKey !== key) this.#otherAt = this.#lastAt;
    this.#lastKey = key;
    this.#lastAt = performance.now();
  }

  /** Whether any key is active. */
  hasAny(): boolean {
    return performance.now() - this.#lastAt < activeForMs;
  }

  /** Whether another key is active. */
  hasOthersThan(key: string): boolean {
    const at = this.#lastKey === key ? this.#otherAt : this.#lastAt;
    return performance.now() - at < activeForMs;
  }
}

/** Tenants of the requests in this process. All queues share it: a tenant is alone only when nobody else uses anything. */
export const recentlyActiveTenants = new RecentlyActiveKeys();
