import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiUser, createProjectFixture, createUser } from '../../testing/api-fixtures.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { UnknownOutcome } from './checked-request.ts';
import type { ExpectedState } from './expected-state.ts';
import type { Problems } from './program.ts';
import { WorkloadClient } from './workload-client.ts';

interface Options {
  /** the address of a balancer */
  url: string;
  root: ApiUser;
  random: Random;
  expected: ExpectedState;
  problems: Problems;
  requestsPerSecond: number;
}

const maxProblems = 50;

/** People who work at a steady rate; every request that fails is a problem. Ends by itself after too many. */
export class SteadyWorkload {
  #isStopping = false;
  #endsAtFailure = false;
  readonly #ended: Promise<unknown>;

  private constructor(clients: WorkloadClient[], problems: Problems) {
    this.#ended = Promise.all(clients.map((client) => this.#work(client, problems)));
    this.#ended.catch(() => {}); // stop() throws it
  }

  static async start({ url, root, random, expected, problems, requestsPerSecond }: Options): Promise<SteadyWorkload> {
    const fixtures = [await createProjectFixture(url, root, 2), await createProjectFixture(url, root, 2)] as const;
    const clients: WorkloadClient[] = [];
    const count = Math.ceil(requestsPerSecond / 8); // each ten a second, less while an instance starts
    for (let i = 0; i < count; i++) {
      const fixture = fixtures[i % 2] ?? fixtures[0];
      clients.push(
        new WorkloadClient({
          base: () => url,
          root,
          fixture,
          worker: random.pick(fixture.workers),
          invitee: await createUser(url, root, 'worker'),
          random: random.fork(),
          expected,
          unexpected: (what) => problems.add(what),
          photoSize: 20_000,
        }),
      );
    }
    return new SteadyWorkload(clients, problems);
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** From now on a client ends with its first request that fails, and that is no problem. */
  endAtFailure(): void {
    this.#endsAtFailure = true;
  }

  /** Returns when no request is open. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#ended;
  }

  async #work(client: WorkloadClient, problems: Problems): Promise<void> {
    let hasEnded = false;
    while (!this.#isStopping && !hasEnded) {
      const pause = sleep(100);
      await client.step().catch((error) => {
        if (!(error instanceof UnknownOutcome)) throw error;
        hasEnded = this.#endsAtFailure;
        if (hasEnded) return;
        problems.add(`a request failed: ${error.message}`);
        if (problems.all().length > maxProblems) this.#isStopping = true;
      });
      await pause;
    }
  }
}
