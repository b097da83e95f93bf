import { type ApiUser, addProjectWorker, createUser, password } from '../../testing/api-fixtures.ts';
import { type HttpResponse, sendOk, statusCounts } from '../../testing/http-client.ts';
import {
  assertWinners,
  concurrentRequests,
  createTicket,
  deleteRequest,
  firstSuccess,
  patchRequest,
  postRequest,
  type RaceHarness,
  raceRequests,
  requestOnce,
} from './race-harness.ts';

// One-winner operations on accounts, sessions, membership and names.

const anywhere = ({ instances }: RaceHarness): string => instances[0]?.url ?? '';
/** @returns a client address that no other request has used, for rate limits */
let callers = 0;
export const newCaller = (): string => `198.${18 + ((callers >> 16) & 1)}.${(callers >> 8) & 255}.${callers++ & 255}`;

const cookieOf = ({ headers }: HttpResponse): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

async function refresh(harness: RaceHarness): Promise<void> {
  const { email } = harness.fixture.client;
  const login = await sendOk(anywhere(harness), {
    method: 'POST',
    path: '/auth/login',
    body: { email, password },
    ip: newCaller(),
  });
  const cookie = cookieOf(login);
  // Fewer concurrent requests per address than the refresh limit admits.
  const replies = await raceRequests(harness, () => ({
    method: 'POST',
    path: '/auth/refresh',
    headers: { cookie },
    ip: newCaller(),
  }));
  assertWinners(harness, 'refresh', replies, 1, [401]);
  if (replies.some(({ status, headers }) => status === 401 && headers['set-cookie'])) {
    harness.wrong('refresh: a loser was told to clear the cookie');
  }
  const winner = firstSuccess(replies);
  const headers = { cookie: winner ? cookieOf(winner) : '' };
  const next = await raceRequests(harness, () => ({ method: 'POST', path: '/auth/refresh', headers, ip: newCaller() }), 1);
  if (next[0]?.status !== 401) harness.wrong('refresh: the reuse did not close the session of the winner');
}

async function reset(harness: RaceHarness): Promise<void> {
  const worker = harness.fixture.workers.at(-1) as ApiUser;
  const { body } = await requestOnce(harness, harness.root, 'POST', `/users/${worker.id}/password-reset`);
  const replies = await raceRequests(harness, () => ({
    method: 'POST',
    path: '/auth/reset-password',
    body: { token: body.token, password },
    ip: newCaller(),
  }));
  assertWinners(harness, 'reset', replies, 1, [400]);
  worker.version++;
}

async function login(harness: RaceHarness): Promise<void> {
  const ip = newCaller();
  const replies = await raceRequests(harness, () => ({ method: 'POST', path: '/auth/login', body: {}, ip }));
  if (statusCounts(replies) !== `400 x10, 429 x${concurrentRequests - 10}`)
    harness.wrong(`login limit: ${statusCounts(replies)}`);
}

async function invitation(harness: RaceHarness): Promise<void> {
  const { client, project } = harness.fixture;
  const worker = await createUser(anywhere(harness), harness.root, 'worker');
  const body = { worker_id: worker.id };
  const invitations = await raceRequests(harness, (i) =>
    postRequest(i % 2 ? harness.root : client, `/projects/${project}/workers`, body),
  );
  assertWinners(harness, 'invite', invitations, 1, [409]);
  const answers = await raceRequests(harness, (i) =>
    postRequest(worker, `/projects/${project}/invitation/${i % 2 ? 'accept' : 'decline'}`),
  );
  assertWinners(harness, 'accept or decline', answers, 1, [409]);
  const { rows } = await harness.db.query('select status from project_workers where worker_id = $1', [worker.id]);
  const accepted = answers.some(({ status }, i) => status === 200 && i % 2 === 1);
  if (rows[0]?.status !== (accepted ? 'active' : 'declined')) harness.wrong(`accept or decline: the row says ${rows[0]?.status}`);
  if (accepted) {
    const removals = await raceRequests(harness, (i) =>
      deleteRequest(i % 2 ? harness.root : client, `/projects/${project}/workers/${worker.id}`),
    );
    assertWinners(harness, 'member removal', removals, 1, [404]);
  }
}

async function assignOrRemove(harness: RaceHarness): Promise<void> {
  const { fixture } = harness;
  const worker = await createUser(anywhere(harness), harness.root, 'worker');
  await addProjectWorker(anywhere(harness), fixture, worker);
  const id = await createTicket(harness);
  const replies = await raceRequests(harness, (i) =>
    i % 2
      ? patchRequest(fixture.client, `/tickets/${id}/assign`, { worker_id: worker.id })
      : deleteRequest(fixture.client, `/projects/${fixture.project}/workers/${worker.id}`),
  );
  const assigned = replies.some(({ status }, i) => i % 2 === 1 && status === 200);
  assertWinners(harness, 'assign or remove', replies, 1, assigned ? [409] : [400, 404]);
}

async function accounts(harness: RaceHarness): Promise<void> {
  const { client } = harness.fixture;
  const email = `twin${callers++}-${process.pid}@example.com`;
  const body = { email, name: 'Twin', password, role: 'worker' };
  // Half of the addresses are in capitals, which makes them equal.
  const creations = await raceRequests(harness, (i) =>
    postRequest(client, '/users', { ...body, email: i % 2 ? email.toUpperCase() : email }),
  );
  assertWinners(harness, 'account', creations, 1, [409]);
  const path = `/users/${firstSuccess(creations)?.body.id}`;
  assertWinners(
    harness,
    'account confirmation',
    await raceRequests(harness, () => postRequest(client, `${path}/confirm`)),
    1,
    [409],
  );
  assertWinners(harness, 'account removal', await raceRequests(harness, () => deleteRequest(harness.root, path)), 1, [404]);
}

async function names(harness: RaceHarness): Promise<void> {
  const { client } = harness.fixture;
  const name = `Twin ${callers++}`;
  const projects = await raceRequests(harness, () => postRequest(client, '/projects', { name }));
  assertWinners(harness, 'project name', projects, 1, [409]);
  const path = `/projects/${firstSuccess(projects)?.body.id}`;
  const objects = await raceRequests(harness, () => postRequest(client, `${path}/objects`, { name, address: 'Hill street 1' }));
  assertWinners(harness, 'object name', objects, 1, [409]);
  const others = await raceRequests(
    harness,
    (i) => postRequest(client, `${path}/objects`, { name: `Other ${i}`, address: 'Hill street 1' }),
    8,
  );
  const renames = await raceRequests(
    harness,
    (i) => patchRequest(client, `/objects/${others[i]?.body.id}`, { name: 'The one' }),
    8,
  );
  assertWinners(harness, 'object renaming', renames, 1, [409]);
  assertWinners(harness, 'project removal', await raceRequests(harness, () => deleteRequest(harness.root, path)), 1, [404]);
}

/** Deletes a project while tickets are created: each ticket is deleted with it or refused. */
async function createOrDelete(harness: RaceHarness): Promise<void> {
  const { client } = harness.fixture;
  const project = await requestOnce(harness, client, 'POST', '/projects', { name: `Brief ${callers++}` });
  const object = await requestOnce(harness, client, 'POST', `/projects/${project.body.id}/objects`, {
    name: 'Shed',
    address: 'Hill street 1',
  });
  const body = { category: 'other', description: 'Too late for it', object_id: object.body.id };
  const replies = await raceRequests(harness, (i) =>
    i === concurrentRequests / 2
      ? deleteRequest(harness.root, `/projects/${project.body.id}`)
      : postRequest(client, '/tickets', body),
  );
  const created = replies.filter(({ status }) => status === 201).length;
  assertWinners(harness, 'create or delete', replies, created + 1, [404]);
  const { rows } = await harness.db.query('select id from tickets where object_id = $1', [object.body.id]);
  if (rows.length > 0) harness.wrong('create or delete: tickets without a project');
}

export const accountRaces = { refresh, login, invitation, assignOrRemove, names, createOrDelete };
/** Races that compute many password hashes run in every tenth round only, because they take seconds of CPU time. */
export const slowRaces = { reset, accounts };
