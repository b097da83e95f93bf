import type pg from 'pg';
import type { ApiUser, ProjectFixture } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, inParallel, send, statusCounts } from '../../testing/http-client.ts';
import type { Random } from '../../testing/seeded-random.ts';
import type { ServiceInstance } from '../../testing/service-instance.ts';

/** Runs races over several instances on one database. */
export interface RaceHarness {
  instances: ServiceInstance[];
  db: pg.Client;
  root: ApiUser;
  fixture: ProjectFixture;
  random: Random;
  /** Reports a problem. */
  wrong: (what: string) => void;
  requests: number;
}

/** Number of requests that start at the same moment. */
export const concurrentRequests = 32;

/** Sends one request to the next instance. */
export async function requestOnce(
  harness: RaceHarness,
  by: ApiUser | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<HttpResponse> {
  return await request(harness, { method, path, ...(by && { token: by.token }), ...(body && { body }) });
}

async function request(harness: RaceHarness, call: HttpRequest): Promise<HttpResponse> {
  const { instances } = harness;
  const instance = instances[harness.requests++ % instances.length];
  const reply = await send(instance?.url ?? '', call);
  if (reply.status >= 500) harness.wrong(`${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** Sends all requests at the same moment, distributed over the instances. */
export function raceRequests(
  harness: RaceHarness,
  call: (i: number) => HttpRequest,
  n = concurrentRequests,
): Promise<HttpResponse[]> {
  return inParallel(n, (i) => request(harness, call(i)));
}

export const patchRequest = (by: ApiUser, path: string, body?: object): HttpRequest => ({
  method: 'PATCH',
  path,
  token: by.token,
  ...(body && { body }),
});
export const postRequest = (by: ApiUser, path: string, body?: object): HttpRequest => ({
  ...patchRequest(by, path, body),
  method: 'POST',
});
export const deleteRequest = (by: ApiUser, path: string): HttpRequest => ({ ...patchRequest(by, path), method: 'DELETE' });

/** Checks the number of successful requests and that all others got one of these error statuses. */
export function assertWinners(
  harness: RaceHarness,
  what: string,
  replies: HttpResponse[],
  winners: number,
  refusals: number[],
): void {
  const won = replies.filter(({ status }) => status < 300).length;
  const others = replies.filter(({ status }) => status >= 300 && !refusals.includes(status));
  if (won !== winners || others.length > 0) {
    harness.wrong(`${what}: ${winners} must win and the others get ${refusals.join(' or ')}, but ${statusCounts(replies)}`);
  }
}

export const firstSuccess = (replies: HttpResponse[]): HttpResponse | undefined => replies.find(({ status }) => status < 300);

/** Creates a ticket and applies these operations. @returns its id */
export async function createTicket(harness: RaceHarness, ...ops: string[]): Promise<number> {
  const { fixture, random } = harness;
  const [worker] = fixture.workers;
  const { client } = fixture;
  const created = await requestOnce(harness, client, 'POST', '/tickets', {
    category: 'other',
    description: 'The door is stuck',
    object_id: random.pick(fixture.objects),
  });
  for (const op of ops) {
    const { status } = await requestOnce(harness, worker, 'PATCH', `/tickets/${created.body.id}/${op}`);
    if (status !== 200) harness.wrong(`preparing a ticket, ${op}: ${status}`);
  }
  return created.body.id;
}

/** Checks that the journal has exactly these actions and the ticket this status. */
export async function assertJournal(
  harness: RaceHarness,
  what: string,
  id: number,
  story: string[],
  status: string,
): Promise<void> {
  const { rows } = await harness.db.query<{ actions: string[]; status: string }>(
    `select t.status::text, array(select action::text from ticket_events where ticket_id = t.id order by id) as actions
     from tickets t where t.id = $1`,
    [id],
  );
  const told = rows[0]?.actions.join(' ');
  if (told !== story.join(' ') || rows[0]?.status !== status) {
    harness.wrong(`${what}: the journal tells "${told}", the status is ${rows[0]?.status}`);
  }
}
