import type { ApiUser, ProjectFixture } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, inParallel, send, statusCounts } from '../../testing/http-client.ts';
import type { Deployment } from '../lib/deployment.ts';

/** Number of requests that start at the same moment. */
export const concurrentRequests = 32;

export const reason = { reason: 'for a reason' };
const requestBy =
  (method: string) =>
  ({ token }: ApiUser, path: string, body?: object): HttpRequest => ({ method, path, token, ...(body && { body }) });
export const post = requestBy('POST');
export const patch = requestBy('PATCH');
export const remove = requestBy('DELETE');

/** What races are run with: a project with four workers, and requests that take turns between the instances. */
export class RaceTrack {
  readonly deployment: Deployment;
  readonly fixture: ProjectFixture;
  requests = 0;

  constructor(deployment: Deployment, fixture: ProjectFixture) {
    this.deployment = deployment;
    this.fixture = fixture;
  }

  get root(): ApiUser {
    return this.deployment.root;
  }

  /** The client of the project, or the admin. */
  manager(i: number): ApiUser {
    return i % 2 ? this.root : this.fixture.client;
  }

  worker(i: number): ApiUser {
    const { workers } = this.fixture;
    return workers[i % workers.length] as ApiUser;
  }

  async send(call: HttpRequest): Promise<HttpResponse> {
    const { instances, report } = this.deployment;
    const instance = instances[this.requests++ % instances.length];
    const reply = await send(instance?.url ?? '', call);
    if (reply.status >= 500) report(`${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  }

  /**
   * Sends requests of several kinds at the same moment. Those without success must get one of these statuses.
   * @returns how many of each kind had success, and all responses
   */
  async race(what: string, kinds: ((i: number) => HttpRequest)[], refusals: number[], n = concurrentRequests) {
    const kindOf = (i: number): number => i % kinds.length;
    const replies = await inParallel(n, (i) => this.send(kinds[kindOf(i)]?.(i) as HttpRequest));
    const others = replies.filter(({ status }) => status >= 300 && !refusals.includes(status));
    if (others.length > 0) this.deployment.report(`${what}: the others must get ${refusals}, but ${statusCounts(replies)}`);
    const hasWon = (reply: HttpResponse, i: number, kind: number): boolean => reply.status < 300 && kindOf(i) === kind;
    const wins = kinds.map((_, kind) => replies.filter((reply, i) => hasWon(reply, i, kind)).length);
    return { wins, replies };
  }

  /** A race that exactly one request must win. @returns its response */
  async once(what: string, call: (i: number) => HttpRequest, refusal: number, n?: number): Promise<HttpResponse | undefined> {
    const { wins, replies } = await this.race(what, [call], [refusal], n);
    if (wins[0] !== 1) this.deployment.report(`${what}: one must win, but ${statusCounts(replies)}`);
    return replies.find(({ status }) => status < 300);
  }

  /** Creates a ticket, with which its worker does this. @returns its id */
  async createTicket(...operations: string[]): Promise<number> {
    const { fixture, deployment } = this;
    const body = { category: 'other', description: 'The door is stuck', object_id: deployment.random.pick(fixture.objects) };
    const { id } = (await this.send(post(fixture.client, '/tickets', body))).body;
    for (const operation of operations) {
      const { status } = await this.send(patch(this.worker(0), `/tickets/${id}/${operation}`));
      if (status !== 200) deployment.report(`preparing a ticket, ${operation}: ${status}`);
    }
    return id;
  }

  /** Checks that the journal has exactly these actions and the ticket this status, which follows them. */
  async checkJournal(what: string, id: number, expected: string): Promise<void> {
    const { deployment } = this;
    const [found] = await deployment.query<{ journal: string }>(
      `select (select string_agg(action::text, ' ' order by id) from ticket_events where ticket_id = t.id) || ' ' || t.status as journal
       from tickets t where t.id = $1`,
      [id],
    );
    if (found?.journal !== expected) deployment.report(`${what}: ${found?.journal} instead of ${expected}`);
  }
}

export type Race = (track: RaceTrack) => Promise<void>;
