import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import type { HttpRequest, HttpResponse } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { sendChecked, UnknownOutcome } from '../lib/checked-request.ts';
import type { ExpectedState } from '../lib/expected-state.ts';

export interface LoadOptions {
  /** @returns the address of any instance */
  base: () => string;
  fixtures: ProjectFixture[];
  expected: ExpectedState;
  random: Random;
  unexpected: (what: string) => void;
  writesPerSecond: number;
}

/** When a write was sent and ended, by performance.now(). */
export interface Write {
  sent: number;
  ended: number;
  /** undefined: acknowledged */
  failure?: string;
}

const steps = [
  ['assigned', 'take'],
  ['started', 'start'],
  ['done', 'done'],
] as const;

const writesPerSecondOfWriter = 10;
let descriptions = 0;

/** Creates tickets and moves each to `done`, at a fixed rate. A ticket whose write was not answered stays as it is. */
export class Load {
  readonly writes: Write[] = [];
  /** when the creation of each ticket was sent, by performance.now() */
  readonly createdAt = new Map<number, number>();
  readonly #options: LoadOptions;
  #writers: Promise<unknown> = Promise.resolve();
  #isStopping = true;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopping = false;
    const count = Math.max(1, Math.round(this.#options.writesPerSecond / writesPerSecondOfWriter));
    this.#writers = Promise.all(Array.from({ length: count }, (_, i) => this.#work(i, this.#options.random.fork())));
  }

  /** Returns when no request is open. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#writers;
  }

  /** Writes, and reads what it wrote, until it is stopped. */
  async #work(writer: number, random: Random): Promise<void> {
    const { fixtures, unexpected } = this.#options;
    const fixture = fixtures[writer % fixtures.length];
    if (!fixture) throw new Error('no project');
    while (!this.#isStopping) {
      await this.#ticket(fixture, random).catch((error) => {
        if (!(error instanceof UnknownOutcome)) unexpected(String(error));
      });
    }
  }

  async #ticket({ client, objects, workers }: ProjectFixture, random: Random): Promise<void> {
    const { expected, unexpected } = this.#options;
    const body = {
      category: 'electric',
      description: `ticket-${process.pid}-${descriptions++}`,
      object_id: random.pick(objects),
    };
    const sentAt = performance.now();
    const created = await this.#write({ method: 'POST', path: '/tickets', token: client.token, body }, 201);
    if (!created) return;
    const { id } = created.body;
    if (this.createdAt.has(id)) unexpected(`the id ${id} was given out twice`);
    this.createdAt.set(id, sentAt);
    const ticket = { id, project: 0, actions: ['created'], photos: new Map() };
    expected.tickets.set(id, ticket);
    expected.acknowledged++;
    const worker = random.pick(workers);
    for (const [action, operation] of steps) {
      if (this.#isStopping) return;
      Object.assign(ticket, { unanswered: action });
      const done = await this.#write({ method: 'PATCH', path: `/tickets/${id}/${operation}`, token: worker.token }, 200);
      if (!done) return;
      ticket.actions.push(action);
      Object.assign(ticket, { unanswered: undefined });
      expected.acknowledged++;
    }
    if (random.chance(0.2)) await this.#readOwnWrite(id, client.token);
  }

  async #readOwnWrite(id: number, token: string): Promise<void> {
    const { base, unexpected } = this.#options;
    const found = await sendChecked(base(), { method: 'GET', path: `/tickets/${id}`, token }, 200, unexpected);
    if (found && found.body.status !== 'done') unexpected(`ticket ${id} is read as ${found.body.status} after done`);
  }

  async #write(request: HttpRequest, status: number): Promise<HttpResponse | undefined> {
    const { base, unexpected } = this.#options;
    const pause = sleep(1_000 / writesPerSecondOfWriter);
    const write: Write = { sent: performance.now(), ended: 0 };
    try {
      return await sendChecked(base(), request, status, (what) => {
        write.failure = what;
        unexpected(what);
      });
    } catch (error) {
      write.failure = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      write.ended = performance.now();
      this.writes.push(write);
      await pause;
    }
  }
}
