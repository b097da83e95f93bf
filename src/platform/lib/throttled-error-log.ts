interface Log {
  error(details: object, message: string): void;
}

const windowMs = 1_000;
const maxKinds = 200;

/**
 * Logs the first error of a kind with its stack and counts further ones of the next second in one line, so that an
 * outage does not fill the disk.
 */
export class ThrottledErrorLog {
  /** by kind, how many errors were not logged */
  readonly #suppressed = new Map<string, number>();

  /** @param log the logger of the request */
  write(log: Log, error: Error): void {
    const kind = this.#kindOf(error);
    const suppressed = this.#suppressed.get(kind);
    if (suppressed !== undefined) {
      this.#suppressed.set(kind, suppressed + 1);
      return;
    }
    this.#suppressed.set(kind, 0);
    log.error({ err: error }, 'request failed');
    setTimeout(() => {
      const count = this.#suppressed.get(kind) ?? 0;
      this.#suppressed.delete(kind);
      if (count > 0) log.error({ reason: error.message, count }, 'more requests failed for the same reason');
    }, windowMs).unref();
  }

  #kindOf(error: Error): string {
    const kind = `${error.name}: ${error.message}`;
    return this.#suppressed.has(kind) || this.#suppressed.size < maxKinds ? kind : 'other';
  }
}
