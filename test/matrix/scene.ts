import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sql } from 'kysely';
import type { Environment } from '../../src/platform/config/config.ts';
import { startBotApi } from '../../testing/fake-bot-api.ts';
import { type Person, password, World } from '../../testing/fixtures.ts';
import { form, photo } from '../../testing/photo-files.ts';

// Who and what the tables speak of. The columns are people:
//
//   root   admin                            anna   client, owns Tower, Annex and Shut
//                                           boris  client, owns Yard
//   wanda  worker, member of Tower, the assigned one of its tickets
//   olga   worker, member of Tower, no tickets
//   ivan   worker, invited to Tower         lena   worker, invited to Tower, too late to answer
//   dora   worker, declined                 rita   worker, did a ticket in Tower, then removed
//   yuri   worker, member of Yard only, with a ticket there
//   oleg   worker of no project
//   stan   worker with a ticket in Tower that is in progress, whose membership is gone: the API
//          does not get there, it refuses to remove him
//
// and these are only acted upon: rosa (another admin), paul (member of Tower and Yard), mike
// (disabled member of Tower), nina and nora (workers made by anna and by boris, unconfirmed).

export const columns = ['root', 'anna', 'boris', 'wanda', 'olga', 'ivan', 'lena', 'dora', 'rita', 'yuri', 'oleg', 'stan'];

export interface Scene {
  world: World;
  people: Record<string, Person>;
  /** What `{name}` stands for in a path or a body. */
  ids: Record<string, string | number>;
  resetToken: string;
}

/** Nothing is sent here: what would be waits in the queue, where the snapshot sees it. */
const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' };

export async function setScene(): Promise<Scene> {
  const world = await World.create({ ...(await startMessenger()), ...mail });
  await keepIdsApart(world);
  const people = await addPeople(world);
  const places = await addPlaces(world);
  const tickets = await addTickets(world, people, places);
  const rules = await addRules(world, places);
  await addChats(world);
  const ids: Scene['ids'] = { ...places, ...tickets, ...rules, none: 999_999, nobody: crypto.randomUUID(), junk: 'x' };
  for (const { name, id } of Object.values(people)) ids[name] = id;
  const { body } = await ok(world, world.root, 'POST', `/users/${world.oleg.id}/password-reset`);
  return { world, people, ids, resetToken: body.token };
}

/** The global bot knows the chats 4711 and 4712; who has `200:own` or `201:boris` has a bot, too. */
async function startMessenger(): Promise<Environment> {
  const botApi = await startBotApi();
  after(() => botApi.stop());
  for (const token of ['100:global', '200:own', '201:boris']) botApi.addBot({ token, username: `bot_${token.slice(0, 3)}` });
  for (const id of [4711, 4712]) botApi.addChat('100:global', { id, type: 'private', first_name: 'Anna' });
  return { MESSENGER_API_ROOT: botApi.url, MESSENGER_BOT_TOKEN: '100:global', DATA_ENCRYPTION_KEY: 'ab'.repeat(32) };
}

async function addChats(world: World): Promise<void> {
  assert.equal((await world.call(world.anna, 'PUT', '/auth/messenger', { target: '4712' })).status, 200);
  await ok(world, world.boris, 'POST', '/auth/messenger/bot', { token: '201:boris' });
}

/** One kind's id must not pass for another's. */
async function keepIdsApart(world: World): Promise<void> {
  const kinds = { projects: 100, objects: 200, tickets: 300, ticket_photos: 400, recurring_rules: 500 };
  await world.write(async (tx) => {
    for (const [table, first] of Object.entries(kinds)) {
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(first)}`.execute(tx);
    }
  });
}

/** A step on the way to the scene. */
async function ok(world: World, who: Person, method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) {
  const answer = await world.call(who, method, url, body);
  assert(answer.status < 300, `${who.name} ${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer;
}

async function addPeople(world: World): Promise<Record<string, Person>> {
  const { root, anna, boris, wanda, ivan, oleg } = world;
  const people: Record<string, Person> = { root, anna, boris, wanda, ivan, oleg };
  for (const name of ['olga', 'lena', 'dora', 'rita', 'yuri', 'stan', 'paul'])
    people[name] = await world.addPerson(name, 'worker');
  people['rosa'] = await world.addPerson('rosa', 'admin');
  people['mike'] = await world.addPerson('mike', 'worker', { is_active: false });
  people['nina'] = await world.addPerson('nina', 'worker', { confirmed_at: null, created_by: anna.id });
  people['nora'] = await world.addPerson('nora', 'worker', { confirmed_at: null, created_by: boris.id });

  const join = async (project: number, status: 'invited' | 'active' | 'declined', ...names: string[]) => {
    for (const name of names) await world.member(project, known(people, name), status);
  };
  await join(world.tower, 'active', 'olga', 'rita', 'stan', 'paul', 'mike');
  await join(world.tower, 'invited', 'lena');
  await join(world.tower, 'declined', 'dora');
  await join(world.yard, 'active', 'yuri', 'paul');
  await world.write((tx) =>
    tx.updateTable('project_workers').set({ expires_at: world.now }).where('worker_id', '=', known(people, 'lena').id).execute(),
  );
  return people;
}

/** Tower and Yard with the Lobby and the Gate are the world's own. */
async function addPlaces(world: World) {
  const { anna, tower, lobby, yard, gate } = world;
  const cellar = await world.object(anna, tower, 'Cellar');
  await ok(world, anna, 'PATCH', `/objects/${cellar}`, { is_active: false });
  const annex = await world.project(anna, 'Annex');
  const shut = await world.project(anna, 'Shut');
  const shed = await world.object(anna, shut, 'Shed');
  await ok(world, anna, 'PATCH', `/projects/${shut}`, { is_active: false });
  return { tower, lobby, cellar, annex, shut, shed, yard, gate };
}

async function addTickets(world: World, people: Record<string, Person>, { gate }: { gate: number }) {
  const { anna, boris, root, wanda } = world;
  const [rita, stan, yuri] = [known(people, 'rita'), known(people, 'stan'), known(people, 'yuri')];
  const step = (who: Person, id: number, op: string, body?: object) => ok(world, who, 'PATCH', `/tickets/${id}/${op}`, body);
  const snap = async (who: Person, id: number): Promise<number> => {
    const { body, headers } = form([{ name: `${who.name}.jpg`, bytes: photo() }]);
    const answer = await world.call(who, 'POST', `/tickets/${id}/photos`, body, headers);
    assert.equal(answer.status, 201);
    return answer.body.id;
  };
  const started = async (who: Person, id: number): Promise<number> => {
    await step(who, id, 'take');
    await step(who, id, 'start');
    return id;
  };

  const fresh = await world.ticketIn('new');
  const assigned = await world.ticketIn('assigned');
  const working = await world.ticketIn('in_progress');
  const done = await world.ticketIn('in_progress');
  const doneshot = await snap(wanda, done);
  await step(wanda, done, 'done');
  const canceled = await world.newTicket();
  await step(anna, canceled, 'cancel', { reason: 'a mistake' });
  const ritas = await started(rita, await world.newTicket());
  await step(rita, ritas, 'done');
  await step(anna, ritas, 'confirm');
  await ok(world, anna, 'DELETE', `/projects/${world.tower}/workers/${rita.id}`);
  const stans = await started(stan, await world.newTicket());
  const stanshot = await snap(stan, stans);
  await world.write((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', stan.id).execute());
  const yards = await world.newTicket({}, boris, gate);
  const yardwork = await started(yuri, await world.newTicket({}, boris, gate));
  return {
    new: fresh,
    assigned,
    in_progress: working,
    done,
    confirmed: await confirmedTicket(world),
    rejected: await world.ticketIn('rejected'),
    closed: await world.ticketIn('closed'),
    canceled,
    ritas,
    stans,
    yards,
    yardwork,
    shot: await snap(wanda, working),
    rootshot: await snap(root, working),
    doneshot,
    stanshot,
    yardshot: await snap(yuri, yardwork),
  };
}

/** No operation leads to this status, so the table is written to, and the journal with it. */
async function confirmedTicket(world: World): Promise<number> {
  const id = await world.ticketIn('done');
  await world.write(async (tx) => {
    await tx.updateTable('tickets').set({ status: 'confirmed', confirmed_at: world.now }).where('id', '=', id).execute();
    await tx
      .updateTable('ticket_events')
      .set({ to_status: 'confirmed' })
      .where('ticket_id', '=', id)
      .where('to_status', '=', 'done')
      .execute();
  });
  return id;
}

async function addRules(world: World, { cellar }: { cellar: number }) {
  const { anna, boris, lobby, gate } = world;
  const make = async (who: Person, object_id: number): Promise<number> => {
    const { body } = await ok(world, who, 'POST', '/recurring', { ...ruleFields, object_id });
    return body.id;
  };
  // The first of all, so that whoever mistakes another rule's place for a rule's own is found out.
  await ok(world, anna, 'PATCH', `/objects/${cellar}`, { is_active: true });
  const stuck = await make(anna, cellar);
  await ok(world, anna, 'PATCH', `/objects/${cellar}`, { is_active: false });
  const weekly = await make(anna, lobby);
  const off = await make(anna, lobby);
  await ok(world, anna, 'PATCH', `/recurring/${off}`, { is_active: false });
  const busy = await make(anna, lobby);
  const { body } = await ok(world, anna, 'POST', `/recurring/${busy}/run`);
  return { stuck, weekly, off, busy, busyticket: Number(body.ticket_id), yardrule: await make(boris, gate) };
}

const ruleFields = {
  anchor_at: '2026-03-10T08:00:00Z',
  category: 'elevator',
  description: 'Check the lift',
  period_days: 7,
};

/** The bodies that rows name: `POST /tickets report {lobby}`. */
export const bodies: Record<string, (value: string | number | undefined, scene: Scene) => unknown> = {
  login: (email) => ({ email, password }),
  email: (email) => ({ email }),
  reset: (_, { resetToken }) => ({ token: resetToken, password: 'brand-new-1' }),
  account: (role) => ({ email: 'otto@example.com', name: 'Otto', password, role }),
  password: () => ({ password: 'brand-new-1' }),
  target: (target) => ({ target: String(target ?? '') }),
  bot: (token) => ({ token }),
  off: () => ({ is_active: false }),
  on: () => ({ is_active: true }),
  project: (client_id) => ({ name: 'Harbour', client_id }),
  tower: (client_id) => ({ name: 'Tower', client_id }),
  name: () => ({ name: 'Renamed' }),
  object: () => ({ name: 'Roof', address: 'Hill 12, Berlin' }),
  worker: (worker_id) => ({ worker_id }),
  report: (object_id) => ({ category: 'electric', description: 'The lamp is dark', object_id }),
  comesback: (object_id) => ({
    category: 'electric',
    description: 'The lamp is dark',
    object_id,
    recurring: { anchor_at: ruleFields.anchor_at, period_days: 7 },
  }),
  rule: (object_id) => ({ ...ruleFields, object_id }),
  period: () => ({ period_days: 30 }),
  reason: () => ({ reason: 'still dark' }),
  empty: () => ({}),
};

export function known<T>(things: Record<string, T>, name: string): T {
  const found = things[name];
  assert(found !== undefined, `nothing is called ${name}`);
  return found;
}
