import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { describedOperations, resolveSchema } from '../../testing/described-answers.ts';
import { type Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { multipartForm } from '../../testing/photo-files.ts';

// The operations of the API as its own description tells them, so that a route that is added is
// attacked as the others are.

export type Method = Parameters<Fixtures['call']>[1];

export const operations = describedOperations.map(({ name, operation }) => {
  const [method = '', path = ''] = name.split(' ');
  const security: object[] = Reflect.get(operation, 'security') ?? [];
  const parameters = operation.parameters ?? [];
  const { schema } = operation.requestBody?.content['application/json'] ?? {};
  return {
    method: method as Method,
    path,
    isPublic: !security.some((scheme) => 'accessToken' in scheme),
    /** the names of the parameters of the query */
    query: parameters.filter((each) => each.in === 'query').map((each) => each.name),
    /** whether it takes a JSON object */
    hasFields: schema !== undefined && resolveSchema(schema).properties !== undefined,
  };
});

interface Ids {
  id?: string;
  worker_id?: string;
  photo_id?: string;
  token?: string;
  delivery_id?: string;
}

/** The path of an operation with values for its ids. */
export const filled = (
  path: string,
  { id = '1', worker_id = crypto.randomUUID(), photo_id = '1', token = 'x'.repeat(43), delivery_id = '1' }: Ids = {},
): string =>
  path
    .replace('{id}', id)
    .replace('{worker_id}', worker_id)
    .replace('{photo_id}', photo_id)
    .replace('{token}', token)
    .replace('{delivery_id}', delivery_id)
    .replace('{link_id}', '1');

/** Ids of accounts are uuids, all others are integers. */
export const hasUuid = (path: string): boolean =>
  /^\/(users|ext\/(grants|passkeys|reports|sessions|teams|tokens|users|webhooks|workers))\//.test(path);

/** A request that succeeds, for every operation with a JSON body. */
export interface Sample {
  operation: string;
  who: TestUser | undefined;
  url: string;
  body: Record<string, unknown>;
  status: number;
}

const credentialFields = new Set([
  'POST /auth/login email',
  'POST /ext/grants/accept token',
  'POST /auth/login password',
  'POST /ext/password current',
  'POST /ext/mfa/totp password',
  'DELETE /ext/mfa/totp password',
  'POST /ext/passkey/registration password',
  'DELETE /ext/passkeys/{id} password',
  'PUT /ext/mfa/passkey password',
  'DELETE /ext/mfa/passkey password',
]);

/** Whether a field is compared, not validated: a value of any length is wrong (401), not malformed (400). */
export const isCredential = ({ operation }: Sample, field: string): boolean => credentialFields.has(`${operation} ${field}`);

let serial = 0;

/** @param at the id in its path, and its status unless that is 200 */
function sampleOf(
  who: TestUser | undefined,
  operation: string,
  body: Record<string, unknown>,
  { id = '', status = 200 }: { id?: string | number; status?: number } = {},
): Sample {
  const url = (operation.split(' ')[1] ?? '').replace('{id}', String(id));
  return { operation, who, url, body, status };
}

/** Samples that can be sent once each; every call arranges what they need. */
export async function samplesOf(fixtures: Fixtures): Promise<Sample[]> {
  const { root, anna, wanda, tower, lobby } = fixtures;
  const n = ++serial;
  const worker = await fixtures.createUser(`sample-${n}`, 'worker');
  const invitee = await fixtures.createUser(`invitee-${n}`, 'worker');
  const integrator = await fixtures.createUser(`integrator-${n}`, 'client');
  await fixtures.addMember(tower, worker, 'active');
  const create = async (who: TestUser, url: string, body?: object) => (await fixtures.call(who, 'POST', url, body)).body;
  const when = { anchor_at: '2026-04-01T08:00:00Z', period_days: 7 };
  const rule = { ...when, category: 'other', description: 'Check the lift', floor: '3', priority: 'low' };
  const pattern = {
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    starts_on: '2026-03-01',
    time: '08:00',
    timezone: 'Europe/Berlin',
  };
  const [made, shifted] = [
    await create(anna, '/recurring', { ...rule, object_id: lobby }),
    await create(anna, '/recurring', { ...rule, object_id: lobby }),
  ];
  const view = await create(anna, '/ext/views', { name: `Saved ${n}`, query: {} });
  const hook = { url: 'https://hooks.example.com/callout', events: ['report_received'], active: false };
  const webhook = await create(integrator, '/ext/webhooks', hook);
  const invited = await create(integrator, '/ext/grants', { email: `deputy-${n}@example.com`, scope: 'read' });
  const team = await create(root, '/ext/teams', { name: `Team ${n}`, lead_id: invitee.id, member_ids: [] });
  const grant = { email: `invited-${n}@example.com`, scope: 'write', notify: false };
  const deputy = { token: invited.link.split('#token=')[1], name: `Deputy ${n}`, password };
  const { token } = await create(root, `/users/${invitee.id}/password-reset`);
  const [fresh, open, other] = [await fixtures.createTicket(), await fixtures.createTicket(), await fixtures.createTicket()];
  const done = await fixtures.createTicketWithStatus('done');
  const [taken, kept] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('assigned')];
  const [accepted, dismissed, merged] = [await addReport(fixtures), await addReport(fixtures), await addReport(fixtures)];
  const offered = await fixtures.createTicketWithStatus('assigned');
  await addReport(fixtures, offered);
  const { email } = worker;
  const unset = { email: `unset-${n}@example.com`, name: `Unset ${n}`, role: 'worker', phone: '1', mail: false };
  const waiting = await create(root, '/ext/users', { ...unset, email: `waiting-${n}@example.com` });
  const account = { email: `made-${n}@example.com`, name: `Made ${n}`, password, role: 'worker', phone: '1' };
  const place = (name: string) => ({ name, address: 'Hill street 1' });
  const targets = {
    timezone: 'Europe/Berlin',
    working_hours: { mon: ['08:00', '17:00'] },
    holidays: ['2026-12-25'],
    take_within_minutes: { high: 60 },
    finish_within_minutes: { normal: 480 },
  };
  const snippet = { kind: 'comment', title: 'On the way', text: 'I am on the way.' };
  const saved = await create(anna, '/ext/snippets', snippet);
  const list = { name: 'Round', items: [{ label: 'Light', kind: 'check', required: true }] };
  const [round, changed] = [await create(anna, '/ext/checklists', list), await create(anna, '/ext/checklists', list)];
  const started = await fixtures.createTicketWithStatus('in_progress');
  await fixtures.call(anna, 'PUT', `/ext/tickets/${started}/checklist`, { checklist_id: round.id });
  const edited = { category: 'electric', priority: 'high', floor: '4' };
  const report = { category: 'other', description: 'The lamp is dark', priority: 'low' };
  // Another year for each call: the appointments of a worker are told where they overlap.
  const later = { from: `${2126 + n}-03-05T08:00:00Z`, to: `${2126 + n}-03-05T10:00:00Z` };
  const link = new URL((await fixtures.call(root, 'GET', '/ext/settings/test-link')).body.url);
  const testLink = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
  const alternative = { from: later.to, to: `${2126 + n}-03-05T12:00:00Z` };
  return [
    ...(await reporterSamples(fixtures, later)),
    sampleOf(anna, 'POST /ext/tickets/{id}/reassign', { worker_id: worker.id, reason: 'away until Friday' }, { id: taken }),
    sampleOf(wanda, 'POST /ext/tickets/{id}/hand-back', { reason: 'no key' }, { id: kept }),
    sampleOf(wanda, 'PUT /ext/tickets/{id}/hold', { reason: 'part', note: 'ordered', until: later.from }, { id: kept }),
    sampleOf(anna, 'PUT /ext/tickets/{id}/appointment', { ...later, note: 'Ring twice' }, { id: kept }),
    sampleOf(anna, 'POST /ext/tickets/{id}/appointment/offers', { windows: [later, alternative] }, { id: offered, status: 201 }),
    sampleOf(root, 'POST /ext/workers/{id}/handover', { to_worker_id: worker.id, project_id: tower }, { id: invitee.id }),
    sampleOf(undefined, 'POST /auth/login', { email, password }),
    sampleOf(undefined, 'POST /auth/forgot-password', { email }),
    sampleOf(undefined, 'POST /auth/reset-password', { token, password }),
    sampleOf(root, 'PATCH /ext/users/{id}', { name: 'Wanda', phone: '1' }, { id: worker.id }),
    sampleOf(anna, 'PUT /ext/objects/{id}/notes', { text: 'Key at the porter' }, { id: lobby }),
    sampleOf(worker, 'PATCH /ext/me', { language: 'de' }),
    sampleOf(root, 'POST /users', account, { status: 201 }),
    sampleOf(root, 'POST /ext/users', unset, { status: 201 }),
    sampleOf(root, 'POST /ext/users/{id}/invitation', { mail: true }, { id: waiting.id }),
    sampleOf(root, 'PATCH /users/{id}', { is_active: true }, { id: worker.id }),
    sampleOf(root, 'POST /users/{id}/password-set', { password }, { id: invitee.id }),
    sampleOf(root, 'POST /projects', { name: `P ${n}`, client_id: anna.id }, { status: 201 }),
    sampleOf(anna, 'PATCH /projects/{id}', { name: `T ${n}`, is_active: true }, { id: tower }),
    sampleOf(anna, 'POST /projects/{id}/objects', place(`O ${n}`), { id: tower, status: 201 }),
    sampleOf(anna, 'PATCH /objects/{id}', { ...place(`L ${n}`), is_active: true }, { id: lobby }),
    sampleOf(anna, 'POST /projects/{id}/workers', { worker_id: invitee.id }, { id: tower }),
    sampleOf(anna, 'POST /tickets', { ...report, object_id: lobby, floor: '3', recurring: when }, { status: 201 }),
    sampleOf(anna, 'PATCH /tickets/{id}/assign', { worker_id: worker.id }, { id: fresh }),
    sampleOf(anna, 'POST /ext/tickets/{id}/comments', { text: 'Which door is it?' }, { id: open, status: 201 }),
    sampleOf(anna, 'PATCH /tickets/{id}/reject', { reason: 'still dark' }, { id: done }),
    sampleOf(anna, 'PATCH /tickets/{id}/cancel', { reason: 'a mistake' }, { id: open }),
    sampleOf(anna, 'POST /recurring', { ...rule, object_id: lobby }, { status: 201 }),
    sampleOf(anna, 'PATCH /recurring/{id}', { ...rule, is_active: true }, { id: made.id }),
    sampleOf(anna, 'POST /ext/recurring', { ...rule, object_id: lobby, pattern }, { status: 201 }),
    sampleOf(anna, 'PUT /ext/recurring/{id}/pattern', { ...pattern, worker_id: worker.id }, { id: made.id }),
    sampleOf(anna, 'POST /ext/recurring/{id}/shift', { due_at: rule.anchor_at, to: '2026-04-02T08:00:00Z' }, { id: shifted.id }),
    sampleOf(anna, 'PUT /ext/projects/{id}/targets', targets, { id: tower }),
    sampleOf(anna, 'PUT /ext/users/{id}/targets', targets, { id: anna.id }),
    sampleOf(root, 'PUT /ext/settings', { name: 'Callout of the tests' }),
    sampleOf(root, 'POST /ext/settings/test-mail', { to: 'test@example.com' }),
    sampleOf(undefined, 'POST /ext/installation/opened', testLink),
    sampleOf(anna, 'POST /ext/views', { name: `View ${n}`, query: { status: 'new' } }, { status: 201 }),
    sampleOf(anna, 'PATCH /ext/views/{id}', { name: `Changed ${n}`, query: { status: 'new,done' } }, { id: view.id }),
    sampleOf(anna, 'POST /ext/reports/{id}/accept', report, { id: accepted, status: 201 }),
    sampleOf(anna, 'POST /ext/reports/{id}/dismiss', { reason: 'repaired yesterday' }, { id: dismissed }),
    sampleOf(anna, 'POST /ext/reports/{id}/merge', { ticket_id: other }, { id: merged }),
    sampleOf(integrator, 'POST /ext/grants', grant, { status: 201 }),
    sampleOf(integrator, 'PATCH /ext/grants/{id}', { scope: 'read', notify: true }, { id: invited.id }),
    sampleOf(undefined, 'POST /ext/grants/accept', deputy),
    sampleOf(anna, 'PATCH /ext/tickets/{id}', { description: 'The lamp flickers', ...edited }, { id: other }),
    sampleOf(anna, 'POST /ext/tickets/{id}/links', { ticket_id: done, kind: 'related' }, { id: other, status: 201 }),
    sampleOf(anna, 'PUT /ext/tickets/{id}/tags', { tags: ['flood'] }, { id: other }),
    sampleOf(anna, 'POST /ext/snippets', { ...snippet, shared: false }, { status: 201 }),
    sampleOf(anna, 'PATCH /ext/snippets/{id}', { ...snippet, shared: false }, { id: saved.id }),
    sampleOf(anna, 'POST /ext/checklists', list, { status: 201 }),
    sampleOf(anna, 'PATCH /ext/checklists/{id}', list, { id: changed.id }),
    sampleOf(anna, 'PUT /ext/tickets/{id}/checklist', { checklist_id: round.id }, { id: other }),
    sampleOf(wanda, 'PATCH /ext/tickets/{id}/checklist', { answers: { [round.items[0].id]: true } }, { id: started }),
    sampleOf(root, 'POST /ext/teams', { name: `South ${n}`, lead_id: worker.id, member_ids: [] }, { status: 201 }),
    sampleOf(root, 'PATCH /ext/teams/{id}', { name: `West ${n}`, lead_id: invitee.id, member_ids: [] }, { id: team.id }),
    sampleOf(integrator, 'POST /ext/webhooks', hook, { status: 201 }),
    sampleOf(integrator, 'PATCH /ext/webhooks/{id}', hook, { id: webhook.id }),
    sampleOf(anna, 'PUT /auth/messenger', { target: '' }),
    // Without a messenger there is no token that is accepted: what is read is told by the refusal.
    sampleOf(worker, 'POST /auth/messenger/bot', { token: '1:abc' }, { status: 400 }),
    ...(await buildingSamples(fixtures, n)),
    ...(await costSamples(fixtures)),
    ...(await accountSamples(fixtures, n)),
  ];
}

/** The samples of operations on an object, its equipment, its documents and its announcements. */
async function buildingSamples(fixtures: Fixtures, n: number): Promise<Sample[]> {
  const { anna, tower } = fixtures;
  const object = await fixtures.createObject(anna, tower, `House ${n}`);
  const add = async (what: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fixtures.call(anna, 'POST', `/ext/objects/${object}/${what}`, body, headers);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id;
  };
  const words = {
    kind: 'lift',
    location: 'Hall',
    manufacturer: 'Otis',
    model: 'Gen2',
    serial: '4711',
    notes: 'Key at the porter',
  };
  const equipment = { name: 'Lift 1', ...words, installed_on: '2019-05-31', warranty_until: '2029-05-31', is_active: true };
  const announcement = { text: 'There is no water', from: '2026-03-05T08:00:00Z', to: '2026-03-05T12:00:00Z' };
  const form = multipartForm([
    { field: 'title', bytes: 'Paper' },
    { name: 'paper.pdf', bytes: '%PDF-1.7 paper' },
  ]);
  const [lift, announced] = [await add('equipment', equipment), await add('announcements', announcement)];
  const paper = await add('documents', form.body, form.headers);
  const ticket = await fixtures.createTicket({}, anna, object);
  const changed = { name: `Villa ${n}`, address: 'Hill street 2', is_active: true, reference: `SITE-${n}` };
  return [
    sampleOf(anna, 'PATCH /ext/objects/{id}', changed, { id: object }),
    sampleOf(anna, 'POST /ext/objects/{id}/equipment', { ...equipment, name: 'Lift 2' }, { id: object, status: 201 }),
    sampleOf(anna, 'PATCH /ext/equipment/{id}', equipment, { id: lift }),
    sampleOf(anna, 'PUT /ext/tickets/{id}/equipment', { equipment_id: lift }, { id: ticket }),
    sampleOf(anna, 'POST /ext/objects/{id}/announcements', announcement, { id: object, status: 201 }),
    sampleOf(anna, 'PATCH /ext/announcements/{id}', announcement, { id: announced }),
    sampleOf(anna, 'PATCH /ext/documents/{id}', { title: 'Plan', expires_on: '2027-05-31' }, { id: paper }),
  ];
}

/** The samples of operations on costs and quotes. */
async function costSamples(fixtures: Fixtures): Promise<Sample[]> {
  const { anna, wanda, tower } = fixtures;
  const [started, quoted] = [
    await fixtures.createTicketWithStatus('in_progress'),
    await fixtures.createTicketWithStatus('in_progress'),
  ];
  const labour = { kind: 'labour', text: 'Replace the ballast', quantity: '1.5', unit: 'h', unit_price: 4_500 };
  const line = { ...labour, worker_id: wanda.id, on: '2026-02-27' };
  const quote = { lines: [labour], note: 'It is in stock', valid_until: '2126-03-31' };
  const { body: cost } = await fixtures.call(wanda, 'POST', `/ext/tickets/${started}/costs`, line);
  const { body: sent } = await fixtures.call(wanda, 'POST', `/ext/tickets/${quoted}/quotes`, quote);
  return [
    sampleOf(anna, 'PUT /ext/projects/{id}/costs', { currency: 'EUR', approval_limit: 50_000 }, { id: tower }),
    sampleOf(wanda, 'POST /ext/tickets/{id}/costs', line, { id: started, status: 201 }),
    sampleOf(wanda, 'PATCH /ext/costs/{id}', line, { id: cost.id }),
    sampleOf(wanda, 'POST /ext/tickets/{id}/quotes', quote, { id: started, status: 201 }),
    sampleOf(anna, 'POST /ext/quotes/{id}/decline', { reason: 'Too expensive' }, { id: sent.id }),
  ];
}

/** The samples of operations on the own account, each with an account of its own. */
async function accountSamples(fixtures: Fixtures, n: number): Promise<Sample[]> {
  const newWorker = async (name: string) => {
    const who = await fixtures.createUser(`${name}-${n}`, 'worker');
    await openSession(fixtures, who);
    return who;
  };
  const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: fixtures.now.getTime() });
  const startTotp = async (who: TestUser): Promise<string> => {
    const { status, body } = await fixtures.call(who, 'POST', '/ext/mfa/totp', { password });
    assert.equal(status, 200);
    return body.secret;
  };
  const [confirming, disabling] = [await newWorker('confirming'), await newWorker('disabling')];
  const secret = await startTotp(confirming);
  const confirmation = { code: codeOf(await startTotp(disabling)) };
  const { body: confirmed } = await fixtures.call(disabling, 'POST', '/ext/mfa/totp/confirm', confirmation);
  const endpoint = `https://push.example.com/${n}`;
  const unsubscribing = await newWorker('unsubscribing');
  await fixtures.transaction((tx) =>
    tx.insertInto('push_subscriptions').values(subscriptionOf(unsubscribing, endpoint)).execute(),
  );
  const preferences = { events: {}, quiet_hours: null, digest: 'daily', digest_at: '18:00', timezone: 'UTC' };
  const apiToken = { name: 'building report', scope: 'read', expires_at: '2030-01-01T00:00:00Z' };
  return [
    sampleOf(await newWorker('changing'), 'POST /ext/password', { current: password, new: 'another-horse-2' }),
    sampleOf(await newWorker('starting'), 'POST /ext/mfa/totp', { password }),
    // Computed when it is sent, because the clock may have moved on.
    sampleOf(confirming, 'POST /ext/mfa/totp/confirm', {
      get code() {
        return codeOf(secret);
      },
    }),
    sampleOf(disabling, 'DELETE /ext/mfa/totp', { password, code: confirmed.recovery_codes[0] }),
    ...(await passkeySamples(fixtures, newWorker)),
    sampleOf(await newWorker('automating'), 'POST /ext/tokens', apiToken, { status: 201 }),
    sampleOf(unsubscribing, 'POST /ext/notifications/read', { all: true }),
    sampleOf(unsubscribing, 'PUT /ext/notifications/preferences', preferences),
    // Without DATA_ENCRYPTION_KEY no browser is accepted: what is read is told by the refusal.
    sampleOf(await newWorker('subscribing'), 'POST /ext/push/subscriptions', { endpoint, keys: pushKeys }, { status: 409 }),
    sampleOf(unsubscribing, 'DELETE /ext/push/subscriptions', { endpoint }),
  ];
}

/** What whoever reported a ticket says about its appointment, writes, and thinks of the work, by the portal of the lobby. */
async function reporterSamples(fixtures: Fixtures, times: object): Promise<Sample[]> {
  const { anna, lobby } = fixtures;
  const [open, closed] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('closed')];
  await fixtures.call(anna, 'PUT', `/ext/tickets/${open}/appointment`, times);
  const path = `/ext/objects/${lobby}/portal`;
  const token = (await fixtures.call(anna, 'GET', path)).body.token ?? (await fixtures.call(anna, 'POST', path)).body.token;
  const report = { id: await addReport(fixtures, open) };
  const answer = { answer: 'accepted', ...times, note: 'Ring twice' };
  const samples = [
    sampleOf(undefined, 'POST /ext/portal/{token}/reports/{id}/appointment', answer, report),
    sampleOf(undefined, 'POST /ext/portal/{token}/reports/{id}/messages', { text: 'Ring twice' }, { ...report, status: 201 }),
    sampleOf(
      undefined,
      'POST /ext/portal/{token}/reports/{id}/rating',
      { rating: 5, text: 'Quick' },
      { id: await addReport(fixtures, closed), status: 201 },
    ),
  ];
  return samples.map((sample) => ({ ...sample, url: sample.url.replace('{token}', token) }));
}

/** Adds a report about the lobby, as it is stored. @param ticket that it became */
async function addReport(fixtures: Fixtures, ticket?: number): Promise<string> {
  const id = crypto.randomUUID();
  const { lobby: object_id, now: created_at } = fixtures;
  const report = { id, object_id, text: 'No light', category: null, floor: '', contact: '', created_at };
  await fixtures.transaction((tx) =>
    tx
      .insertInto('portal_reports')
      .values({
        ...report,
        ticket_id: ticket ?? null,
        decided_by: null,
        ...(ticket && { status: 'accepted' as const, decided_at: created_at }),
      })
      .execute(),
  );
  return id;
}

/** Without an https address in PUBLIC_URL there are no new passkeys: what is read is told by the refusal. */
async function passkeySamples(fixtures: Fixtures, newWorker: (name: string) => Promise<TestUser>): Promise<Sample[]> {
  const [changing, removing] = [await newWorker('renaming'), await newWorker('removing')];
  const [renamed, removed] = [crypto.randomUUID(), crypto.randomUUID()];
  const rows = [
    { id: renamed, user_id: changing.id },
    { id: removed, user_id: removing.id },
  ].map((row) => {
    const key = { credential_id: Buffer.from(row.id), public_key: Buffer.from(row.id), counter: 0, transports: [] };
    return { ...row, ...key, synced: false, name: 'Phone', created_at: fixtures.now, last_used_at: null };
  });
  await fixtures.transaction((tx) => tx.insertInto('passkeys').values(rows).execute());
  const device = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
  const signed = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const key = { name: 'Phone', response: { ...device, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } } };
  return [
    sampleOf(undefined, 'POST /ext/passkey/sign-in', { response: { ...device, response: signed } }, { status: 404 }),
    sampleOf(changing, 'POST /ext/passkey/registration', { password }, { status: 404 }),
    sampleOf(changing, 'POST /ext/passkeys', key, { status: 404 }),
    sampleOf(changing, 'PATCH /ext/passkeys/{id}', { name: 'Key' }, { id: renamed }),
    sampleOf(removing, 'DELETE /ext/passkeys/{id}', { password }, { id: removed }),
    sampleOf(changing, 'PUT /ext/mfa/passkey', { password }, { status: 404 }),
    sampleOf(changing, 'DELETE /ext/mfa/passkey', { password }),
  ];
}

const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

function subscriptionOf({ id }: TestUser, endpoint: string) {
  const { p256dh, auth } = pushKeys;
  const [key, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')] as const;
  return {
    user_id: id,
    session_id: crypto.randomUUID(),
    endpoint,
    p256dh: key,
    auth: secret,
    created_at: new Date(),
    failing_since: null,
  };
}

/** Sends a sample, with some of its fields replaced; each from an address of its own. */
export function send(
  fixtures: Fixtures,
  { operation, who, url, body }: Sample,
  changes: object | string = {},
  headers: Record<string, string> = {},
) {
  const [method = ''] = operation.split(' ');
  if (operation === 'POST /auth/messenger/bot') fixtures.advanceClock(60_000); // five in five minutes for an account
  serial++;
  const ip = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
  const sent = typeof changes === 'string' ? changes : { ...body, ...changes };
  return fixtures.call(who, method as Method, url, sent, { 'x-forwarded-for': ip, ...headers });
}
