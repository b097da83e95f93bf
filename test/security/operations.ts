import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { type Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';

// The operations of the API as its own description tells them, so that a route that is added is
// attacked as the others are.

interface Shape {
  type?: string | string[];
  format?: string;
  enum?: string[];
  $ref?: string;
  properties?: Record<string, Shape>;
}

interface Described {
  parameters?: { name: string; in: string; schema: Shape }[];
  requestBody?: { content: Record<string, { schema: Shape }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
  security: object[];
}

type Method = Parameters<Fixtures['call']>[1];

export interface Operation {
  method: Method;
  /** as it is described: `/tickets/{id}` */
  path: string;
  isPublic: boolean;
  query: { name: string; schema: Shape }[];
  /** the fields of a JSON body, if there is one */
  body: Record<string, Shape> | undefined;
  /** the content types of its answers */
  answers: string[];
}

export function operationsOf(fixtures: Fixtures): Operation[] {
  const document = JSON.parse(JSON.stringify(fixtures.app.swagger())) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Shape> };
  };
  const resolved = (shape: Shape): Shape =>
    shape.$ref ? (document.components.schemas[shape.$ref.split('/').at(-1) ?? ''] ?? {}) : shape;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses, security }]) => {
      const json = requestBody?.content['application/json'];
      return {
        method: method.toUpperCase() as Method,
        path,
        isPublic: !security.some((way) => 'accessToken' in way),
        query: parameters.filter((each) => each.in === 'query'),
        body: json && resolved(json.schema).properties,
        answers: Object.values(responses).flatMap(({ content = {} }) => Object.keys(content)),
      };
    }),
  );
}

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
    .replace('{delivery_id}', delivery_id);

/** Ids of accounts are uuids, all others are integers. */
export const hasUuid = (path: string): boolean =>
  /^\/(users|ext\/(passkeys|reports|sessions|tokens|users|webhooks|workers))\//.test(path);

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

/** Samples that can be sent once each; every call arranges what they need. */
export async function samplesOf(fixtures: Fixtures): Promise<Sample[]> {
  const { root, anna, tower, lobby } = fixtures;
  const n = ++serial;
  const worker = await fixtures.createUser(`sample-${n}`, 'worker');
  const invitee = await fixtures.createUser(`invitee-${n}`, 'worker');
  await fixtures.addMember(tower, worker, 'active');
  const { body: reset } = await fixtures.call(root, 'POST', `/users/${invitee.id}/password-reset`);
  const rule = {
    anchor_at: '2026-04-01T08:00:00Z',
    category: 'other',
    description: 'Check the lift',
    period_days: 7,
    floor: '3',
    priority: 'low',
  };
  const { body: made } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: lobby });
  const { body: shifted } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: lobby });
  const { body: view } = await fixtures.call(anna, 'POST', '/ext/views', { name: `Saved ${n}`, query: {} });
  const hook = { url: 'https://hooks.example.com/callout', events: ['report_received'], active: false };
  const integrator = await fixtures.createUser(`integrator-${n}`, 'client');
  const { body: webhook } = await fixtures.call(integrator, 'POST', '/ext/webhooks', hook);
  const [fresh, done, open] = [
    await fixtures.createTicket(),
    await fixtures.createTicketWithStatus('done'),
    await fixtures.createTicket(),
  ];
  const [taken, kept] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('assigned')];
  const { email } = worker;
  const [accepted, dismissed, merged] = [await addReport(fixtures), await addReport(fixtures), await addReport(fixtures)];
  const secret = 'correct-horse-1';
  const account = { email: `made-${n}@example.com`, name: `Made ${n}`, password: secret, role: 'worker', phone: '1' };
  const ticket = { category: 'other', description: 'The lamp is dark', object_id: lobby, floor: '3', priority: 'low' };
  return [
    {
      operation: 'POST /ext/tickets/{id}/reassign',
      who: anna,
      url: `/ext/tickets/${taken}/reassign`,
      body: { worker_id: worker.id, reason: 'away until Friday' },
      status: 200,
    },
    {
      operation: 'POST /ext/tickets/{id}/hand-back',
      who: fixtures.wanda,
      url: `/ext/tickets/${kept}/hand-back`,
      body: { reason: 'no key' },
      status: 200,
    },
    {
      operation: 'POST /ext/workers/{id}/handover',
      who: root,
      url: `/ext/workers/${invitee.id}/handover`,
      body: { to_worker_id: worker.id, project_id: tower },
      status: 200,
    },
    { operation: 'POST /auth/login', who: undefined, url: '/auth/login', body: { email, password: secret }, status: 200 },
    { operation: 'POST /auth/forgot-password', who: undefined, url: '/auth/forgot-password', body: { email }, status: 200 },
    {
      operation: 'POST /auth/reset-password',
      who: undefined,
      url: '/auth/reset-password',
      body: { token: reset.token, password: secret },
      status: 200,
    },
    {
      operation: 'PATCH /ext/users/{id}',
      who: root,
      url: `/ext/users/${worker.id}`,
      body: { name: 'Wanda', phone: '1' },
      status: 200,
    },
    {
      operation: 'PUT /ext/objects/{id}/notes',
      who: anna,
      url: `/ext/objects/${lobby}/notes`,
      body: { text: 'Key at the porter' },
      status: 200,
    },
    { operation: 'PATCH /ext/me', who: worker, url: '/ext/me', body: { language: 'de' }, status: 200 },
    { operation: 'POST /users', who: root, url: '/users', body: account, status: 201 },
    { operation: 'PATCH /users/{id}', who: root, url: `/users/${worker.id}`, body: { is_active: true }, status: 200 },
    {
      operation: 'POST /users/{id}/password-set',
      who: root,
      url: `/users/${invitee.id}/password-set`,
      body: { password: secret },
      status: 200,
    },
    { operation: 'POST /projects', who: root, url: '/projects', body: { name: `P ${n}`, client_id: anna.id }, status: 201 },
    {
      operation: 'PATCH /projects/{id}',
      who: anna,
      url: `/projects/${tower}`,
      body: { name: `T ${n}`, is_active: true },
      status: 200,
    },
    {
      operation: 'POST /projects/{id}/objects',
      who: anna,
      url: `/projects/${tower}/objects`,
      body: { name: `O ${n}`, address: 'Hill street 1' },
      status: 201,
    },
    {
      operation: 'PATCH /objects/{id}',
      who: anna,
      url: `/objects/${lobby}`,
      body: { name: `L ${n}`, address: 'Hill street 2', is_active: true },
      status: 200,
    },
    {
      operation: 'POST /projects/{id}/workers',
      who: anna,
      url: `/projects/${tower}/workers`,
      body: { worker_id: invitee.id },
      status: 200,
    },
    {
      operation: 'POST /tickets',
      who: anna,
      url: '/tickets',
      body: { ...ticket, recurring: { anchor_at: '2026-04-01T08:00:00Z', period_days: 7 } },
      status: 201,
    },
    {
      operation: 'PATCH /tickets/{id}/assign',
      who: anna,
      url: `/tickets/${fresh}/assign`,
      body: { worker_id: worker.id },
      status: 200,
    },
    {
      operation: 'POST /ext/tickets/{id}/comments',
      who: anna,
      url: `/ext/tickets/${open}/comments`,
      body: { text: 'Which door is it?' },
      status: 201,
    },
    {
      operation: 'PATCH /tickets/{id}/reject',
      who: anna,
      url: `/tickets/${done}/reject`,
      body: { reason: 'still dark' },
      status: 200,
    },
    {
      operation: 'PATCH /tickets/{id}/cancel',
      who: anna,
      url: `/tickets/${open}/cancel`,
      body: { reason: 'a mistake' },
      status: 200,
    },
    { operation: 'POST /recurring', who: anna, url: '/recurring', body: { ...rule, object_id: lobby }, status: 201 },
    {
      operation: 'PATCH /recurring/{id}',
      who: anna,
      url: `/recurring/${made.id}`,
      body: { ...rule, is_active: true },
      status: 200,
    },
    {
      operation: 'POST /ext/recurring/{id}/shift',
      who: anna,
      url: `/ext/recurring/${shifted.id}/shift`,
      body: { due_at: rule.anchor_at, to: '2026-04-02T08:00:00Z' },
      status: 200,
    },
    {
      operation: 'PUT /ext/projects/{id}/targets',
      who: anna,
      url: `/ext/projects/${tower}/targets`,
      body: {
        timezone: 'Europe/Berlin',
        working_hours: { mon: ['08:00', '17:00'] },
        holidays: ['2026-12-25'],
        take_within_minutes: { high: 60 },
        finish_within_minutes: { normal: 480 },
      },
      status: 200,
    },
    {
      operation: 'POST /ext/views',
      who: anna,
      url: '/ext/views',
      body: { name: `View ${n}`, query: { status: 'new' } },
      status: 201,
    },
    {
      operation: 'PATCH /ext/views/{id}',
      who: anna,
      url: `/ext/views/${view.id}`,
      body: { name: `Changed ${n}`, query: { status: 'new,done' } },
      status: 200,
    },
    {
      operation: 'POST /ext/reports/{id}/accept',
      who: anna,
      url: `/ext/reports/${accepted}/accept`,
      body: { category: 'other', priority: 'low', description: 'The lamp is dark' },
      status: 201,
    },
    {
      operation: 'POST /ext/reports/{id}/dismiss',
      who: anna,
      url: `/ext/reports/${dismissed}/dismiss`,
      body: { reason: 'repaired yesterday' },
      status: 200,
    },
    {
      operation: 'POST /ext/reports/{id}/merge',
      who: anna,
      url: `/ext/reports/${merged}/merge`,
      body: { ticket_id: await fixtures.createTicket() },
      status: 200,
    },
    { operation: 'POST /ext/webhooks', who: integrator, url: '/ext/webhooks', body: hook, status: 201 },
    {
      operation: 'PATCH /ext/webhooks/{id}',
      who: integrator,
      url: `/ext/webhooks/${webhook.id}`,
      body: hook,
      status: 200,
    },
    { operation: 'PUT /auth/messenger', who: anna, url: '/auth/messenger', body: { target: '' }, status: 200 },
    // Without a messenger there is no token that is accepted: what is read is told by the refusal.
    { operation: 'POST /auth/messenger/bot', who: worker, url: '/auth/messenger/bot', body: { token: '1:abc' }, status: 400 },
    ...(await accountSamples(fixtures, n)),
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
  const token = { name: 'building report', scope: 'read', expires_at: '2030-01-01T00:00:00Z' };
  return [
    {
      operation: 'POST /ext/password',
      who: await newWorker('changing'),
      url: '/ext/password',
      body: { current: password, new: 'another-horse-2' },
      status: 200,
    },
    {
      operation: 'POST /ext/mfa/totp',
      who: await newWorker('starting'),
      url: '/ext/mfa/totp',
      body: { password },
      status: 200,
    },
    {
      operation: 'POST /ext/mfa/totp/confirm',
      who: confirming,
      url: '/ext/mfa/totp/confirm',
      // Computed when it is sent, because the clock may have moved on.
      body: {
        get code() {
          return codeOf(secret);
        },
      },
      status: 200,
    },
    {
      operation: 'DELETE /ext/mfa/totp',
      who: disabling,
      url: '/ext/mfa/totp',
      body: { password, code: confirmed.recovery_codes[0] },
      status: 200,
    },
    ...(await passkeySamples(fixtures, newWorker)),
    { operation: 'POST /ext/tokens', who: await newWorker('automating'), url: '/ext/tokens', body: token, status: 201 },
    {
      operation: 'POST /ext/notifications/read',
      who: unsubscribing,
      url: '/ext/notifications/read',
      body: { all: true },
      status: 200,
    },
    {
      operation: 'PUT /ext/notifications/preferences',
      who: unsubscribing,
      url: '/ext/notifications/preferences',
      body: { events: {}, quiet_hours: null, digest: 'daily', digest_at: '18:00', timezone: 'UTC' },
      status: 200,
    },
    // Without DATA_ENCRYPTION_KEY no browser is accepted: what is read is told by the refusal.
    {
      operation: 'POST /ext/push/subscriptions',
      who: await newWorker('subscribing'),
      url: '/ext/push/subscriptions',
      body: { endpoint, keys: pushKeys },
      status: 409,
    },
    {
      operation: 'DELETE /ext/push/subscriptions',
      who: unsubscribing,
      url: '/ext/push/subscriptions',
      body: { endpoint },
      status: 200,
    },
  ];
}

/** Adds a report about the lobby, as it is stored. */
async function addReport(fixtures: Fixtures): Promise<string> {
  const id = crypto.randomUUID();
  const { lobby: object_id, now: created_at } = fixtures;
  const report = { id, object_id, text: 'No light', category: null, floor: '', contact: '', created_at };
  await fixtures.transaction((tx) =>
    tx
      .insertInto('portal_reports')
      .values({ ...report, ticket_id: null, decided_by: null })
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
  const made = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
  const own = (operation: string, body: Record<string, unknown>, status: number, who = changing): Sample => ({
    operation,
    who,
    url: operation.split(' ')[1] ?? '',
    body,
    status,
  });
  return [
    { ...own('POST /ext/passkey/sign-in', { response: { ...device, response: signed } }, 404), who: undefined },
    own('POST /ext/passkey/registration', { password }, 404),
    own('POST /ext/passkeys', { name: 'Phone', response: { ...device, response: made } }, 404),
    { ...own('PATCH /ext/passkeys/{id}', { name: 'Key' }, 200), url: `/ext/passkeys/${renamed}` },
    { ...own('DELETE /ext/passkeys/{id}', { password }, 200, removing), url: `/ext/passkeys/${removed}` },
    own('PUT /ext/mfa/passkey', { password }, 404),
    own('DELETE /ext/mfa/passkey', { password }, 200),
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
