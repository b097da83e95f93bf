import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from '../../testing/api-fixtures.ts';

const reconnectMs = 500;

/** A live stream of an admin on one instance, which is opened again when it ends. */
export class LiveStream {
  connections = 0;
  /** tickets that were named */
  readonly named = new Set<number>();
  /** the last time at which any ticket may have changed: the start of a stream, or an event without ids */
  lastGeneral = 0;
  readonly #url: string;
  readonly #user: ApiUser;
  readonly #stopping = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(base: string, user: ApiUser) {
    this.#url = `${base}/ext/live`;
    this.#user = user;
  }

  start(): void {
    this.#reading = this.#keepReading();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reading;
  }

  async #keepReading(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#read().catch(() => {});
      if (!this.#stopping.signal.aborted) await sleep(reconnectMs);
    }
  }

  async #read(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#user.token}` };
    const response = await fetch(this.#url, { headers, signal: this.#stopping.signal });
    if (response.status !== 200) return;
    this.connections++;
    this.lastGeneral = performance.now();
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.#take(event);
    }
  }

  #take(event: string): void {
    const [, data] = /^event: tickets\ndata: (.*)$/.exec(event) ?? [];
    if (data === undefined) return;
    const { ids } = JSON.parse(data) as { ids?: number[] };
    if (ids) for (const id of ids) this.named.add(id);
    else this.lastGeneral = performance.now();
  }

  /** @returns how many of these tickets it did not tell of. @param createdAt when the creation of each was sent: one that was open at a general event may have been committed before it */
  countMissing(createdAt: Map<number, number>): number {
    return [...createdAt].filter(([id, at]) => !this.named.has(id) && at > this.lastGeneral).length;
  }
}
