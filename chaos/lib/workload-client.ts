import { type ApiUser, jpeg, type ProjectFixture, password, photoForm } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, NoResponseError, send } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { digestOf, type ExpectedState, type ExpectedTicket, type FactKind, statusOf } from './expected-state.ts';

/** Thrown when a request got no response or a 5xx: it may or may not have been executed. */
export class UnknownOutcome extends Error {}

export interface WorkloadClientOptions {
  /** @returns the address for the next request, which may alternate between instances */
  base: () => string;
  root: ApiUser;
  fixture: ProjectFixture;
  /** The worker of the project whose requests this client sends. */
  worker: ApiUser;
  /** A worker whom this client alone invites and removes. */
  spare: ApiUser;
  random: Random;
  expected: ExpectedState;
  /** Reports an unexpected response. */
  unexpected: (what: string) => void;
  /** Maximum size of a photo in bytes. */
  photoSize: number;
}

let nonces = 0;

/**
 * Sends one request after the other and records each acknowledged write in the expected state. No other client
 * changes the same entities, so the response of each request is known in advance.
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

  /** Adopts the result of a comparison with the database. */
  settle(): void {
    const { expected } = this.#options;
    this.#open = this.#open.filter(({ id }) => expected.tickets.has(id));
    if (this.#side && expected.stateOf('project', this.#side.name) !== 'there') this.#side = undefined;
    this.#rule = undefined; // the ticket of an unanswered run is unknown
  }

  /** Sends one write. @throws UnknownOutcome when it is unknown whether it was executed */
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
    expected.forget('attempt', description); // the journal of the ticket is compared instead
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

  /** Creates a project with tickets, or deletes it as an admin. */
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

  /** Sends a write that adds a journal entry. */
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

  /** Sends a write that changes the state of an entity. */
  async #fact(kind: FactKind, key: string, state: string, call: HttpRequest, success: number): Promise<HttpResponse | undefined> {
    const { expected } = this.#options;
    expected.doubt(kind, key, state);
    const reply = await this.#ask(call, success);
    if (reply) expected.acknowledge(kind, key, state);
    else expected.acknowledge(kind, key, expected.stateOf(kind, key));
    return reply;
  }

  /** @returns the response; undefined when its status was unexpected @throws UnknownOutcome */
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
