import { type ApiUser, jpeg, type ProjectFixture, password, photoForm } from '../../testing/api-fixtures.ts';
import type { HttpRequest, HttpResponse } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { sendChecked, UnknownOutcome, type Write } from './checked-request.ts';
import { adoptJournal, type EntityKind, type ExpectedState, type ExpectedTicket, sha256Of, statusOf } from './expected-state.ts';

export interface WorkloadClientOptions {
  /** @returns the address for the next request, which may alternate between instances */
  base: () => string;
  root: ApiUser;
  fixture: ProjectFixture;
  /** A worker whom this client alone invites and removes; undefined: it changes nothing but tickets. */
  invitee: ApiUser | undefined;
  random: Random;
  expected: ExpectedState;
  /** Reports an unexpected response. */
  unexpected: (what: string) => void;
  /** how many tickets are open at the same time */
  openTickets: number;
  /** of the largest photo; 0: none */
  photoBytes: number;
  /** for each write that has ended */
  onWrite: (write: Write) => void;
}

let nonces = 0;
const uniqueName = (what: string): string => `${what}-${process.pid}-${nonces++}`;
const reason = { reason: 'for a reason' };

/**
 * Sends one request after the other and records each acknowledged write in the expected state. No other client
 * changes the same entities, so the response of each request is known in advance.
 */
export class WorkloadClient {
  readonly #options: WorkloadClientOptions;
  readonly #expected: ExpectedState;
  /** the one that has rested for the longest time first */
  #open: ExpectedTicket[] = [];
  #users: { id: string; email: string }[] = [];
  #side: { name: string; id: number } | undefined;
  #rule: { id: number; key: string; runs: number; on: boolean; ticket?: ExpectedTicket } | undefined;
  #isInvitationKnown = true;

  constructor(options: WorkloadClientOptions) {
    this.#options = options;
    this.#expected = options.expected;
  }

  /** Adopts the result of a comparison with the database. */
  adoptExpectedState(): void {
    this.#open = this.#open.filter((ticket) => this.#expected.tickets.has(ticket.id) && statusOf(ticket) !== 'closed');
    if (this.#side && this.#expected.stateOf('project', this.#side.name) !== 'there') this.#side = undefined;
    this.#rule = undefined; // the ticket of an unanswered run is unknown
    this.#isInvitationKnown = true;
  }

  /** Sends one write, or a few. @throws UnknownOutcome when it is unknown whether it was executed */
  async step(): Promise<void> {
    const { random, fixture, openTickets, invitee } = this.#options;
    const choice = invitee ? random.next() : 1;
    if (choice < 0.03) return this.#changeAccount();
    if (choice < 0.13 && invitee && this.#isInvitationKnown) return this.#changeInvitation(invitee);
    if (choice < 0.21) return this.#changeSideProject();
    if (choice < 0.29) return this.#changeRule();
    if (this.#open.length < openTickets) return this.#create(fixture.project, random.pick(fixture.objects));
    const ticket = this.#open.shift();
    if (!ticket) return;
    try {
      if (ticket.unanswered) await this.#readJournal(ticket);
      await this.#advance(ticket);
    } finally {
      if (statusOf(ticket) !== 'closed') this.#open.push(ticket);
    }
  }

  async #create(project: number, object_id: number): Promise<void> {
    const { fixture, random } = this.#options;
    const description = uniqueName('ticket');
    const priority = random.pick(['low', 'normal', 'normal', 'normal', 'high']);
    const body = { category: 'electric', description, priority, object_id };
    const call = { method: 'POST', path: '/tickets', token: fixture.client.token, body };
    const reply = await this.#write('attempt', description, '1', call, 201);
    if (!reply) return;
    this.#expected.remove('attempt', description); // the journal of the ticket is compared instead
    this.#open.push(this.#expect(reply.body.id, project, reply));
  }

  #expect(id: number, project: number, { sent, received }: HttpResponse): ExpectedTicket {
    if (this.#expected.tickets.has(id)) this.#options.unexpected(`the id ${id} was given out twice`);
    const ticket: ExpectedTicket = { id, project, changes: [{ action: 'created', sent, received }], photos: new Map() };
    this.#expected.tickets.set(id, ticket);
    return ticket;
  }

  /** Finds out whether the unanswered change was made. */
  async #readJournal(ticket: ExpectedTicket): Promise<void> {
    const { root, unexpected } = this.#options;
    const path = `/tickets/${ticket.id}/events?limit=100&sort=id&order=asc`;
    const reply = await this.#request({ method: 'GET', path, token: root.token }, 200);
    if (!reply) return;
    const actions = (reply.body.items as { action: string }[]).map(({ action }) => action);
    for (const difference of adoptJournal(ticket, actions)) unexpected(difference);
  }

  async #advance(ticket: ExpectedTicket): Promise<void> {
    const { random, fixture, root, photoBytes } = this.#options;
    const { client } = fixture;
    const worker = ticket.worker ?? root;
    switch (statusOf(ticket)) {
      case 'new': {
        if (random.chance(0.1)) return this.#transition(ticket, 'canceled', 'cancel', client, reason);
        const chosen = random.pick(fixture.workers);
        ticket.worker = chosen;
        if (random.chance(0.5)) return this.#transition(ticket, 'assigned', 'take', chosen);
        return this.#transition(ticket, 'assigned', 'assign', client, { worker_id: chosen.id });
      }
      case 'assigned':
      case 'rejected':
        if (random.chance(0.1)) return this.#transition(ticket, 'canceled', 'cancel', client, reason);
        return this.#transition(ticket, 'started', 'start', worker);
      case 'in_progress':
        if (random.chance(0.05)) return this.#transition(ticket, 'canceled', 'cancel', root, reason);
        if (photoBytes > 0 && random.chance(0.4) && ticket.photos.size < 5) return this.#addPhoto(ticket, worker);
        if (ticket.photos.size > 0 && random.chance(0.2)) return this.#removePhoto(ticket, worker);
        return this.#transition(ticket, 'done', 'done', worker);
      case 'done':
        if (random.chance(0.05)) await this.#readOwnWrite(ticket);
        if (random.chance(0.4)) return this.#transition(ticket, 'rejected', 'reject', client, reason);
        if (random.chance(0.2)) return this.#transition(ticket, 'canceled', 'cancel', client, reason);
        return this.#transition(ticket, 'confirmed', 'confirm', client);
    }
  }

  async #readOwnWrite({ id }: ExpectedTicket): Promise<void> {
    const { fixture, unexpected } = this.#options;
    const reply = await this.#request({ method: 'GET', path: `/tickets/${id}`, token: fixture.client.token }, 200);
    if (reply && reply.body.status !== 'done') unexpected(`ticket ${id} is read as ${reply.body.status} after done`);
  }

  async #transition(ticket: ExpectedTicket, action: string, op: string, by: ApiUser, body?: object): Promise<void> {
    const path = `/tickets/${ticket.id}/${op}`;
    await this.#writeAction(ticket, action, { method: 'PATCH', path, token: by.token, ...(body && { body }) }, 200);
  }

  async #addPhoto(ticket: ExpectedTicket, { token }: ApiUser): Promise<void> {
    const { random, photoBytes } = this.#options;
    const bytes = jpeg(random.between(200, photoBytes), nonces++);
    const call = { method: 'POST', path: `/tickets/${ticket.id}/photos`, token, ...photoForm(bytes) };
    const reply = await this.#writeAction(ticket, 'photo_added', call, 201);
    if (reply) ticket.photos.set(reply.body.id, sha256Of(bytes));
  }

  async #removePhoto(ticket: ExpectedTicket, { token }: ApiUser): Promise<void> {
    const removedPhoto = this.#options.random.pick([...ticket.photos.keys()]);
    const call = { method: 'DELETE', path: `/tickets/${ticket.id}/photos/${removedPhoto}`, token };
    if (await this.#writeAction(ticket, 'photo_removed', call, 200, { removedPhoto })) ticket.photos.delete(removedPhoto);
  }

  async #changeAccount(): Promise<void> {
    const { root, random } = this.#options;
    const { token } = root;
    if (this.#users.length < 2) {
      const name = uniqueName('user');
      const email = `${name}@example.com`;
      const body = { email, name, password, role: 'worker' };
      const reply = await this.#write('user', email, 'active', { method: 'POST', path: '/users', token, body }, 201);
      if (reply) this.#users.push({ id: reply.body.id, email });
      return;
    }
    const { id, email } = random.pick(this.#users);
    const is_active = this.#expected.stateOf('user', email) === 'disabled';
    const call = { method: 'PATCH', path: `/users/${id}`, token, body: { is_active } };
    await this.#write('user', email, is_active ? 'active' : 'disabled', call, 200);
  }

  async #changeInvitation(invitee: ApiUser): Promise<void> {
    const { fixture, random } = this.#options;
    const key = `${fixture.project}:${invitee.id}`;
    const path = `/projects/${fixture.project}`;
    const { token } = fixture.client;
    const answer = random.chance(0.6) ? 'accept' : 'decline';
    const invite = { method: 'POST', path: `${path}/workers`, token, body: { worker_id: invitee.id } };
    const respond = { method: 'POST', path: `${path}/invitation/${answer}`, token: invitee.token };
    const remove = { method: 'DELETE', path: `${path}/workers/${invitee.id}`, token };
    const next: Record<string, [string, HttpRequest]> = {
      invited: [answer === 'accept' ? 'active' : 'declined', respond],
      active: ['absent', remove],
    };
    const [state, call] = next[this.#expected.stateOf('member', key)] ?? ['invited', invite];
    this.#isInvitationKnown = false;
    await this.#write('member', key, state, call, 200);
    this.#isInvitationKnown = true;
  }

  /** Creates a project with tickets, or deletes it as an admin. */
  async #changeSideProject(): Promise<void> {
    const { fixture, root, random } = this.#options;
    const { token } = fixture.client;
    if (!this.#side) {
      const name = uniqueName('project');
      const creation = { method: 'POST', path: '/projects', token, body: { name } };
      const reply = await this.#write('project', name, 'there', creation, 201);
      if (!reply) return;
      const { id } = reply.body;
      this.#side = { name, id };
      const path = `/projects/${id}`;
      const body = { name: 'Shed', address: 'Shed street 1' };
      const object = await this.#request({ method: 'POST', path: `${path}/objects`, token, body }, 201);
      for (const { id: worker_id, token: own } of fixture.workers) {
        await this.#request({ method: 'POST', path: `${path}/workers`, token, body: { worker_id } }, 200);
        await this.#request({ method: 'POST', path: `${path}/invitation/accept`, token: own }, 200);
      }
      if (object) for (let i = random.between(0, 3); i > 0; i--) await this.#create(id, object.body.id);
      return;
    }
    const { id, name } = this.#side;
    const tickets = this.#open.filter(({ project }) => project === id);
    this.#side = undefined;
    this.#open = this.#open.filter(({ project }) => project !== id);
    await this.#write('project', name, 'absent', { method: 'DELETE', path: `/projects/${id}`, token: root.token }, 200);
    for (const ticket of tickets) this.#expected.tickets.delete(ticket.id);
  }

  async #changeRule(): Promise<void> {
    const { fixture, random } = this.#options;
    const { token } = fixture.client;
    if (!this.#rule) {
      const key = uniqueName('rule');
      const fields = { category: 'climate', description: key, anchor_at: '2031-01-01T00:00:00Z', period_days: 7 };
      const body = { object_id: random.pick(fixture.objects), ...fields };
      const reply = await this.#write('rule', key, 'on 0', { method: 'POST', path: '/recurring', token, body }, 201);
      if (reply) this.#rule = { id: reply.body.id, key, runs: 0, on: true };
      return;
    }
    const rule = this.#rule;
    const { key } = rule;
    const path = `/recurring/${rule.id}`;
    this.#rule = undefined; // unless this is answered
    const isReady = rule.on && (!rule.ticket || statusOf(rule.ticket) === 'closed');
    if (isReady && random.chance(0.6)) {
      const reply = await this.#write('rule', key, `on ${++rule.runs}`, { method: 'POST', path: `${path}/run`, token }, 201);
      if (!reply) return;
      rule.ticket = this.#expect(reply.body.ticket_id, fixture.project, reply);
      this.#open.push(rule.ticket);
    } else if (random.chance(0.2)) {
      await this.#write('rule', key, 'absent', { method: 'DELETE', path, token }, 200);
      return;
    } else {
      rule.on = !rule.on;
      const call = { method: 'PATCH', path, token, body: { is_active: rule.on } };
      await this.#write('rule', key, `${rule.on ? 'on' : 'off'} ${rule.runs}`, call, 200);
    }
    this.#rule = rule;
  }

  /** Sends a write that adds a journal entry. */
  async #writeAction(ticket: ExpectedTicket, action: string, call: HttpRequest, status: number, more: object = {}) {
    ticket.unanswered = { action, sent: performance.now(), ...more };
    const reply = await this.#timed(call, status);
    delete ticket.unanswered;
    if (!reply) return undefined;
    ticket.changes.push({ action, sent: reply.sent, received: reply.received });
    this.#expected.acknowledged++;
    return reply;
  }

  /** Sends a write that changes the state of an entity. */
  async #write(kind: EntityKind, key: string, state: string, call: HttpRequest, status: number) {
    this.#expected.recordUnanswered(kind, key, state);
    const reply = await this.#timed(call, status);
    this.#expected.acknowledge(kind, key, reply ? state : this.#expected.stateOf(kind, key));
    return reply;
  }

  async #timed(call: HttpRequest, status: number): Promise<HttpResponse | undefined> {
    const { unexpected, onWrite } = this.#options;
    const write: Write = { sent: performance.now(), ended: 0 };
    const fail = (what: string): void => {
      write.failure = what;
    };
    try {
      const reply = await sendChecked(this.#options.base(), call, status, fail);
      if (write.failure) unexpected(write.failure);
      return reply;
    } catch (error) {
      if (error instanceof UnknownOutcome) fail(error.message);
      throw error;
    } finally {
      write.ended = performance.now();
      onWrite(write);
    }
  }

  /** @returns the response; undefined when its status was unexpected @throws UnknownOutcome */
  #request(call: HttpRequest, status: number): Promise<HttpResponse | undefined> {
    return sendChecked(this.#options.base(), call, status, this.#options.unexpected);
  }
}
