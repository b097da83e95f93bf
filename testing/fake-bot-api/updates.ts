import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Args, integerArg, jsonArg } from './http.ts';

// The updates of one bot and the one long poll that may wait for them, as in Client.cpp of
// tdlib/telegram-bot-api and TQueue.cpp of tdlib/td.

export interface Update {
  update_id: number;
  [kind: string]: unknown;
}

/** Kinds of updates that only bots get that name them in allowed_updates. */
const onRequest = ['chat_member', 'message_reaction', 'message_reaction_count'];
const takenOver = 'terminated by other getUpdates request; make sure that only one bot instance is running';
const hasWebhook = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";

export class Updates {
  webhook = '';
  conflicts = 0;
  /** Open getUpdates requests: now, and the maximum at the same time. */
  open = 0;
  maxOpen = 0;
  #queue: Update[] = [];
  #nextId = randomInt(100_000_000, 900_000_000);
  #wanted: string[] = [];
  #previous = { offset: 0, at: Number.NEGATIVE_INFINITY };
  #nextConflict = 0;
  #endPoll: ((conflict?: string) => void) | undefined;

  get pending(): number {
    return this.#queue.length;
  }

  /** Queues an update if allowed_updates contains its kind at this moment. */
  offer(kind: string, content: unknown): void {
    const wanted = this.#wanted.length > 0 ? this.#wanted.includes(kind) : !onRequest.includes(kind);
    if (wanted) this.push({ [kind]: content });
  }

  push(update: Record<string, unknown>): void {
    const made = { update_id: this.#nextId, ...update };
    this.#nextId = made.update_id + 1;
    this.#queue.push(made);
    this.wake();
  }

  /** Answers the open poll with the queued updates. */
  wake(): void {
    this.#endPoll?.();
  }

  setWebhook(url: string): void {
    this.webhook = url;
    if (url !== '') this.#endPoll?.('terminated by setWebhook request');
  }

  /** @param gone aborts when the caller has hung up */
  async get(args: Args, disconnected: AbortSignal): Promise<Update[]> {
    this.open++;
    try {
      // A client that disconnects and polls again is no conflict, even if the disconnect is noticed late.
      if (this.open > 1) await sleep(20);
      this.maxOpen = Math.max(this.maxOpen, this.open);
      return await this.#get(args, disconnected);
    } finally {
      this.open--;
    }
  }

  async #get(args: Args, disconnected: AbortSignal): Promise<Update[]> {
    if (this.webhook !== '') return this.#conflict(hasWebhook, disconnected);
    const offset = integerArg(args, 'offset', 0, -(2 ** 31), 2 ** 31 - 1);
    let limit = integerArg(args, 'limit', 100, 1, 100);
    let timeout = integerArg(args, 'timeout', 0, 0, 50);
    const wanted = jsonArg(args, 'allowed_updates');
    if (Array.isArray(wanted)) this.#wanted = wanted;

    // A repeated poll with the same offset is delayed.
    const age = performance.now() - this.#previous.at;
    if (offset === this.#previous.offset && age < 3000) timeout = Math.max(timeout, 3);
    if (offset === this.#previous.offset && age < 500) limit = 1;
    this.#previous = { offset, at: performance.now() };

    const found = this.#take(offset, limit);
    if (found.length > 0 || timeout === 0) return found;
    this.#endPoll?.(takenOver);
    const conflict = await this.#wait(timeout, disconnected);
    return conflict === undefined ? this.#take(offset, limit) : this.#conflict(conflict, disconnected);
  }

  /** Confirms the updates before the offset. An offset too far ahead, as from the ids of another server, confirms nothing. */
  #take(offset: number, limit: number): Update[] {
    if (offset < 0) this.#queue = this.#queue.slice(offset);
    if (offset > 0 && offset <= this.#nextId + 10) {
      this.#queue = this.#queue.filter(({ update_id }) => update_id >= offset);
    }
    return this.#queue.slice(0, limit);
  }

  async #wait(seconds: number, disconnected: AbortSignal): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => resolve(undefined), seconds * 1000);
    disconnected.addEventListener('abort', () => resolve(undefined));
    if (disconnected.aborted) resolve(undefined);
    this.#endPoll = resolve;
    const conflict = await promise;
    clearTimeout(timer);
    if (this.#endPoll === resolve) this.#endPoll = undefined;
    return conflict;
  }

  /** Returns 409 at once to the first conflict, and after three seconds to those of the next three seconds. */
  async #conflict(reason: string, disconnected: AbortSignal): Promise<never> {
    this.conflicts++;
    const now = performance.now();
    if (now < this.#nextConflict) await sleep(3000, undefined, { signal: disconnected });
    else this.#nextConflict = now + 3000;
    throw new ApiError(409, `Conflict: ${reason}`);
  }
}
