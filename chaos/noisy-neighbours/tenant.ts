import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type ApiUser, type ProjectFixture, password, photoForm } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, NoResponseError, send } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';

// A client and workers who do their work, and whose answers are timed.

const readLanes = 2;
const readsPerSecond = 20;
const writeLanes = 2;
const writesPerSecond = 10;
const loginEveryMs = 2_000;
const fileEveryMs = 500;
const notifyEveryMs = 1_000;
const pollMs = 25;
/** Enough that the limit of sign-ins by address, 10 a minute, is not met. */
const loginAddresses = Array.from({ length: 8 }, (_, i) => `192.0.2.${10 + i}`);
const address = '192.0.2.1';

/** The answers that a tenant got in a run. */
export interface Work {
  /** durations in milliseconds */
  reads: number[];
  writes: number[];
  logins: number[];
  /** uploads, small versions of photos, exports, PDF files, imports and searches */
  files: number[];
  /** from the cause of a notification until it is in the inbox */
  notifications: number[];
  /** statuses and connection errors that no caller within the limits should get, with the request, and what did not arrive */
  failures: string[];
}

type Timed = Exclude<keyof Work, 'failures'>;

export interface TenantOptions {
  /** of the instances, to which requests go in turns */
  urls: string[];
  fixture: ProjectFixture;
  /** clients with a project called Tower, who import in turns, because one of them may do so 60 times in an hour */
  importers: ApiUser[];
  /** of a rule that is never due by itself */
  rule: number;
  random: Random;
  /** @returns whether the chat of the client got a message about a ticket */
  hasMessage: (ticketId: number) => boolean;
  /** how long a notification and a message may take */
  noticeTimeoutMs: number;
}

/** One tenant at work: about 30 requests a second, and from time to time a login, a file and a notification. */
export class Tenant {
  readonly #options: TenantOptions;
  readonly #fixture: ProjectFixture;
  readonly #random: Random;
  #requests = 0;
  #lastTicket = 0;
  /** in progress, for photos */
  #photoTicket = 0;
  #photo = Buffer.alloc(0);
  #logins = 0;
  #imports = 0;

  constructor(options: TenantOptions) {
    this.#options = options;
    this.#fixture = options.fixture;
    this.#random = options.random;
  }

  /** The address of the account that signs in. */
  get email(): string {
    return this.#fixture.client.email;
  }

  /** Signs in from each of its addresses and makes the first tickets. @throws when an answer is no success */
  async prepare(): Promise<void> {
    const work = emptyWork();
    const write = (call: HttpRequest) => this.#timed(work, 'writes', call);
    for (const _ of loginAddresses) await this.#login(work);
    await this.#nextTicket(this.#worker(0), write, ['take', 'start']);
    this.#photoTicket = this.#lastTicket;
    await this.#nextTicket(this.#worker(0), write);
    this.#photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: 'olive' } })
      .jpeg()
      .toBuffer();
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
    const files = this.#files(work);
    const lanes = [
      repeat(loginEveryMs, () => this.#login(work)),
      repeat(fileEveryMs, async () => files.next().value),
      repeat(notifyEveryMs, () => this.#notify(work)),
    ];
    for (let i = 0; i < readLanes; i++) lanes.push(repeat(readIntervalMs, () => this.#timed(work, 'reads', this.#read())));
    for (let i = 0; i < writeLanes; i++) lanes.push(repeat(0, () => this.#write(work, i, end)));
    await Promise.all(lanes);
    return work;
  }

  #worker(i: number): ApiUser {
    const { workers } = this.#fixture;
    return workers[i % workers.length] as ApiUser;
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
    const intervalMs = (1000 * writeLanes) / writesPerSecond;
    await this.#nextTicket(this.#worker(lane), async (call) => {
      if (performance.now() >= end) return undefined;
      const [reply] = await Promise.all([this.#timed(work, 'writes', call), sleep(intervalMs)]);
      return reply;
    });
  }

  /** Makes a ticket and takes it through the steps, until one has no success. */
  async #nextTicket(
    worker: ApiUser,
    request: (call: HttpRequest) => Promise<HttpResponse | undefined>,
    steps = ['take', 'start', 'done', 'confirm'],
  ): Promise<void> {
    const { client, objects } = this.#fixture;
    const body = { category: 'other', description: 'The light in the hall flickers', object_id: this.#random.pick(objects) };
    const created = await request({ method: 'POST', path: '/tickets', token: client.token, body });
    if (!created) return;
    this.#lastTicket = created.body.id;
    for (const step of steps) {
      const { token } = step === 'confirm' ? client : worker;
      const moved = await request({ method: 'PATCH', path: `/tickets/${created.body.id}/${step}`, token });
      if (!moved) return;
    }
  }

  async #login(work: Work): Promise<void> {
    const ip = loginAddresses[this.#logins++ % loginAddresses.length] ?? '';
    await this.#timed(work, 'logins', { method: 'POST', path: '/auth/login', ip, body: { email: this.email, password } });
  }

  /** Reads and sends a file of each kind, one after the other, with one import in each run. */
  *#files(work: Work): Generator<Promise<unknown>> {
    const { token } = this.#fixture.client;
    const request = (call: HttpRequest) => this.#timed(work, 'files', call);
    const read = (path: string) => request({ method: 'GET', path, token });
    for (let round = 0; ; round++) {
      yield this.#uploadPhoto(request);
      yield read('/ext/tickets.csv?timezone=UTC&status=in_progress');
      yield read(`/ext/tickets/${this.#photoTicket}/report.pdf?timezone=UTC`);
      if (round === 0) yield request(this.#import());
      yield read('/ext/tickets?q=flickers');
      yield this.#uploadPhoto(request);
      yield read('/ext/tickets.xlsx?timezone=UTC&status=in_progress');
      yield read('/ext/stats');
    }
  }

  #import(): HttpRequest {
    const { importers } = this.#options;
    const { token } = importers[this.#imports++ % importers.length] as ApiUser;
    const body = 'project,name,address\nTower,Cellar,Lobby street 1\n';
    return { method: 'POST', path: '/ext/import/objects?dry_run=true', token, body, headers: { 'content-type': 'text/csv' } };
  }

  /** Adds a photo, reads its small version and removes it. */
  async #uploadPhoto(request: (call: HttpRequest) => Promise<HttpResponse | undefined>): Promise<void> {
    const ticket = { token: this.#worker(0).token, path: `/tickets/${this.#photoTicket}/photos` };
    const added = await request({ ...ticket, method: 'POST', ...photoForm(this.#photo) });
    if (!added) return;
    const thumbs = await request({ ...ticket, method: 'GET', path: `/ext/tickets/${this.#photoTicket}/thumbs` });
    const url = URL.parse(thumbs?.body.items[0]?.url);
    if (url) await request({ method: 'GET', path: url.pathname + url.search });
    await request({ ...ticket, method: 'DELETE', path: `${ticket.path}/${added.body.id}` });
  }

  /** Runs the rule, of which its client hears by a message and the workers in their inboxes, and closes the ticket. */
  async #notify(work: Work): Promise<void> {
    const { client } = this.#fixture;
    const { rule, hasMessage } = this.#options;
    const began = performance.now();
    const run = await this.#timed(work, 'writes', { method: 'POST', path: `/recurring/${rule}/run`, token: client.token });
    if (!run) return;
    const { ticket_id } = run.body;
    const inboxMs = this.#arrival(began, () => this.#isInInbox(ticket_id));
    const chatMs = this.#arrival(began, async () => hasMessage(ticket_id));
    work.notifications.push((await inboxMs) ?? this.#options.noticeTimeoutMs);
    if ((await inboxMs) === undefined) work.failures.push('late: a notification did not arrive in time');
    if ((await chatMs) === undefined) work.failures.push('late: a message did not arrive in time');
    const body = { reason: 'the lamps are fine' };
    await this.#timed(work, 'writes', { method: 'PATCH', path: `/tickets/${ticket_id}/cancel`, token: client.token, body });
  }

  /** @returns milliseconds since the beginning; undefined: it did not arrive in time */
  async #arrival(began: number, hasArrived: () => Promise<boolean>): Promise<number | undefined> {
    while (performance.now() - began < this.#options.noticeTimeoutMs) {
      if (await hasArrived()) return performance.now() - began;
      await sleep(pollMs);
    }
    return undefined;
  }

  async #isInInbox(ticketId: number): Promise<boolean> {
    const call = { method: 'GET', path: '/ext/notifications?limit=20', token: this.#worker(1).token };
    const { body } = await send(this.#nextUrl(), call).catch(() => ({ body: undefined }));
    return Array.isArray(body?.items) && body.items.some((item: { ticket_id: number }) => item.ticket_id === ticketId);
  }

  #nextUrl(): string {
    const { urls } = this.#options;
    return urls[this.#requests++ % urls.length] ?? '';
  }

  /** @returns the answer when it is a success */
  async #timed(work: Work, kind: Timed, call: HttpRequest): Promise<HttpResponse | undefined> {
    const sent = performance.now();
    const reply = await send(this.#nextUrl(), { ip: address, ...call }).catch((error) => {
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

const emptyWork = (): Work => ({ reads: [], writes: [], logins: [], files: [], notifications: [], failures: [] });
