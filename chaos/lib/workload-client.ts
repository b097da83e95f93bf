import { type ApiUser, jpeg, type ProjectFixture, password, photoForm } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, NoResponseError, send } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { digestOf, type ExpectedState, type ExpectedTicket, type FactKind, statusOf } from './expected-state.ts';

/** Thrown when an answer is missing or tells of a broken database: what was asked for may have happened. */
export class UnknownOutcome extends Error {}

export interface WorkloadClientOptions {
  /** Where to send the next request; several instances take turns. */
  base: () => string;
  root: ApiUser;
  fixture: ProjectFixture;
  /** The worker of the crew that is this hand's. */
  worker: ApiUser;
  /** A worker who is invited and removed by this hand alone. */
  spare: ApiUser;
  random: Random;
  expected: ExpectedState;
  /** Answers that should not have come. */
  unexpected: (what: string) => void;
  /** Bytes of a photo at most. */
  photoSize: number;
}

let nonces = 0;

/**
 * Somebody who works: one request after the other, each noted once it is acknowledged. What a hand
 * writes nobody else writes, so it knows what must come of each request.
 */
export class WorkloadClient {
  readonly #options: WorkloadClientOptions;
  #open: ExpectedTicket[] = [];
  #users: string[] = [];
  #side: { name: string; id: number } | undefined;
  #rule: { id: number; key: string; runs: number; on: boolean; ticket: ExpectedTicket | undefined } | undefined;

  constructor(options: WorkloadClientOptions) {
    this.#options = options;
  }

  /** After a comparison: what it did not know before. */
  settle(): void {
    const { expected } = this.#options;
    this.#open = this.#open.filter(({ id }) => expected.tickets.has(id));
    if (this.#side && expected.stateOf('project', this.#side.name) !== 'there') this.#side = undefined;
    this.#rule = undefined; // which ticket an unanswered run made is nobody's business
  }

  /** One write. @throws Unknown when nobody knows what came of it */
  async step(): Promise<void> {
    const { random } = this.#options;
    const turn = random.next();
    if (turn < 0.03) return this.#account();
    if (turn < 0.13) return this.#invitation();
    if (turn < 0.21) return this.#sideProject();
    if (turn < 0.29) return this.#recurring();
    const ticket = this.#open.length > 0 && (this.#open.length > 5 || random.chance(0.75)) ? random.pick(this.#open) : undefined;
    return ticket
      ? this.#advance(ticket)
      : this.#create(this.#options.fixture.project, random.pick(this.#options.fixture.objects));
  }

  async #create(project: number, object_id: number): Promise<void> {
    const { fixture, expected } = this.#options;
    const description = nonce('ticket');
    const body = { category: 'electric', description, object_id };
    const reply = await this.#fact(
      'attempt',
      description,
      '1',
      { method: 'POST', path: '/tickets', token: fixture.client.token, body },
      201,
    );
    if (!reply) return;
    expected.forget('attempt', description); // its journal is compared from now on
    const note: ExpectedTicket = { id: reply.body.id, project, actions: ['created'], photos: new Map() };
    expected.tickets.set(note.id, note);
    this.#open.push(note);
  }

  async #advance(note: ExpectedTicket): Promise<void> {
    const { random, fixture, worker, root } = this.#options;
    const reason = { reason: 'for a reason' };
    const by = { client: fixture.client, worker, root };
    switch (statusOf(note)) {
      case 'new':
        if (random.chance(0.1)) return this.#move(note, 'canceled', 'cancel', by.client, reason);
        if (random.chance(0.5)) return this.#move(note, 'assigned', 'take', by.worker);
        return this.#move(note, 'assigned', 'assign', by.client, { worker_id: worker.id });
      case 'assigned':
      case 'rejected':
        if (random.chance(0.1)) return this.#move(note, 'canceled', 'cancel', by.client, reason);
        return this.#move(note, 'started', 'start', by.worker);
      case 'in_progress':
        if (random.chance(0.05)) return this.#move(note, 'canceled', 'cancel', by.root, reason);
        if (random.chance(0.4) && note.photos.size < 5) return this.#upload(note);
        if (random.chance(0.2) && note.photos.size > 0) return this.#unload(note, random.pick([...note.photos.keys()]));
        return this.#move(note, 'done', 'done', by.worker);
      default:
        if (random.chance(0.4)) return this.#move(note, 'rejected', 'reject', by.client, reason);
        if (random.chance(0.2)) return this.#move(note, 'canceled', 'cancel', by.client, reason);
        return this.#move(note, 'confirmed', 'confirm', by.client);
    }
  }

  async #move(note: ExpectedTicket, action: string, op: string, by: ApiUser, body?: object): Promise<void> {
    await this.#journaled(
      note,
      action,
      { method: 'PATCH', path: `/tickets/${note.id}/${op}`, token: by.token, ...(body && { body }) },
      200,
    );
    if (statusOf(note) === 'closed') this.#open = this.#open.filter((open) => open !== note);
  }

  async #upload(note: ExpectedTicket): Promise<void> {
    const { worker, random, photoSize } = this.#options;
    const bytes = jpeg(random.between(200, photoSize), nonces++);
    const call = { method: 'POST', path: `/tickets/${note.id}/photos`, token: worker.token, ...photoForm(bytes) };
    const reply = await this.#journaled(note, 'photo_added', call, 201);
    if (reply) note.photos.set(reply.body.id, { digest: digestOf(bytes), size: bytes.length });
  }

  async #unload(note: ExpectedTicket, photo: number): Promise<void> {
    note.maybeRemoved = photo;
    const path = `/tickets/${note.id}/photos/${photo}`;
    if (await this.#journaled(note, 'photo_removed', { method: 'DELETE', path, token: this.#options.worker.token }, 200)) {
      note.photos.delete(photo);
    }
    delete note.maybeRemoved;
  }

  async #account(): Promise<void> {
    const { root, random, expected } = this.#options;
    if (this.#users.length < 2) {
      const name = nonce('user');
      const email = `${name}@example.com`;
      const body = { email, name, password, role: 'worker' };
      const reply = await this.#fact('user', email, 'active', { method: 'POST', path: '/users', token: root.token, body }, 201);
      if (reply) this.#users.push(`${reply.body.id} ${email}`);
      return;
    }
    const [id, email = ''] = random.pick(this.#users).split(' ');
    const is_active = expected.stateOf('user', email) === 'disabled';
    const call = { method: 'PATCH', path: `/users/${id}`, token: root.token, body: { is_active } };
    await this.#fact('user', email, is_active ? 'active' : 'disabled', call, 200);
  }

  async #invitation(): Promise<void> {
    const { fixture, spare, random, expected } = this.#options;
    const key = `${fixture.project}:${spare.id}`;
    const path = `/projects/${fixture.project}`;
    switch (expected.stateOf('member', key)) {
      case 'invited': {
        const answer = random.chance(0.6) ? 'accept' : 'decline';
        const call = { method: 'POST', path: `${path}/invitation/${answer}`, token: spare.token };
        await this.#fact('member', key, answer === 'accept' ? 'active' : 'declined', call, 200);
        return;
      }
      case 'active':
        await this.#fact(
          'member',
          key,
          'absent',
          { method: 'DELETE', path: `${path}/workers/${spare.id}`, token: fixture.client.token },
          200,
        );
        return;
      default: {
        const body = { worker_id: spare.id };
        await this.#fact(
          'member',
          key,
          'invited',
          { method: 'POST', path: `${path}/workers`, token: fixture.client.token, body },
          200,
        );
      }
    }
  }

  /** A project with tickets that the admin deletes in one blow. */
  async #sideProject(): Promise<void> {
    const { fixture, root, random } = this.#options;
    const { token } = fixture.client;
    if (!this.#side) {
      const name = nonce('project');
      const reply = await this.#fact('project', name, 'there', { method: 'POST', path: '/projects', token, body: { name } }, 201);
      if (!reply) return;
      this.#side = { name, id: reply.body.id };
      const body = { name: 'Shed', address: 'Shed street 1' };
      const object = await this.#ask({ method: 'POST', path: `/projects/${this.#side.id}/objects`, token, body }, 201);
      if (!object || !(await this.#join(this.#side.id))) return;
      for (let i = random.between(0, 3); i > 0; i--) await this.#create(this.#side.id, object.body.id);
      return;
    }
    const { id, name } = this.#side;
    await this.#fact('project', name, 'absent', { method: 'DELETE', path: `/projects/${id}`, token: root.token }, 200);
    this.#side = undefined;
    for (const note of this.#open.filter(({ project }) => project === id)) this.#options.expected.tickets.delete(note.id);
    this.#open = this.#open.filter(({ project }) => project !== id);
  }

  async #join(project: number): Promise<boolean> {
    const { fixture, worker } = this.#options;
    const path = `/projects/${project}`;
    const body = { worker_id: worker.id };
    const invited = await this.#ask({ method: 'POST', path: `${path}/workers`, token: fixture.client.token, body }, 200);
    return Boolean(invited && (await this.#ask({ method: 'POST', path: `${path}/invitation/accept`, token: worker.token }, 200)));
  }

  async #recurring(): Promise<void> {
    const { fixture, random, expected } = this.#options;
    const { token } = fixture.client;
    if (!this.#rule) {
      const key = nonce('rule');
      const body = {
        object_id: random.pick(fixture.objects),
        category: 'climate',
        description: key,
        anchor_at: '2031-01-01T00:00:00Z',
        period_days: 7,
      };
      const reply = await this.#fact('rule', key, 'on 0', { method: 'POST', path: '/recurring', token, body }, 201);
      if (reply) this.#rule = { id: reply.body.id, key, runs: 0, on: true, ticket: undefined };
      return;
    }
    const rule = this.#rule;
    const path = `/recurring/${rule.id}`;
    const closed = !rule.ticket || statusOf(rule.ticket) === 'closed';
    if (closed && rule.on && random.chance(0.6)) {
      const reply = await this.#fact(
        'rule',
        rule.key,
        `on ${rule.runs + 1}`,
        { method: 'POST', path: `${path}/run`, token },
        201,
      );
      rule.runs++;
      if (!reply) return;
      rule.ticket = { id: reply.body.ticket_id, project: fixture.project, actions: ['created'], photos: new Map() };
      expected.tickets.set(rule.ticket.id, rule.ticket);
      this.#open.push(rule.ticket);
    } else if (random.chance(0.2)) {
      await this.#fact('rule', rule.key, 'absent', { method: 'DELETE', path, token }, 200);
      this.#rule = undefined;
    } else {
      rule.on = !rule.on;
      const call = { method: 'PATCH', path, token, body: { is_active: rule.on } };
      await this.#fact('rule', rule.key, `${rule.on ? 'on' : 'off'} ${rule.runs}`, call, 200);
    }
  }

  /** A write that makes a journal entry. */
  async #journaled(note: ExpectedTicket, action: string, call: HttpRequest, success: number): Promise<HttpResponse | undefined> {
    note.maybe = action;
    const reply = await this.#ask(call, success);
    delete note.maybe;
    if (reply) {
      note.actions.push(action);
      this.#options.expected.acknowledged++;
    }
    return reply;
  }

  /** A write after which a fact has another state. */
  async #fact(kind: FactKind, key: string, state: string, call: HttpRequest, success: number): Promise<HttpResponse | undefined> {
    const { expected } = this.#options;
    expected.doubt(kind, key, state);
    const reply = await this.#ask(call, success);
    if (reply) expected.acknowledge(kind, key, state);
    else expected.acknowledge(kind, key, expected.stateOf(kind, key));
    return reply;
  }

  /** @returns undefined for an answer that should not have come. @throws Unknown */
  async #ask(call: HttpRequest, success: number): Promise<HttpResponse | undefined> {
    let reply: HttpResponse;
    try {
      reply = await send(this.#options.base(), call);
    } catch (error) {
      if (error instanceof NoResponseError) throw new UnknownOutcome(error.code);
      throw error;
    }
    if (reply.status === success) return reply;
    if (reply.status >= 500) throw new UnknownOutcome(`${reply.status} ${JSON.stringify(reply.body)}`);
    this.#options.unexpected(`${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)} instead of ${success}`);
    return undefined;
  }
}

const nonce = (what: string): string => `${what}-${process.pid}-${nonces++}`;
