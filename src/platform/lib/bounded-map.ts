/** A map with a maximum size: when it is full, the entry that was set longest ago is deleted. */
export class BoundedMap<Key, Value> {
  readonly #max: number;
  readonly #values = new Map<Key, Value>();

  /** @param max number of entries */
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
