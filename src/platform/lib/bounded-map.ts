/** Keeps a bounded number of values; when it is full, the one that was set longest ago goes. */
export class BoundedMap<Key, Value> {
  readonly #max: number;
  // A Map keeps the order in which keys were set.
  readonly #values = new Map<Key, Value>();

  /** @param max how many values are kept */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#max) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}
