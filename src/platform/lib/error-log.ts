/** What an error log needs of a logger. */
interface Log {
  error(details: object, message: string): void;
}

const windowMs = 1_000;
const maxKinds = 200;

/**
 * Logs the first error of a kind with its stack, and those of the same kind within the next second as one
 * line with their count: an outage must not fill the disk with the same stack.
 */
export class ErrorLog {
  /** by kind, how many followed the one that was logged */
  readonly #following = new Map<string, number>();

  /** @param log the logger of the request */
  write(log: Log, error: Error): void {
    const kind = this.#kindOf(error);
    const following = this.#following.get(kind);
    if (following !== undefined) {
      this.#following.set(kind, following + 1);
      return;
    }
    this.#following.set(kind, 0);
    log.error({ err: error }, 'request failed');
    setTimeout(() => {
      const count = this.#following.get(kind) ?? 0;
      this.#following.delete(kind);
      if (count > 0) log.error({ reason: error.message, count }, 'more requests failed for the same reason');
    }, windowMs).unref();
  }

  #kindOf(error: Error): string {
    const kind = `${error.name}: ${error.message}`;
    return this.#following.has(kind) || this.#following.size < maxKinds ? kind : 'other';
  }
}
