import { type ApiUser, addProjectWorker, createUser, password } from '../../testing/api-fixtures.ts';
import { type HttpResponse, sendOk, statusCounts } from '../../testing/http-client.ts';
import { type Arena, ask, contenders, expectWinners, post, race, remove, step, ticket, winnerOf } from './arena.ts';

// One-winner operations on accounts, sessions, membership and names.

const anywhere = ({ instances }: Arena): string => instances[0]?.url ?? '';
/** Addresses of callers that nobody else has, for limits. */
let callers = 0;
export const newCaller = (): string => `198.${18 + ((callers >> 16) & 1)}.${(callers >> 8) & 255}.${callers++ & 255}`;

const cookieOf = ({ headers }: HttpResponse): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

async function refresh(arena: Arena): Promise<void> {
  const { email } = arena.fixture.client;
  const login = await sendOk(anywhere(arena), {
    method: 'POST',
    path: '/auth/login',
    body: { email, password },
    ip: newCaller(),
  });
  const cookie = cookieOf(login);
  // Fewer contenders per caller than the limit of refreshes lets through.
  const replies = await race(arena, () => ({ method: 'POST', path: '/auth/refresh', headers: { cookie }, ip: newCaller() }));
  expectWinners(arena, 'refresh', replies, 1, [401]);
  if (replies.some(({ status, headers }) => status === 401 && headers['set-cookie'])) {
    arena.wrong('refresh: a loser was told to clear the cookie');
  }
  const winner = winnerOf(replies);
  const headers = { cookie: winner ? cookieOf(winner) : '' };
  const next = await race(arena, () => ({ method: 'POST', path: '/auth/refresh', headers, ip: newCaller() }), 1);
  if (next[0]?.status !== 401) arena.wrong('refresh: the reuse did not close the session of the winner');
}

async function reset(arena: Arena): Promise<void> {
  const worker = arena.fixture.workers.at(-1) as ApiUser;
  const { body } = await ask(arena, arena.root, 'POST', `/users/${worker.id}/password-reset`);
  const replies = await race(arena, () => ({
    method: 'POST',
    path: '/auth/reset-password',
    body: { token: body.token, password },
    ip: newCaller(),
  }));
  expectWinners(arena, 'reset', replies, 1, [400]);
  worker.version++;
}

async function login(arena: Arena): Promise<void> {
  const ip = newCaller();
  const replies = await race(arena, () => ({ method: 'POST', path: '/auth/login', body: {}, ip }));
  if (statusCounts(replies) !== `400 x10, 429 x${contenders - 10}`) arena.wrong(`login limit: ${statusCounts(replies)}`);
}

async function invitation(arena: Arena): Promise<void> {
  const { client, project } = arena.fixture;
  const worker = await createUser(anywhere(arena), arena.root, 'worker');
  const body = { worker_id: worker.id };
  const invitations = await race(arena, (i) => post(i % 2 ? arena.root : client, `/projects/${project}/workers`, body));
  expectWinners(arena, 'invite', invitations, 1, [409]);
  const answers = await race(arena, (i) => post(worker, `/projects/${project}/invitation/${i % 2 ? 'accept' : 'decline'}`));
  expectWinners(arena, 'accept or decline', answers, 1, [409]);
  const { rows } = await arena.db.query('select status from project_workers where worker_id = $1', [worker.id]);
  const accepted = answers.some(({ status }, i) => status === 200 && i % 2 === 1);
  if (rows[0]?.status !== (accepted ? 'active' : 'declined')) arena.wrong(`accept or decline: the row says ${rows[0]?.status}`);
  if (accepted) {
    const removals = await race(arena, (i) => remove(i % 2 ? arena.root : client, `/projects/${project}/workers/${worker.id}`));
    expectWinners(arena, 'member removal', removals, 1, [404]);
  }
}

async function assignOrRemove(arena: Arena): Promise<void> {
  const { fixture } = arena;
  const worker = await createUser(anywhere(arena), arena.root, 'worker');
  await addProjectWorker(anywhere(arena), fixture, worker);
  const id = await ticket(arena);
  const replies = await race(arena, (i) =>
    i % 2
      ? step(fixture.client, `/tickets/${id}/assign`, { worker_id: worker.id })
      : remove(fixture.client, `/projects/${fixture.project}/workers/${worker.id}`),
  );
  const assigned = replies.some(({ status }, i) => i % 2 === 1 && status === 200);
  expectWinners(arena, 'assign or remove', replies, 1, assigned ? [409] : [400, 404]);
}

async function accounts(arena: Arena): Promise<void> {
  const { client } = arena.fixture;
  const email = `twin${callers++}-${process.pid}@example.com`;
  const body = { email, name: 'Twin', password, role: 'worker' };
  // Half of them in capitals: it is the same address.
  const creations = await race(arena, (i) => post(client, '/users', { ...body, email: i % 2 ? email.toUpperCase() : email }));
  expectWinners(arena, 'account', creations, 1, [409]);
  const path = `/users/${winnerOf(creations)?.body.id}`;
  expectWinners(arena, 'account confirmation', await race(arena, () => post(client, `${path}/confirm`)), 1, [409]);
  expectWinners(arena, 'account removal', await race(arena, () => remove(arena.root, path)), 1, [404]);
}

async function names(arena: Arena): Promise<void> {
  const { client } = arena.fixture;
  const name = `Twin ${callers++}`;
  const projects = await race(arena, () => post(client, '/projects', { name }));
  expectWinners(arena, 'project name', projects, 1, [409]);
  const path = `/projects/${winnerOf(projects)?.body.id}`;
  const objects = await race(arena, () => post(client, `${path}/objects`, { name, address: 'Hill street 1' }));
  expectWinners(arena, 'object name', objects, 1, [409]);
  const others = await race(arena, (i) => post(client, `${path}/objects`, { name: `Other ${i}`, address: 'Hill street 1' }), 8);
  const renames = await race(arena, (i) => step(client, `/objects/${others[i]?.body.id}`, { name: 'The one' }), 8);
  expectWinners(arena, 'object renaming', renames, 1, [409]);
  expectWinners(arena, 'project removal', await race(arena, () => remove(arena.root, path)), 1, [404]);
}

/** A project that is deleted while tickets arrive: each ticket is gone with it, or was refused. */
async function createOrDelete(arena: Arena): Promise<void> {
  const { client } = arena.fixture;
  const project = await ask(arena, client, 'POST', '/projects', { name: `Brief ${callers++}` });
  const object = await ask(arena, client, 'POST', `/projects/${project.body.id}/objects`, {
    name: 'Shed',
    address: 'Hill street 1',
  });
  const body = { category: 'other', description: 'Too late for it', object_id: object.body.id };
  const replies = await race(arena, (i) =>
    i === contenders / 2 ? remove(arena.root, `/projects/${project.body.id}`) : post(client, '/tickets', body),
  );
  const created = replies.filter(({ status }) => status === 201).length;
  expectWinners(arena, 'create or delete', replies, created + 1, [404]);
  const { rows } = await arena.db.query('select id from tickets where object_id = $1', [object.body.id]);
  if (rows.length > 0) arena.wrong('create or delete: tickets without a project');
}

export const racesOfAccounts = { refresh, login, invitation, assignOrRemove, names, createOrDelete };
/** Those that compute many password hashes, a core's work of seconds, are run now and then. */
export const slowRaces = { reset, accounts };
