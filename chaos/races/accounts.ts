import { type ApiUser, addProjectWorker, createUser, password } from '../../testing/api-fixtures.ts';
import type { HttpResponse } from '../../testing/http-client.ts';
import { concurrentRequests, patch, post, type Race, type RaceTrack, reason, remove } from './race.ts';

// One-winner operations on accounts, members, names and rules. Sessions and tokens: refresh-races and one-time-tokens in test/security.

let names = 0;
const address = 'Hill street 1';

async function createMember({ deployment, fixture }: RaceTrack): Promise<ApiUser> {
  const worker = await createUser(deployment.base(), deployment.root, 'worker');
  await addProjectWorker(deployment.base(), fixture, worker);
  return worker;
}

const invitation: Race = async (track) => {
  const { deployment, fixture } = track;
  const worker = await createUser(deployment.base(), track.root, 'worker');
  const path = `/projects/${fixture.project}`;
  await track.once('invite', (i) => post(track.manager(i), `${path}/workers`, { worker_id: worker.id }), 409);
  const answers = ['accept', 'decline'].map((answer) => () => post(worker, `${path}/invitation/${answer}`));
  const { wins } = await track.race('accept or decline', answers, [409]);
  const [member] = await deployment.query<{ status: string }>('select status from project_workers where worker_id = $1', [
    worker.id,
  ]);
  const expected: Record<string, string> = { '1,0': 'active', '0,1': 'declined' };
  if (member?.status !== expected[wins.join()]) deployment.report(`accept or decline: ${wins} win, and it is ${member?.status}`);
  if (wins[0]) await track.once('member removal', (i) => remove(track.manager(i), `${path}/workers/${worker.id}`), 404);
};

/** A member who is being removed gets no ticket, and one who gets a ticket is not removed. */
const assignOrRemove: Race = async (track) => {
  const { client, project } = track.fixture;
  for (const [what, before] of [
    ['assign', []],
    ['reassign', ['take']],
  ] as const) {
    const worker = await createMember(track);
    const id = await track.createTicket(...before);
    const body = { worker_id: worker.id };
    const give = () =>
      what === 'assign' ? patch(client, `/tickets/${id}/assign`, body) : post(client, `/ext/tickets/${id}/reassign`, body);
    const { wins } = await track.race(
      `${what} or remove`,
      [give, () => remove(client, `/projects/${project}/workers/${worker.id}`)],
      [400, 404, 409],
    );
    const journal: Record<string, string> = {
      '1,0': `created assigned ${what === 'assign' ? '' : 'assigned '}assigned`,
      '0,1': what === 'assign' ? 'created new' : 'created assigned assigned',
    };
    await track.checkJournal(`${what} or remove: ${wins} win`, id, journal[wins.join()] ?? 'one winner');
  }
};

/** Two hand-overs to different workers: each ticket is moved once. */
const handover: Race = async (track) => {
  const { deployment, fixture } = track;
  const from = await createMember(track);
  const ids: number[] = [];
  for (let i = 0; i < 4; i++) {
    const id = await track.createTicket();
    await track.send(patch(from, `/tickets/${id}/take`));
    ids.push(id);
  }
  const to = (i: number) => ({ to_worker_id: track.worker(i).id });
  const { replies } = await track.race(
    'hand over',
    [(i) => post(fixture.client, `/ext/workers/${from.id}/handover`, to(i))],
    [],
    8,
  );
  const moved = replies.flatMap(({ body }) => body.moved as number[]).toSorted((a, b) => a - b);
  if (moved.join() !== ids.join()) deployment.report(`hand over: ${moved} were moved instead of ${ids}`);
  for (const id of ids) await track.checkJournal('hand over', id, 'created assigned assigned assigned');
  // Work that is not finished would keep them in the project.
  for (const id of ids) await track.send(patch(track.root, `/tickets/${id}/cancel`, reason));
};

const uniqueNames: Race = async (track) => {
  const { client } = track.fixture;
  const name = `Twin ${names++}`;
  const project = await track.once('project name', () => post(client, '/projects', { name }), 409);
  const path = `/projects/${project?.body.id}`;
  await track.once('object name', () => post(client, `${path}/objects`, { name, address }), 409);
  const others: HttpResponse[] = [];
  for (let i = 0; i < 8; i++) others.push(await track.send(post(client, `${path}/objects`, { name: `Other ${i}`, address })));
  const rename = (i: number) => patch(client, `/objects/${others[i]?.body.id}`, { name: 'The one' });
  await track.once('object renaming', rename, 409, 8);
  await track.once('project removal', () => remove(track.root, path), 404);
};

/** Deletes a project while tickets are created: each ticket is deleted with it or refused. */
const createOrDelete: Race = async (track) => {
  const { client } = track.fixture;
  const { body: project } = await track.send(post(client, '/projects', { name: `Brief ${names++}` }));
  const path = `/projects/${project.id}`;
  const { body: object } = await track.send(post(client, `${path}/objects`, { name: 'Shed', address }));
  const ticket = { category: 'other', description: 'Too late for it', object_id: object.id };
  const deletion = concurrentRequests / 2;
  const call = (i: number) => (i === deletion ? remove(track.root, path) : post(client, '/tickets', ticket));
  const { replies } = await track.race('create or delete', [call], [404]);
  if (replies[deletion]?.status !== 200) track.deployment.report(`create or delete: ${replies[deletion]?.status}`);
  const left = await track.deployment.query('select id from tickets where object_id = $1', [object.id]);
  if (left.length > 0) track.deployment.report('create or delete: tickets without a project');
};

const ruleRun: Race = async (track) => {
  const { deployment, fixture } = track;
  const fields = { category: 'climate', description: 'Look after it', anchor_at: '2031-01-01T00:00:00Z', period_days: 7 };
  const rule = { ...fields, object_id: deployment.random.pick(fixture.objects) };
  const { id } = (await track.send(post(fixture.client, '/recurring', rule))).body;
  const run = await track.once('rule run', (i) => post(track.manager(i), `/recurring/${id}/run`), 409);
  const tickets = await deployment.query<{ id: number }>('select id from tickets where rule_id = $1', [id]);
  if (tickets.map((ticket) => ticket.id).join() !== `${run?.body.ticket_id}`)
    deployment.report(`rule run: ${tickets.length} tickets`);
  await track.once('rule removal', (i) => remove(track.manager(i), `/recurring/${id}`), 404);
};

const accounts: Race = async (track) => {
  const { client } = track.fixture;
  const email = `twin${names++}-${process.pid}@example.com`;
  const body = { email, name: 'Twin', password, role: 'worker' };
  // Half of the addresses are in capitals, which makes them equal.
  const create = (i: number) => post(client, '/users', { ...body, email: i % 2 ? email.toUpperCase() : email });
  const path = `/users/${(await track.once('account', create, 409))?.body.id}`;
  await track.once('account confirmation', () => post(client, `${path}/confirm`), 409);
  await track.once('account removal', () => remove(track.root, path), 404);
};

export const accountRaces = { invitation, assignOrRemove, handover, uniqueNames, createOrDelete, ruleRun };
/** Races that compute many password hashes run in every tenth round only, because they take seconds of CPU time. */
export const slowRaces = { accounts };
