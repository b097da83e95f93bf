import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from '../../testing/api-fixtures.ts';
import type { HttpRequest } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import { sendChecked, UnknownOutcome } from '../lib/checked-request.ts';
import type { Project, Town } from './people.ts';

interface OpenTicket {
  id: number;
  project: Project;
  status: string;
  worker: ApiUser | undefined;
  /** a request about it got no answer */
  isUnknown: boolean;
}

export interface WorkloadOptions {
  /** @returns the address of any instance */
  base: () => string;
  root: ApiUser;
  town: Town;
  random: Random;
  /** how many tickets are open at the same time */
  openTickets: number;
  unexpected: (what: string) => void;
}

/** Creates tickets and moves each to its end, always the one that has rested for the longest time. */
export class Workload {
  readonly #options: WorkloadOptions;
  readonly #resting: OpenTicket[] = [];
  #jobs = 0;
  /** answered changes of tickets */
  events = 0;

  constructor(options: WorkloadOptions) {
    this.#options = options;
  }

  /** Makes one request, or two. */
  async step(): Promise<void> {
    const { openTickets } = this.#options;
    if (this.#resting.length < openTickets) return this.#create();
    const ticket = this.#resting.shift();
    if (!ticket) return;
    try {
      if (ticket.isUnknown) await this.#refresh(ticket);
      await this.#advance(ticket);
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      ticket.isUnknown = true;
      await sleep(20);
    }
    if (ticket.status !== 'closed') this.#resting.push(ticket);
  }

  async #create(): Promise<void> {
    const { random, town } = this.#options;
    const project = random.pick(town.projects);
    const priority = random.chance(0.2) ? 'high' : random.pick(['low', 'normal']);
    const description = `Job ${++this.#jobs}`;
    const body = { category: 'electric', priority, description, object_id: random.pick(project.objects) };
    try {
      const path = '/tickets';
      const reply = await this.#request({ method: 'POST', path, token: project.client.user.token, body }, 201);
      if (!reply) return;
      this.#resting.push({ id: reply.body.id, project, status: 'new', worker: undefined, isUnknown: false });
      this.events++;
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error; // if it was created it stays new
    }
  }

  async #refresh(ticket: OpenTicket): Promise<void> {
    const { root, town } = this.#options;
    const path = `/tickets/${ticket.id}`;
    const reply = await this.#request({ method: 'GET', path, token: root.token }, 200);
    if (!reply) return;
    const { status, worker_id } = reply.body;
    ticket.status = status;
    ticket.worker = town.people.find(({ user }) => user.id === worker_id)?.user;
    ticket.isUnknown = false;
  }

  async #advance(ticket: OpenTicket): Promise<void> {
    const { random, root } = this.#options;
    const { project, status, worker } = ticket;
    const client = project.client.user;
    const reason = { reason: 'for a reason' };
    if (status === 'closed') return;
    if (random.chance(0.04)) {
      const mayClient = status !== 'in_progress';
      return this.#patch(ticket, 'cancel', 'closed', mayClient && random.chance(0.5) ? client : root, reason);
    }
    if (status === 'new' || !worker) {
      const { user } = random.pick(project.workers);
      const isTaken = random.chance(0.5);
      await (isTaken
        ? this.#patch(ticket, 'take', 'assigned', user)
        : this.#patch(ticket, 'assign', 'assigned', client, { worker_id: user.id }));
      ticket.worker = user;
    } else if (status === 'assigned' || status === 'rejected') await this.#patch(ticket, 'start', 'in_progress', worker);
    else if (status === 'in_progress') await this.#patch(ticket, 'done', 'done', worker);
    else if (random.chance(0.25)) await this.#patch(ticket, 'reject', 'rejected', client, reason);
    else await this.#patch(ticket, 'confirm', 'closed', client);
  }

  async #patch(ticket: OpenTicket, operation: string, status: string, by: ApiUser, body?: object): Promise<void> {
    const path = `/tickets/${ticket.id}/${operation}`;
    const reply = await this.#request({ method: 'PATCH', path, token: by.token, ...(body && { body }) }, 200);
    if (!reply) return;
    ticket.status = status;
    this.events++;
  }

  #request(call: HttpRequest, success: number) {
    const { base, unexpected } = this.#options;
    return sendChecked(base(), call, success, unexpected);
  }
}
