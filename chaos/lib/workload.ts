import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectFixture, createUser, type ProjectFixture } from '../../testing/api-fixtures.ts';
import { UnknownOutcome, type Write } from './checked-request.ts';
import type { Deployment } from './deployment.ts';
import { WorkloadClient } from './workload-client.ts';

interface Options {
  clients: number;
  /** What a request without an answer or with a 5xx means: a problem, the end of its client, or nothing. */
  onFailure: 'problem' | 'end' | 'continue';
  /** @returns the address for the next request; undefined: any instance */
  base?: () => string;
  /** tickets without photos, instead of everything that people change */
  ticketsOnly?: boolean;
  /** undefined: new ones with two workers each */
  fixtures?: ProjectFixture[];
  projects?: number;
  /** of each client */
  openTickets?: number;
  photoBytes?: number;
  /** between the starts of two steps of a client */
  pauseMs?: number;
  /** how many clients work at the same time, by turns; undefined: all */
  concurrency?: number;
  /** for each write that has ended */
  onWrite?: (write: Write) => void;
}

const failurePauseMs = 20;
const maxProblems = 50;

/** People who work, each on entities of their own. Ends by itself after too many problems. */
export class Workload {
  onFailure: Options['onFailure'];
  /** No new request is sent for the time being. */
  isPaused = false;
  steps = 0;
  readonly #deployment: Deployment;
  readonly #clients: WorkloadClient[];
  readonly #options: Options;
  #isStopping = true;
  #ended: Promise<unknown> = Promise.resolve();

  private constructor(deployment: Deployment, clients: WorkloadClient[], options: Options) {
    this.#deployment = deployment;
    this.#clients = clients;
    this.#options = options;
    this.onFailure = options.onFailure;
  }

  /** Creates accounts and projects; start() begins. */
  static async create(deployment: Deployment, options: Options): Promise<Workload> {
    const { root, random, expected, report, service } = deployment;
    const { base = deployment.base, ticketsOnly = false, openTickets = 6, onWrite = () => {} } = options;
    const { photoBytes = ticketsOnly ? 0 : 40_000 } = options;
    const { fixtures = [], projects = 2 } = options;
    while (fixtures.length < projects) fixtures.push(await createProjectFixture(service.url, root, 2));
    const clients: WorkloadClient[] = [];
    for (let i = 0; i < options.clients; i++) {
      const fixture = fixtures[i % fixtures.length] as ProjectFixture;
      const invitee = ticketsOnly ? undefined : await createUser(service.url, root, 'worker');
      const shared = { base, root, expected, unexpected: report, openTickets, photoBytes, onWrite };
      clients.push(new WorkloadClient({ ...shared, fixture, invitee, random: random.fork() }));
    }
    return new Workload(deployment, clients, options);
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  start(): void {
    this.#isStopping = false;
    const waiting = [...this.#clients];
    const { concurrency = waiting.length } = this.#options;
    this.#ended = Promise.all(Array.from({ length: concurrency }, () => this.#work(waiting)));
    this.#ended.catch(() => {}); // stop() throws it
  }

  /** Returns when no request is open. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#ended;
  }

  /** Waits until so many writes were acknowledged. @throws what has ended the work */
  async reach(acknowledged: number): Promise<void> {
    const isOver = this.#ended.then(() => true);
    const { expected } = this.#deployment;
    while (expected.acknowledged < acknowledged && !(await Promise.race([isOver, sleep(10, false)])));
  }

  /** Stops it, compares the database with what was acknowledged and goes on with what is there. */
  async check(when: string): Promise<void> {
    await this.stop();
    await this.#deployment.check(when);
    for (const client of this.#clients) client.adoptExpectedState();
  }

  async #work(waiting: WorkloadClient[]): Promise<void> {
    while (!this.#isStopping) {
      const pause = sleep(this.#options.pauseMs ?? 0);
      const client = this.isPaused ? undefined : waiting.shift();
      const isAnswered = client !== undefined && (await this.#step(client));
      if (client && !isAnswered && this.onFailure === 'end') return;
      if (client) waiting.push(client);
      await (isAnswered ? pause : sleep(failurePauseMs));
    }
  }

  /** @returns false when the outcome of a request is unknown */
  async #step(client: WorkloadClient): Promise<boolean> {
    try {
      await client.step();
      this.steps++;
      return true;
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      if (this.onFailure !== 'problem') return false;
      const { problems } = this.#deployment;
      problems.add(`a request failed: ${error.message}`);
      if (problems.count > maxProblems) this.#isStopping = true;
      return false;
    }
  }
}

/** People who work through a balancer at a steady rate; every request that fails is a problem. */
export const steadyWorkload = (deployment: Deployment, url: string, requestsPerSecond: number): Promise<Workload> =>
  Workload.create(deployment, {
    clients: Math.ceil(requestsPerSecond / 8), // each ten a second, less while an instance starts
    pauseMs: 100,
    photoBytes: 20_000,
    base: () => url,
    onFailure: 'problem',
  });
