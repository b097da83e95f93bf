import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import type { HttpRequest } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { sendChecked, UnknownOutcome } from '../lib/checked-request.ts';

/** created, assigned, started, done, rejected, started, done, confirmed */
export const eventsPerTicket = 8;
export const changesPerTicket = 8;

/** When a change was asked for and answered, by performance.now(). */
export interface Change {
  sent: number;
  /** infinite without an answer: it may have happened at any time since */
  received: number;
}

export interface WorkloadOptions {
  /** @returns the address of any instance */
  base: () => string;
  projects: ProjectFixture[];
  random: Random;
  unexpected: (what: string) => void;
}

/** Creates tickets and moves each to its end. */
export class Workload {
  readonly #options: WorkloadOptions;
  /** by ticket and its number in the journal */
  readonly made = new Map<number, Change[]>();
  changes = 0;

  constructor(options: WorkloadOptions) {
    this.#options = options;
  }

  async run(tickets: number, concurrent: number): Promise<void> {
    let left = tickets;
    const work = async (): Promise<void> => {
      while (left-- > 0) await this.#ticket();
    };
    await Promise.all(Array.from({ length: concurrent }, work));
  }

  async #ticket(): Promise<void> {
    const { random, projects } = this.#options;
    const { client, objects, workers } = random.pick(projects);
    const worker = random.pick(workers);
    const body = { category: 'electric', description: 'The lamp is dark', object_id: random.pick(objects) };
    const request = { method: 'POST', path: '/tickets', token: client.token, body };
    const created = await this.#until(() => this.#once(request, 201)); // one without an answer stays new
    if (!created) return;
    const { id } = created.body;
    this.made.set(id, [created]);
    const steps = ['take', 'start', 'done', 'reject', 'start', 'done', 'confirm'];
    for (const step of steps) {
      const by = step === 'reject' || step === 'confirm' ? client : worker;
      const reason = step === 'reject' ? { body: { reason: 'still dark' } } : {};
      const request = { method: 'PATCH', path: `/tickets/${id}/${step}`, token: by.token, ...reason };
      if (!(await this.#step(id, request))) return;
    }
  }

  /** Makes a change; without an answer the journal tells whether it was made. */
  async #step(id: number, request: HttpRequest): Promise<boolean> {
    const made = this.made.get(id) ?? [];
    const sent = performance.now();
    let refusal = '';
    for (let attempt = 0; attempt < 200 && refusal === ''; attempt++) {
      const answer = await this.#once(request, 200, (what) => {
        refusal = what;
      });
      if (answer) {
        made.push(answer);
        return true;
      }
      if ((await this.#entries(id, request.token)) > made.length) {
        made.push({ sent, received: Number.POSITIVE_INFINITY });
        return true;
      }
      await sleep(50);
    }
    this.#options.unexpected(refusal || `${request.path} is never answered`);
    return false;
  }

  async #entries(id: number, token: string | undefined): Promise<number> {
    const request = { method: 'GET', path: `/tickets/${id}/events`, ...(token && { token }) };
    const answer = await this.#until(() => this.#once(request, 200));
    return answer?.body.total ?? 0;
  }

  /** Asks again while there is no answer. */
  async #until<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const answer = await ask();
      if (answer !== undefined) return answer;
    }
    this.#options.unexpected('no instance answers');
    return undefined;
  }

  async #once(request: HttpRequest, status: number, unexpected = this.#options.unexpected) {
    try {
      const answer = await sendChecked(this.#options.base(), request, status, unexpected);
      if (answer && request.method !== 'GET') this.changes++;
      return answer;
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      await sleep(20);
      return undefined;
    }
  }
}
