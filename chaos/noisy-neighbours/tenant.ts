import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiUser, type ProjectFixture, password } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, NoResponseError, send } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';

// A client and workers who do their work, and whose answers are timed.

const readLanes = 2;
const readsPerSecond = 20;
const writeLanes = 2;
const writesPerSecond = 10;
const loginEveryMs = 2_000;
/** Enough that the limit of sign-ins by address, 10 a minute, is not met. */
const loginAddresses = Array.from({ length: 8 }, (_, i) => `192.0.2.${10 + i}`);
const address = '192.0.2.1';

/** The answers that a tenant got in a run. */
export interface Work {
  /** durations in milliseconds */
  reads: number[];
  writes: number[];
  logins: number[];
  /** statuses and connection errors that no caller within the limits should get, with the request */
  failures: string[];
}

type Timed = 'reads' | 'writes' | 'logins';

/** One tenant at work: about 30 requests a second, and a login every two seconds. */
export class Tenant {
  readonly #base: string;
  readonly #fixture: ProjectFixture;
  readonly #random: Random;
  #lastTicket = 0;
  #logins = 0;

  constructor(base: string, fixture: ProjectFixture, random: Random) {
    this.#base = base;
    this.#fixture = fixture;
    this.#random = random;
  }

  /** The address of the account that signs in. */
  get email(): string {
    return this.#fixture.client.email;
  }

  /** Signs in from each of its addresses and makes the first ticket. @throws when an answer is no success */
  async prepare(): Promise<void> {
    const work = emptyWork();
    for (const _ of loginAddresses) await this.#login(work);
    await this.#nextTicket(this.#fixture.workers[0] as ApiUser, (call) => this.#timed(work, 'writes', call));
    if (work.failures.length > 0) throw new Error(work.failures.join(', '));
  }

  /** Works for so many seconds. @returns when the last answer has come */
  async work(seconds: number): Promise<Work> {
    const work = emptyWork();
    const end = performance.now() + seconds * 1000;
    const repeat = async (intervalMs: number, step: () => Promise<unknown>): Promise<void> => {
      while (performance.now() < end) await Promise.all([step(), sleep(intervalMs)]);
    };
    const readIntervalMs = (1000 * readLanes) / readsPerSecond;
    const lanes = [repeat(loginEveryMs, () => this.#login(work))];
    for (let i = 0; i < readLanes; i++) lanes.push(repeat(readIntervalMs, () => this.#timed(work, 'reads', this.#read())));
    for (let i = 0; i < writeLanes; i++) lanes.push(repeat(0, () => this.#write(work, i, end)));
    await Promise.all(lanes);
    return work;
  }

  #read(): HttpRequest {
    const { client, workers } = this.#fixture;
    const paths = ['/auth/me', '/tickets', '/tickets?status=new', `/tickets/${this.#lastTicket}`, '/projects'];
    const path = this.#random.pick(paths);
    const isForAll = path === '/auth/me' || path === '/tickets';
    const { token } = isForAll ? this.#random.pick([client, ...workers]) : client;
    return { method: 'GET', path, token };
  }

  async #write(work: Work, lane: number, end: number): Promise<void> {
    const { workers } = this.#fixture;
    const intervalMs = (1000 * writeLanes) / writesPerSecond;
    await this.#nextTicket(workers[lane % workers.length] as ApiUser, async (call) => {
      if (performance.now() >= end) return undefined;
      const [reply] = await Promise.all([this.#timed(work, 'writes', call), sleep(intervalMs)]);
      return reply;
    });
  }

  /** Makes a ticket and brings it to its end, until a step has no success. */
  async #nextTicket(worker: ApiUser, request: (call: HttpRequest) => Promise<HttpResponse | undefined>): Promise<void> {
    const { client, objects } = this.#fixture;
    const body = { category: 'other', description: 'The light in the hall flickers', object_id: this.#random.pick(objects) };
    const created = await request({ method: 'POST', path: '/tickets', token: client.token, body });
    if (!created) return;
    this.#lastTicket = created.body.id;
    for (const step of ['take', 'start', 'done', 'confirm']) {
      const { token } = step === 'confirm' ? client : worker;
      const moved = await request({ method: 'PATCH', path: `/tickets/${created.body.id}/${step}`, token });
      if (!moved) return;
    }
  }

  async #login(work: Work): Promise<void> {
    const ip = loginAddresses[this.#logins++ % loginAddresses.length] ?? '';
    await this.#timed(work, 'logins', { method: 'POST', path: '/auth/login', ip, body: { email: this.email, password } });
  }

  /** @returns the answer when it is a success */
  async #timed(work: Work, kind: Timed, call: HttpRequest): Promise<HttpResponse | undefined> {
    const sent = performance.now();
    const reply = await send(this.#base, { ip: address, ...call }).catch((error) => {
      if (error instanceof NoResponseError) return error;
      throw error;
    });
    work[kind].push(performance.now() - sent);
    if (reply instanceof NoResponseError) {
      work.failures.push(`no answer (${reply.code}) to ${call.method} ${call.path}`);
      return undefined;
    }
    if (reply.status < 300) return reply;
    work.failures.push(`${reply.status} to ${call.method} ${call.path}: ${JSON.stringify(reply.body).slice(0, 100)}`);
    return undefined;
  }
}

const emptyWork = (): Work => ({ reads: [], writes: [], logins: [], failures: [] });
