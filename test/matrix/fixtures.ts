import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sql } from 'kysely';
import { applyStoredSettings } from '../../src/appliance/settings/stored.ts';
import type { Environment } from '../../src/platform/config/config.ts';
import { randomToken, tokenHash } from '../../src/platform/security/tokens.ts';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openPortal, sendReport } from '../../testing/portal-client.ts';
import { realPhoto } from '../../testing/real-photos.ts';

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

export interface MatrixFixtures {
  fixtures: Fixtures;
  people: Record<string, TestUser>;
  /** What `{name}` stands for in a path or a body. */
  ids: Record<string, string | number>;
  resetToken: string;
  /** of GET /ext/settings/test-link */
  testLink: { url: string };
}

/** Nothing is sent here: what would be waits in the queue, where the snapshot sees it. */
const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' };

export async function createMatrixFixtures(): Promise<MatrixFixtures> {
  const fixtures = await Fixtures.create({ ...(await startMessenger()), ...mail, PORTAL_PROOF: 'false' });
  await keepIdsApart(fixtures);
  const people = await createUsers(fixtures);
  const projects = await createProjects(fixtures);
  const tickets = await createTickets(fixtures, people, projects);
  const rules = await createRules(fixtures, projects);
  const arranged = await arrangeTickets(fixtures, tickets);
  const equipment = await createEquipment(fixtures, { ...tickets, ...projects });
  const views = await createViews(fixtures);
  const snippets = await createSnippets(fixtures);
  const checklists = await createChecklists(fixtures, tickets.in_progress);
  const portals = await createPortals(fixtures);
  const visitreport = await reportTicket(fixtures, tickets.rejected);
  const closedreport = await reportTicket(fixtures, tickets.closed);
  const foundreport = await reportFound(fixtures, tickets.in_progress);
  const hooks = await createWebhooks(fixtures);
  const acting = await createActing(fixtures, people);
  const work = await enqueueMail(fixtures);
  await addChats(fixtures);
  assert.equal((await fixtures.call(fixtures.anna, 'GET', '/ext/push/key')).status, 200); // the first request makes it
  const annafeed = await addFeeds(fixtures);
  await linkBoris(fixtures);
  await addLogo(fixtures);
  const missing = { none: 999_999, nobody: crypto.randomUUID(), junk: 'x' };
  const ids: MatrixFixtures['ids'] = {
    ...projects,
    ...tickets,
    ...rules,
    ...arranged,
    ...equipment,
    ...views,
    ...snippets,
    ...checklists,
    ...portals,
    visitreport,
    closedreport,
    foundreport,
    ...hooks,
    ...acting,
    ...work,
    ...missing,
    annafeed,
  };
  for (const { name, id } of Object.values(people)) ids[name] = id;
  const { body } = await requireOk(fixtures, fixtures.root, 'POST', `/users/${fixtures.oleg.id}/password-reset`);
  const { body: testLink } = await requireOk(fixtures, fixtures.root, 'GET', '/ext/settings/test-link');
  return { fixtures, people, ids, resetToken: body.token, testLink };
}

/** The global bot knows the chats 4711 and 4712; who has `200:own` or `201:boris` has a bot, too. */
async function startMessenger(): Promise<Environment> {
  const botApi = await startFakeBotApi();
  after(() => botApi.stop());
  for (const token of ['100:global', '200:own', '201:boris']) botApi.addBot({ token, username: `bot_${token.slice(0, 3)}` });
  for (const id of [4711, 4712]) botApi.addChat('100:global', { id, type: 'private', first_name: 'Anna' });
  return { MESSENGER_API_ROOT: botApi.url, MESSENGER_BOT_TOKEN: '100:global', DATA_ENCRYPTION_KEY: 'ab'.repeat(32) };
}

async function addChats(fixtures: Fixtures): Promise<void> {
  assert.equal((await fixtures.call(fixtures.anna, 'PUT', '/auth/messenger', { target: '4712' })).status, 200);
  await requireOk(fixtures, fixtures.boris, 'POST', '/auth/messenger/bot', { token: '201:boris' });
}

async function linkBoris(fixtures: Fixtures): Promise<void> {
  const { boris, now } = fixtures;
  const identity = { issuer: 'https://login.example.com', subject: 'boris', user_id: boris.id };
  const row = { ...identity, linked_at: now, last_used_at: now };
  await fixtures.transaction((tx) => tx.insertInto('oidc_identities').values(row).execute());
}

async function addLogo(fixtures: Fixtures): Promise<void> {
  const content = { picture: Buffer.from('a picture'), changed_at: fixtures.now };
  const row = { key: 'logo', id: crypto.randomUUID(), ...content } as const;
  await fixtures.transaction((tx) => tx.insertInto('settings').values(row).execute());
  await applyStoredSettings(fixtures.deps);
}

/** @returns the token of anna's calendar feed */
async function addFeeds(fixtures: Fixtures): Promise<string> {
  const feeds = { [fixtures.anna.id]: randomToken(), [fixtures.boris.id]: randomToken() };
  const rows = Object.entries(feeds).map(([user_id, token]) => ({
    user_id,
    token_hash: tokenHash(token),
    created_at: fixtures.now,
  }));
  await fixtures.transaction((tx) => tx.insertInto('calendar_tokens').values(rows).execute());
  return lookUp(feeds, fixtures.anna.id);
}

/** One kind's id must not pass for another's. */
async function keepIdsApart(fixtures: Fixtures): Promise<void> {
  const kinds = [
    ...['projects', 'objects', 'tickets', 'ticket_photos', 'recurring_rules', 'ticket_attachments', 'saved_views'],
    ...[
      'portal_report_photos',
      'webhook_deliveries',
      'ticket_links',
      'snippets',
      'ticket_costs',
      'ticket_quotes',
      'equipment',
      'documents',
      'announcements',
      'checklists',
      'report_rating_stats',
    ],
  ];
  await fixtures.transaction(async (tx) => {
    for (const [i, table] of kinds.entries())
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(100 * (i + 1))}`.execute(tx);
  });
}

/** Sends a request that must succeed. */
async function requireOk(
  fixtures: Fixtures,
  who: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${who.name} ${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer;
}

async function createUsers(fixtures: Fixtures): Promise<Record<string, TestUser>> {
  const { root, anna, boris, wanda, ivan, oleg } = fixtures;
  const people: Record<string, TestUser> = { root, anna, boris, wanda, ivan, oleg };
  for (const name of ['olga', 'lena', 'dora', 'rita', 'yuri', 'stan', 'paul'])
    people[name] = await fixtures.createUser(name, 'worker');
  people['rosa'] = await fixtures.createUser('rosa', 'admin');
  people['mike'] = await fixtures.createUser('mike', 'worker', { is_active: false });
  people['nina'] = await fixtures.createUser('nina', 'worker', { confirmed_at: null, created_by: anna.id });
  people['nora'] = await fixtures.createUser('nora', 'worker', { confirmed_at: null, created_by: boris.id });
  await fixtures.transaction((tx) =>
    tx.updateTable('users').set({ awaits_password: true }).where('confirmed_at', 'is', null).execute(),
  );

  const join = async (project: number, status: 'invited' | 'active' | 'declined', ...names: string[]) => {
    for (const name of names) await fixtures.addMember(project, lookUp(people, name), status);
  };
  await join(fixtures.tower, 'active', 'olga', 'rita', 'stan', 'paul', 'mike');
  await join(fixtures.tower, 'invited', 'lena');
  await join(fixtures.tower, 'declined', 'dora');
  await join(fixtures.yard, 'active', 'yuri', 'paul');
  await fixtures.transaction((tx) =>
    tx
      .updateTable('project_workers')
      .set({ expires_at: fixtures.now })
      .where('worker_id', '=', lookUp(people, 'lena').id)
      .execute(),
  );
  return people;
}

/** Tower and Yard with Lobby and Gate are those of the shared fixtures. */
async function createProjects(fixtures: Fixtures) {
  const { anna, tower, lobby, yard, gate } = fixtures;
  const cellar = await fixtures.createObject(anna, tower, 'Cellar');
  await requireOk(fixtures, anna, 'PATCH', `/objects/${cellar}`, { is_active: false });
  const annex = await fixtures.createProject(anna, 'Annex');
  const shut = await fixtures.createProject(anna, 'Shut');
  const shed = await fixtures.createObject(anna, shut, 'Shed');
  await requireOk(fixtures, anna, 'PATCH', `/projects/${shut}`, { is_active: false });
  return { tower, lobby, cellar, annex, shut, shed, yard, gate };
}

async function createTickets(fixtures: Fixtures, people: Record<string, TestUser>, { gate }: { gate: number }) {
  const { anna, boris, root, wanda } = fixtures;
  const [rita, stan, yuri] = [lookUp(people, 'rita'), lookUp(people, 'stan'), lookUp(people, 'yuri')];
  const step = (who: TestUser, id: number, op: string, body?: object) =>
    requireOk(fixtures, who, 'PATCH', `/tickets/${id}/${op}`, body);
  const upload = async (who: TestUser, path: string): Promise<number> => {
    const { body, headers } = multipartForm([{ name: `${who.name}.jpg`, bytes: photo() }]);
    const answer = await fixtures.call(who, 'POST', path, body, headers);
    assert.equal(answer.status, 201);
    return answer.body.id;
  };
  const uploadPhoto = (who: TestUser, id: number) => upload(who, `/tickets/${id}/photos`);
  const attach = (who: TestUser, id: number) => upload(who, `/ext/tickets/${id}/attachments`);
  const started = async (who: TestUser, id: number): Promise<number> => {
    await step(who, id, 'take');
    await step(who, id, 'start');
    return id;
  };

  const fresh = await fixtures.createTicketWithStatus('new');
  const assigned = await fixtures.createTicketWithStatus('assigned');
  const working = await fixtures.createTicketWithStatus('in_progress');
  const done = await fixtures.createTicketWithStatus('in_progress');
  const doneshot = await uploadPhoto(wanda, done);
  await step(wanda, done, 'done');
  const canceled = await fixtures.createTicket();
  await step(anna, canceled, 'cancel', { reason: 'a mistake' });
  const ritas = await started(rita, await fixtures.createTicket());
  await step(rita, ritas, 'done');
  await step(anna, ritas, 'confirm');
  await requireOk(fixtures, anna, 'DELETE', `/projects/${fixtures.tower}/workers/${rita.id}`);
  const stans = await started(stan, await fixtures.createTicket());
  const stanshot = await uploadPhoto(stan, stans);
  await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', stan.id).execute());
  const yards = await fixtures.createTicket({}, boris, gate);
  const yardwork = await started(yuri, await fixtures.createTicket({}, boris, gate));
  const comment = { text: 'Which door is it?' };
  assert.equal((await fixtures.call(boris, 'POST', `/ext/tickets/${yardwork}/comments`, comment)).status, 201);
  const rejected = await fixtures.createTicketWithStatus('rejected');
  assert.equal((await fixtures.call(wanda, 'PUT', `/ext/tickets/${rejected}/hold`, { reason: 'part' })).status, 200);
  const made = async (who: TestUser, path: string, body: object): Promise<number> => {
    const answer = await fixtures.call(who, 'POST', path, body);
    assert.equal(answer.status, 201);
    return answer.body.id;
  };
  const visit = { from: '2126-03-05T09:00:00Z', to: '2126-03-05T11:00:00Z' };
  assert.equal((await fixtures.call(wanda, 'PUT', `/ext/tickets/${rejected}/appointment`, visit)).status, 200);
  const money = {
    towercost: await made(wanda, `/ext/tickets/${done}/costs`, costLine),
    yardcost: await made(yuri, `/ext/tickets/${yardwork}/costs`, costLine),
    towerquote: await made(wanda, `/ext/tickets/${rejected}/quotes`, { lines: [costLine] }),
    yardquote: await made(yuri, `/ext/tickets/${yardwork}/quotes`, { lines: [costLine] }),
  };
  return {
    ...money,
    new: fresh,
    assigned,
    in_progress: working,
    done,
    confirmed: await confirmedTicket(fixtures),
    rejected,
    closed: await fixtures.createTicketWithStatus('closed'),
    canceled,
    ritas,
    stans,
    yards,
    yardwork,
    shot: await uploadPhoto(wanda, working),
    rootshot: await uploadPhoto(root, working),
    doneshot,
    stanshot,
    yardshot: await uploadPhoto(yuri, yardwork),
    picture: await attach(anna, working),
    wandapicture: await attach(wanda, working),
    yardpicture: await attach(boris, yardwork),
  };
}

/** No operation leads to this status, so the table is written to, and the journal with it. */
async function confirmedTicket(fixtures: Fixtures): Promise<number> {
  const id = await fixtures.createTicketWithStatus('done');
  await fixtures.transaction(async (tx) => {
    await tx.updateTable('tickets').set({ status: 'confirmed', confirmed_at: fixtures.now }).where('id', '=', id).execute();
    await tx
      .updateTable('ticket_events')
      .set({ to_status: 'confirmed' })
      .where('ticket_id', '=', id)
      .where('to_status', '=', 'done')
      .execute();
  });
  return id;
}

/** Links and tags of tickets in Tower and in Yard, and a correction in Yard. */
async function arrangeTickets(fixtures: Fixtures, ids: Record<'in_progress' | 'done' | 'yardwork' | 'yards', number>) {
  const { anna, boris } = fixtures;
  const link = (who: TestUser, from: number, ticket_id: number) =>
    requireOk(fixtures, who, 'POST', `/ext/tickets/${from}/links`, { ticket_id, kind: 'blocks' });
  const { body: ofTower } = await link(anna, ids.in_progress, ids.done);
  const { body: ofYard } = await link(boris, ids.yardwork, ids.yards);
  const [towertag, yardtag] = ['Storm', 'Flood'];
  await requireOk(fixtures, anna, 'PUT', `/ext/tickets/${ids.in_progress}/tags`, { tags: [towertag] });
  await requireOk(fixtures, boris, 'PUT', `/ext/tickets/${ids.yardwork}/tags`, { tags: [yardtag] });
  await requireOk(fixtures, boris, 'PATCH', `/ext/tickets/${ids.yardwork}`, { floor: '1' });
  return { towerlink: ofTower.id, yardlink: ofYard.id, towertag, yardtag };
}

/** Equipment of Tower and of Yard, with a ticket each, and a door of Tower without one. */
async function createEquipment(fixtures: Fixtures, ids: Record<'in_progress' | 'yardwork' | 'cellar', number>) {
  const { anna, boris, lobby, gate } = fixtures;
  const { cellar } = ids;
  const add = async (who: TestUser, object: number, name: string): Promise<number> => {
    const { body } = await requireOk(fixtures, who, 'POST', `/ext/objects/${object}/equipment`, { name });
    return body.id;
  };
  const towerlift = await add(anna, lobby, 'Lift');
  const towerdoor = await add(anna, lobby, 'Door');
  const cellarlift = await add(anna, cellar, 'Lift');
  const yardlift = await add(boris, gate, 'Lift');
  await requireOk(fixtures, anna, 'POST', `/ext/equipment/${towerlift}/portal`);
  await requireOk(fixtures, anna, 'PUT', `/ext/tickets/${ids.in_progress}/equipment`, { equipment_id: towerlift });
  await requireOk(fixtures, boris, 'PUT', `/ext/tickets/${ids.yardwork}/equipment`, { equipment_id: yardlift });
  const file = async (who: TestUser, url: string): Promise<number> => {
    const { body, headers } = multipartForm([
      { field: 'title', bytes: 'Paper' },
      { name: 'paper.pdf', bytes: '%PDF-1.7 paper' },
    ]);
    const answer = await fixtures.call(who, 'POST', url, body, headers);
    assert.equal(answer.status, 201);
    return answer.body.id;
  };
  const towerpaper = await file(anna, `/ext/objects/${lobby}/documents`);
  const yardpaper = await file(boris, `/ext/equipment/${yardlift}/documents`);
  const announce = async (who: TestUser, object: number): Promise<number> =>
    (await requireOk(fixtures, who, 'POST', `/ext/objects/${object}/announcements`, notice)).body.id;
  const towernotice = await announce(anna, lobby);
  const yardnotice = await announce(boris, gate);
  return { towerlift, towerdoor, cellarlift, yardlift, towerpaper, yardpaper, towernotice, yardnotice };
}

/** A view of anna, and a shared one. */
async function createViews(fixtures: Fixtures) {
  const view = { name: 'Open', query: { status: 'new' } };
  const { body: own } = await requireOk(fixtures, fixtures.anna, 'POST', '/ext/views', view);
  const { body: shared } = await requireOk(fixtures, fixtures.root, 'POST', '/ext/views', { ...view, shared: true });
  return { annaview: own.id, sharedview: shared.id };
}

/** A snippet of anna, and a shared one. */
async function createSnippets(fixtures: Fixtures) {
  const snippet = { kind: 'comment', title: 'No access', text: 'Nobody was there.' };
  const { body: own } = await requireOk(fixtures, fixtures.anna, 'POST', '/ext/snippets', snippet);
  const { body: shared } = await requireOk(fixtures, fixtures.root, 'POST', '/ext/snippets', { ...snippet, shared: true });
  return { annasnippet: own.id, sharedsnippet: shared.id };
}

/** A checklist of anna, of which one ticket has a copy, one of boris and one of the admins. */
async function createChecklists(fixtures: Fixtures, ticket: number) {
  const list = { name: 'Round', items: [{ label: 'Light', kind: 'check' }] };
  const { body: own } = await requireOk(fixtures, fixtures.anna, 'POST', '/ext/checklists', list);
  const { body: other } = await requireOk(fixtures, fixtures.boris, 'POST', '/ext/checklists', list);
  const { body: shared } = await requireOk(fixtures, fixtures.root, 'POST', '/ext/checklists', list);
  await requireOk(fixtures, fixtures.anna, 'PUT', `/ext/tickets/${ticket}/checklist`, { checklist_id: own.id });
  return { annalist: own.id, borislist: other.id, sharedlist: shared.id, lightitem: own.items[0].id };
}

/** A portal with a report in Tower, and one with a report and its photo in Yard. */
async function createPortals(fixtures: Fixtures) {
  const { anna, boris, lobby, gate } = fixtures;
  const [lobbyportal, yardportal] = [await openPortal(fixtures, anna, lobby), await openPortal(fixtures, boris, gate)];
  const { body: ofTower } = await sendReport(fixtures, lobbyportal);
  const photos = [await realPhoto({ width: 8, height: 8 })];
  const { status, body: ofYard } = await sendReport(fixtures, yardportal, {}, { photos });
  assert.equal(status, 201);
  const { body } = await fixtures.call(boris, 'GET', '/ext/reports');
  await fixtures.clearDeliveries();
  const mailed = { towermail: await reportByMail(fixtures, anna.id), strangemail: await reportByMail(fixtures) };
  return {
    lobbyportal,
    yardportal,
    ...mailed,
    towerreport: ofTower.id,
    yardreport: ofYard.id,
    reportphoto: body.items[0].photos[0].id,
  };
}

/** A report that came by mail, without an object. @param clientId undefined: admins alone see it */
async function reportByMail(fixtures: Fixtures, clientId?: string): Promise<string> {
  const id = crypto.randomUUID();
  const report = { id, object_id: null, text: 'The lamp is dark', category: null, floor: '', contact: 'eve@example.net' };
  await fixtures.transaction((tx) =>
    tx
      .insertInto('portal_reports')
      .values({ ...report, ...(clientId && { client_id: clientId }), created_at: fixtures.now })
      .execute(),
  );
  return id;
}

/** What wanda found during a ticket. */
async function reportFound(fixtures: Fixtures, ticketId: number): Promise<string> {
  const form = multipartForm([{ field: 'text', bytes: 'The door sticks' }]);
  const path = `/ext/tickets/${ticketId}/reports`;
  const { status, body } = await fixtures.call(fixtures.wanda, 'POST', path, form.body, form.headers);
  assert.equal(status, 201, JSON.stringify(body));
  await fixtures.clearDeliveries();
  return body.id;
}

/** A report that became a ticket in Tower. */
async function reportTicket(fixtures: Fixtures, ticketId: number): Promise<string> {
  const id = crypto.randomUUID();
  const report = { id, object_id: fixtures.lobby, text: 'The lamp is dark', category: null, floor: '', contact: '' };
  const decided = { ticket_id: ticketId, decided_by: fixtures.anna.id, decided_by_name: 'anna', decided_at: fixtures.now };
  await fixtures.transaction((tx) =>
    tx
      .insertInto('portal_reports')
      .values({ ...report, ...decided, status: 'accepted', created_at: fixtures.now })
      .execute(),
  );
  return id;
}

/** Webhooks of anna and boris for an event that none of the operations causes, and a delivery of anna's. */
async function createWebhooks(fixtures: Fixtures) {
  const hook = { url: 'https://hooks.example.com/callout', events: ['confirmation_waiting'] };
  const { body: annahook } = await requireOk(fixtures, fixtures.anna, 'POST', '/ext/webhooks', hook);
  const { body: borishook } = await requireOk(fixtures, fixtures.boris, 'POST', '/ext/webhooks', hook);
  const { id: annasend } = await fixtures.transaction((tx) =>
    tx
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: annahook.id,
        event: 'confirmation_waiting',
        project_id: fixtures.tower,
        details: '{}',
        created_at: fixtures.now,
        state: 'delivered',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { annahook: annahook.id, borishook: borishook.id, annasend };
}

/** A mail to boris that is tried again in an hour. */
async function enqueueMail({ deps, db, boris, now }: Fixtures) {
  const mail = { kind: 'account_confirmed', user_id: boris.id } as const;
  await db.transaction((tx) => deps.deliveries.enqueue(tx, 'mails', [mail], boris.id, now));
  const { rows } = await sql<{ id: number }>`
    update deliveries set due_at = now() + interval '1 hour' where queue = 'mails' returning id`.execute(db.read);
  return { mail: rows[0]?.id ?? 0 };
}

/** An invitation of a deputy by anna and one by boris, and a team: paul leads mike. */
async function createActing(fixtures: Fixtures, people: Record<string, TestUser>) {
  const invite = async (who: TestUser) => {
    const { body } = await requireOk(fixtures, who, 'POST', '/ext/grants', { email: 'vera@example.com', scope: 'write' });
    return { id: body.id, token: body.link.split('#token=')[1] };
  };
  const [ofAnna, ofBoris] = [await invite(fixtures.anna), await invite(fixtures.boris)];
  const team = { name: 'North', lead_id: lookUp(people, 'paul').id, member_ids: [lookUp(people, 'mike').id] };
  const { body } = await requireOk(fixtures, fixtures.root, 'POST', '/ext/teams', team);
  await fixtures.clearDeliveries();
  return { annagrant: ofAnna.id, annatoken: ofAnna.token, borisgrant: ofBoris.id, northteam: body.id };
}

async function createRules(fixtures: Fixtures, { cellar }: { cellar: number }) {
  const { anna, boris, wanda, lobby, gate } = fixtures;
  const make = async (who: TestUser, object_id: number): Promise<number> => {
    const { body } = await requireOk(fixtures, who, 'POST', '/recurring', { ...ruleFields, object_id });
    return body.id;
  };
  // The first of all, so that whoever mistakes another rule's place for a rule's own is found out.
  await requireOk(fixtures, anna, 'PATCH', `/objects/${cellar}`, { is_active: true });
  const stuck = await make(anna, cellar);
  await requireOk(fixtures, anna, 'PATCH', `/objects/${cellar}`, { is_active: false });
  const weekly = await make(anna, lobby);
  const off = await make(anna, lobby);
  await requireOk(fixtures, anna, 'PATCH', `/recurring/${off}`, { is_active: false });
  const busy = await make(anna, lobby);
  const { body } = await requireOk(fixtures, anna, 'POST', `/recurring/${busy}/run`);
  const monthly = await make(anna, lobby);
  await requireOk(fixtures, anna, 'PUT', `/ext/recurring/${monthly}/pattern`, { ...patternFields, worker_id: wanda.id });
  return { stuck, weekly, off, busy, monthly, busyticket: Number(body.ticket_id), yardrule: await make(boris, gate) };
}

const costLine = { kind: 'labour', text: 'Replace the ballast', quantity: '1.5', unit: 'h', unit_price: 4500 };

const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

const ruleFields = {
  anchor_at: '2026-03-10T08:00:00Z',
  category: 'elevator',
  description: 'Check the lift',
  period_days: 7,
};

const patternFields = {
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
  starts_on: '2026-03-01',
  time: '08:00',
  timezone: 'Europe/Berlin',
};

const notice = { text: 'No water', from: '2026-03-01T00:00:00Z', to: '2126-03-01T00:00:00Z' };

const report = { category: 'electric', description: 'The lamp is dark' };

/** The bodies that rows name: `POST /tickets report {lobby}`. */
export const bodies: Record<string, (value: string | number | undefined, matrix: MatrixFixtures) => unknown> = {
  login: (email) => ({ email, password }),
  email: (email) => ({ email }),
  reset: (_, { resetToken }) => ({ token: resetToken, password: 'brand-new-1' }),
  account: (role) => ({ email: 'otto@example.com', name: 'Otto', password, role }),
  unset: (role) => ({ email: 'otto@example.com', name: 'Otto', role, mail: true }),
  bymail: () => ({ mail: true }),
  password: () => ({ password: 'brand-new-1' }),
  language: (language) => ({ language }),
  profile: (name) => ({ name, phone: '+49 30 9' }),
  notes: () => ({ text: 'Key at the porter' }),
  look: () => ({ name: 'Acme', color: '#8a1c4a' }),
  mailto: (to) => ({ to }),
  opened: (_, { testLink }) => Object.fromEntries(new URLSearchParams(new URL(testLink.url).hash.slice(1))),
  change: () => ({ current: password, new: 'brand-new-1' }),
  verify: (given) => ({ password: given ?? password }),
  all: () => ({ all: true }),
  push: (browser) => ({ endpoint: `https://push.example.com/${browser}`, keys: pushKeys }),
  endpoint: (browser) => ({ endpoint: `https://push.example.com/${browser}` }),
  notify: () => ({ events: {}, digest: 'none' }),
  code: (code) => ({ code: String(code) }),
  disable: (code) => ({ password, code }),
  token: (scope) => ({ name: 'program', scope }),
  target: (target) => ({ target: String(target ?? '') }),
  bot: (token) => ({ token }),
  off: () => ({ is_active: false }),
  on: () => ({ is_active: true }),
  project: (client_id) => ({ name: 'Harbour', client_id }),
  tower: (client_id) => ({ name: 'Tower', client_id }),
  name: () => ({ name: 'Renamed' }),
  object: () => ({ name: 'Roof', address: 'Hill 12, Berlin' }),
  worker: (worker_id) => ({ worker_id }),
  report: (object_id) => ({ ...report, object_id }),
  comesback: (object_id) => ({ ...report, object_id, recurring: { anchor_at: ruleFields.anchor_at, period_days: 7 } }),
  rule: (object_id) => ({ ...ruleFields, object_id }),
  patterned: (object_id) => ({ ...ruleFields, object_id, pattern: patternFields }),
  pattern: (worker_id) => ({ ...patternFields, ...(worker_id !== undefined && { worker_id }) }),
  period: () => ({ period_days: 30 }),
  shift: () => ({ due_at: ruleFields.anchor_at, to: '2026-03-12T08:00:00Z' }),
  noshift: () => ({ due_at: '2026-03-09T08:00:00Z', to: '2026-03-12T08:00:00Z' }),
  targets: () => ({ timezone: 'UTC', take_within_minutes: { high: 60 }, finish_within_minutes: {} }),
  comment: () => ({ text: 'The key is next door' }),
  toolcall: (id) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'comment_on_ticket', arguments: { id: Number(id), text: 'The key is next door' } },
  }),
  internal: () => ({ text: 'The tenant complains often', internal: true }),
  toreporter: () => ({ text: 'Which door is it?', to_reporter: true }),
  stars: () => ({ rating: 4 }),
  reason: () => ({ reason: 'still dark' }),
  hold: () => ({ reason: 'part' }),
  costs: (currency) => ({ currency, approval_limit: 50_000 }),
  cost: (worker_id) => ({ ...costLine, ...(worker_id !== undefined && { worker_id }) }),
  dearer: () => ({ unit_price: 5000 }),
  quote: () => ({ lines: [costLine] }),
  pastquote: () => ({ lines: [costLine], valid_until: '2020-01-01' }),
  visits: () => ({
    windows: [5, 6].map((day) => ({ from: `2126-03-0${day}T08:00:00Z`, to: `2126-03-0${day}T10:00:00Z` })),
  }),
  accepts: () => ({ answer: 'accepted' }),
  visit: () => ({ from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z' }),
  pastvisit: () => ({ from: '2020-03-05T08:00:00Z', to: '2020-03-05T10:00:00Z' }),
  pasthold: () => ({ reason: 'part', until: '2020-01-01T00:00:00Z' }),
  to: (to_worker_id) => ({ to_worker_id }),
  answer: (object_id) => ({ category: 'other', priority: 'normal', ...(object_id !== undefined && { object_id }) }),
  ticket: (ticket_id) => ({ ticket_id }),
  away: () => [{ from: '2026-03-02', to: '2026-03-06' }],
  view: (name) => ({ name, query: { status: 'new' } }),
  sharedview: (name) => ({ name, query: { status: 'new' }, shared: true }),
  floor: () => ({ floor: '7' }),
  reference: () => ({ reference: 'WO-4711' }),
  corrected: () => ({ description: 'The lamp flickers', category: 'other', priority: 'high' }),
  link: (ticket_id) => ({ ticket_id, kind: 'related' }),
  blocks: (ticket_id) => ({ ticket_id, kind: 'blocks' }),
  tags: () => ({ tags: ['warranty'] }),
  title: () => ({ title: 'Renamed' }),
  notice: () => notice,
  badnotice: () => ({ ...notice, to: notice.from }),
  announced: () => ({ text: 'No heating' }),
  lift: () => ({ name: 'Lift' }),
  equipment: (equipment_id) => ({ equipment_id }),
  noequipment: () => ({ equipment_id: null }),
  badtags: () => ({ tags: ['a,b'] }),
  snippet: (title) => ({ kind: 'reject', title, text: 'Please do it again.' }),
  sharedsnippet: (title) => ({ kind: 'reject', title, text: 'Please do it again.', shared: true }),
  checklist: (name) => ({ name, items: [{ label: 'Door', kind: 'check' }] }),
  badchecklist: () => ({ name: 'Round', items: [{ label: 'Door', kind: 'choice' }] }),
  copyof: (checklist_id) => ({ checklist_id }),
  nochecklist: () => ({ checklist_id: null }),
  filled: (item) => ({ answers: { [String(item)]: true } }),
  hook: (event) => ({ url: 'https://hooks.example.com/callout', events: [event] }),
  nohook: () => ({ url: 'https://10.0.0.1/callout', events: ['ticket_done'] }),
  inactive: () => ({ active: false }),
  nofilter: () => ({ query: { colour: 'red' } }),
  people: () => 'name,email,phone\nOtto,otto@example.com,',
  buildings: (project) => `project,name,address\n${project},Roof,"Hill 12, Berlin"`,
  machines: (place) => `project,object,name\n${place},Boiler`,
  cells: () => 'a,b\nc,d',
  grant: (principal_id) => ({ email: 'otto@example.com', scope: 'read', principal_id }),
  accept: (token) => ({ token }),
  deputy: (token) => ({ token, name: 'Otto', password }),
  silent: () => ({ notify: false }),
  team: (lead_id) => ({ name: 'South', lead_id, member_ids: [] }),
  lead: (lead_id) => ({ lead_id }),
  empty: () => ({}),
};

export function lookUp<T>(things: Record<string, T>, name: string): T {
  const found = things[name];
  assert(found !== undefined, `nothing is called ${name}`);
  return found;
}
