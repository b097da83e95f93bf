import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Figures, Message } from './messages.ts';

// A scrape reaches one of several processes. That one asks the primary, which asks all of them and
// adds up what they count.

/** How long a process may take to answer, in milliseconds; without its figures the others' are told. */
const patience = 2_000;

/** The primary's part. */
export class Census {
  readonly #asked = new Map<number, (figures: Figures) => void>();
  #last = 0;

  /** @param workers those who can answer */
  hear(from: Worker, message: Message, workers: Worker[]): void {
    if (message.type === 'counted') this.#asked.get(message.id)?.(message.figures);
    if (message.type === 'countAll') void this.#answer(from, message.id, workers);
  }

  async #answer(to: Worker, id: number, workers: Worker[]): Promise<void> {
    const counted = (await Promise.all(workers.map((worker) => this.#ask(worker)))).filter((figures) => figures !== undefined);
    const text = await AggregatorRegistry.aggregate(counted).metrics();
    if (to.isConnected()) to.send({ type: 'countedAll', id, text } satisfies Message);
  }

  async #ask(worker: Worker): Promise<Figures | undefined> {
    const id = ++this.#last;
    const answer = new Promise<Figures>((resolve) => {
      this.#asked.set(id, resolve);
      worker.send({ type: 'count', id } satisfies Message, () => {}); // it may be gone
    });
    try {
      return await Promise.race([answer, sleep(patience, undefined, { ref: false })]);
    } finally {
      this.#asked.delete(id);
    }
  }
}

/** A worker's part: tells the primary what it counts. */
export function answerCensus(registry: Registry, send: (message: Message) => void): void {
  process.on('message', async (message: Message) => {
    if (message.type === 'count') {
      const figures: Figures = await registry.getMetricsAsJSON();
      send({ type: 'counted', id: message.id, figures });
    }
  });
}

/** A worker's part: the text of what all count, asked of the primary. */
export function censusReader(send: (message: Message) => void): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: Message) => {
    if (message.type === 'countedAll') waiting.get(message.id)?.(message.text);
  });
  return async () => {
    const id = ++last;
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(() => reject(new Error('the figures of the other processes did not come')), 2 * patience).unref();
        send({ type: 'countAll', id });
      });
    } finally {
      waiting.delete(id);
    }
  };
}
