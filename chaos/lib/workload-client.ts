import { type ApiUser, jpeg, type ProjectFixture, password, photoForm } from '../../testing/api-fixtures.ts';
import type { HttpRequest, HttpResponse } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { sendChecked } from './checked-request.ts';
import { type EntityKind, type ExpectedState, type ExpectedTicket, sha256Of, statusOf } from './expected-state.ts';

export interface WorkloadClientOptions {
  /** @returns the address for the next request, which may alternate between instances */
  base: () => string;
  root: ApiUser;
  fixture: ProjectFixture;
  /** The worker of the project whose requests this client sends. */
  worker: ApiUser;
  /** A worker whom this client alone invites and removes. */
  invitee: ApiUser;
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
  adoptExpectedState(): void {
    const { expected } = this.#options;
    this.#open = this.#open.filter(({ id }) => expected.tickets.has(id));
    if (this.#side && expected.stateOf('project', this.#side.name) !== 'there') this.#side = undefined;
    this.#rule = undefined; // the ticket of an unanswered run is unknown
  }

  /** Sends one write. @throws UnknownOutcome when it is unknown whether it was executed */
  async step(): Promise<void> {
    const { random } = this.#options;
    const choice = random.next();
    if (choice < 0.03) return this.#changeAccount();
    if (choice < 0.13) return this.#changeInvitation();
    if (choice < 0.21) return this.#changeSideProject();
    if (choice < 0.29) return this.#changeRule();
    const ticket = this.#open.length > 0 && (this.#open.length > 5 || random.chance(0.75)) ? random.pick(this.#open) : undefined;
    return ticket
      ? this.#advance(ticket)
      : this.#create(this.#options.fixture.project, random.pick(this.#options.fixture.objects));
  }

  async #create(project: number, object_id: number): Promise<void> {
    const { fixture, expected } = this.#options;
    const description = uniqueName('ticket');
    const body = { category: 'electric', description, object_id };
    const reply = await this.#write(
      'attempt',
      description,
      '1',
      { method: 'POST', path: '/tickets', token: fixture.client.token, body },
      201,
    );
    if (!reply) return;
    expected.remove('attempt', description); // the journal of the ticket is compared instead
    const ticket: ExpectedTicket = { id: reply.body.id, project, actions: ['created'], photos: new Map() };
    expected.tickets.set(ticket.id, ticket);
    this.#open.push(ticket);
  }

  async #advance(ticket: ExpectedTicket): Promise<void> {
    const { random, fixture, worker, root } = this.#options;
    const reason = { reason: 'for a reason' };
    const by = { client: fixture.client, worker, root };
    switch (statusOf(ticket)) {
      case 'new':
        if (random.chance(0.1)) return this.#transition(ticket, 'canceled', 'cancel', by.client, reason);
        if (random.chance(0.5)) return this.#transition(ticket, 'assigned', 'take', by.worker);
        return this.#transition(ticket, 'assigned', 'assign', by.client, { worker_id: worker.id });
      case 'assigned':
      case 'rejected':
        if (random.chance(0.1)) return this.#transition(ticket, 'canceled', 'cancel', by.client, reason);
        return this.#transition(ticket, 'started', 'start', by.worker);
      case 'in_progress':
        if (random.chance(0.05)) return this.#transition(ticket, 'canceled', 'cancel', by.root, reason);
        if (random.chance(0.4) && ticket.photos.size < 5) return this.#addPhoto(ticket);
        if (random.chance(0.2) && ticket.photos.size > 0)
          return this.#removePhoto(ticket, random.pick([...ticket.photos.keys()]));
        return this.#transition(ticket, 'done', 'done', by.worker);
      default:
        if (random.chance(0.4)) return this.#transition(ticket, 'rejected', 'reject', by.client, reason);
        if (random.chance(0.2)) return this.#transition(ticket, 'canceled', 'cancel', by.client, reason);
        return this.#transition(ticket, 'confirmed', 'confirm', by.client);
    }
  }

  async #transition(ticket: ExpectedTicket, action: string, op: string, by: ApiUser, body?: object): Promise<void> {
    await this.#writeAction(
      ticket,
      action,
      { method: 'PATCH', path: `/tickets/${ticket.id}/${op}`, token: by.token, ...(body && { body }) },
      200,
    );
    if (statusOf(ticket) === 'closed') this.#open = this.#open.filter((open) => open !== ticket);
  }

  async #addPhoto(ticket: ExpectedTicket): Promise<void> {
    const { worker, random, photoSize } = this.#options;
    const bytes = jpeg(random.between(200, photoSize), nonces++);
    const call = { method: 'POST', path: `/tickets/${ticket.id}/photos`, token: worker.token, ...photoForm(bytes) };
    const reply = await this.#writeAction(ticket, 'photo_added', call, 201);
    if (reply) ticket.photos.set(reply.body.id, { digest: sha256Of(bytes), size: bytes.length });
  }

  async #removePhoto(ticket: ExpectedTicket, photo: number): Promise<void> {
    ticket.unansweredRemoval = photo;
    const path = `/tickets/${ticket.id}/photos/${photo}`;
    if (await this.#writeAction(ticket, 'photo_removed', { method: 'DELETE', path, token: this.#options.worker.token }, 200)) {
      ticket.photos.delete(photo);
    }
    delete ticket.unansweredRemoval;
  }

  async #changeAccount(): Promise<void> {
    const { root, random, expected } = this.#options;
    if (this.#users.length < 2) {
      const name = uniqueName('user');
      const email = `${name}@example.com`;
      const body = { email, name, password, role: 'worker' };
      const reply = await this.#write('user', email, 'active', { method: 'POST', path: '/users', token: root.token, body }, 201);
      if (reply) this.#users.push(`${reply.body.id} ${email}`);
      return;
    }
    const [id, email = ''] = random.pick(this.#users).split(' ');
    const is_active = expected.stateOf('user', email) === 'disabled';
    const call = { method: 'PATCH', path: `/users/${id}`, token: root.token, body: { is_active } };
    await this.#write('user', email, is_active ? 'active' : 'disabled', call, 200);
  }

  async #changeInvitation(): Promise<void> {
    const { fixture, invitee, random, expected } = this.#options;
    const key = `${fixture.project}:${invitee.id}`;
    const path = `/projects/${fixture.project}`;
    switch (expected.stateOf('member', key)) {
      case 'invited': {
        const answer = random.chance(0.6) ? 'accept' : 'decline';
        const call = { method: 'POST', path: `${path}/invitation/${answer}`, token: invitee.token };
        await this.#write('member', key, answer === 'accept' ? 'active' : 'declined', call, 200);
        return;
      }
      case 'active':
        await this.#write(
          'member',
          key,
          'absent',
          { method: 'DELETE', path: `${path}/workers/${invitee.id}`, token: fixture.client.token },
          200,
        );
        return;
      default: {
        const body = { worker_id: invitee.id };
        await this.#write(
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
  async #changeSideProject(): Promise<void> {
    const { fixture, root, random } = this.#options;
    const { token } = fixture.client;
    if (!this.#side) {
      const name = uniqueName('project');
      const reply = await this.#write(
        'project',
        name,
        'there',
        { method: 'POST', path: '/projects', token, body: { name } },
        201,
      );
      if (!reply) return;
      this.#side = { name, id: reply.body.id };
      const body = { name: 'Shed', address: 'Shed street 1' };
      const object = await this.#request({ method: 'POST', path: `/projects/${this.#side.id}/objects`, token, body }, 201);
      if (!object || !(await this.#addWorker(this.#side.id))) return;
      for (let i = random.between(0, 3); i > 0; i--) await this.#create(this.#side.id, object.body.id);
      return;
    }
    const { id, name } = this.#side;
    await this.#write('project', name, 'absent', { method: 'DELETE', path: `/projects/${id}`, token: root.token }, 200);
    this.#side = undefined;
    for (const ticket of this.#open.filter(({ project }) => project === id)) this.#options.expected.tickets.delete(ticket.id);
    this.#open = this.#open.filter(({ project }) => project !== id);
  }

  async #addWorker(project: number): Promise<boolean> {
    const { fixture, worker } = this.#options;
    const path = `/projects/${project}`;
    const body = { worker_id: worker.id };
    const invited = await this.#request({ method: 'POST', path: `${path}/workers`, token: fixture.client.token, body }, 200);
    return Boolean(
      invited && (await this.#request({ method: 'POST', path: `${path}/invitation/accept`, token: worker.token }, 200)),
    );
  }

  async #changeRule(): Promise<void> {
    const { fixture, random, expected } = this.#options;
    const { token } = fixture.client;
    if (!this.#rule) {
      const key = uniqueName('rule');
      const body = {
        object_id: random.pick(fixture.objects),
        category: 'climate',
        description: key,
        anchor_at: '2031-01-01T00:00:00Z',
        period_days: 7,
      };
      const reply = await this.#write('rule', key, 'on 0', { method: 'POST', path: '/recurring', token, body }, 201);
      if (reply) this.#rule = { id: reply.body.id, key, runs: 0, on: true, ticket: undefined };
      return;
    }
    const rule = this.#rule;
    const path = `/recurring/${rule.id}`;
    const closed = !rule.ticket || statusOf(rule.ticket) === 'closed';
    if (closed && rule.on && random.chance(0.6)) {
      const reply = await this.#write(
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
      await this.#write('rule', rule.key, 'absent', { method: 'DELETE', path, token }, 200);
      this.#rule = undefined;
    } else {
      rule.on = !rule.on;
      const call = { method: 'PATCH', path, token, body: { is_active: rule.on } };
      await this.#write('rule', rule.key, `${rule.on ? 'on' : 'off'} ${rule.runs}`, call, 200);
    }
  }

  /** Sends a write that adds a journal entry. */
  async #writeAction(
    ticket: ExpectedTicket,
    action: string,
    call: HttpRequest,
    success: number,
  ): Promise<HttpResponse | undefined> {
    ticket.unanswered = action;
    const reply = await this.#request(call, success);
    delete ticket.unanswered;
    if (reply) {
      ticket.actions.push(action);
      this.#options.expected.acknowledged++;
    }
    return reply;
  }

  /** Sends a write that changes the state of an entity. */
  async #write(
    kind: EntityKind,
    key: string,
    state: string,
    call: HttpRequest,
    success: number,
  ): Promise<HttpResponse | undefined> {
    const { expected } = this.#options;
    expected.recordUnanswered(kind, key, state);
    const reply = await this.#request(call, success);
    if (reply) expected.acknowledge(kind, key, state);
    else expected.acknowledge(kind, key, expected.stateOf(kind, key));
    return reply;
  }

  /** @returns the response; undefined when its status was unexpected @throws UnknownOutcome */
  #request(call: HttpRequest, success: number): Promise<HttpResponse | undefined> {
    const { base, unexpected } = this.#options;
    return sendChecked(base(), call, success, unexpected);
  }
}

const uniqueName = (what: string): string => `${what}-${process.pid}-${nonces++}`;
