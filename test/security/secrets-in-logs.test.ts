import assert from 'node:assert/strict';
import { after, it, mock } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { buildApp } from '../../src/app.ts';
import { PollerPool } from '../../src/outbound/messenger/poller-pool.ts';
import { createLog } from '../../src/platform/config/log.ts';
import { NotificationListener } from '../../src/platform/database/listen.ts';
import type { QueueName } from '../../src/platform/deliveries/queue.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { deleteExpired } from '../../src/product/identity/auth/delete-expired.ts';
import { deliveryHandlers } from '../../src/service/start-delivery-workers.ts';
import { deliverNext } from '../../testing/deliver-next.ts';
import { startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { Fixtures, password, secret } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openPortal } from '../../testing/portal-client.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { cookieOf } from './anonymous-client.ts';

// The URL of each call to a bot contains its token, and error messages name URLs; request logs can keep reset links, and error
// reports bodies. Each operation that signs in, resets, binds or delivers is done once with success and once with an error, at
// LOG_LEVEL=trace. No line of the log may contain a secret.

const smtp = await startSmtpServer({ auth: { user: 'callout', password: 'mail-secret-1' } });
const botApi = await startFakeBotApi();
after(() => Promise.all([smtp.stop(), botApi.stop()]));
const shared = '100:global-secret-of-the-bot';
const own = '200:own-secret-of-the-bot';
botApi.addBot({ token: shared, username: 'callout_bot' });
botApi.addBot({ token: own, username: 'anna_bot' });
botApi.addChat(own, { id: 4712, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  SMTP_USER: 'callout',
  SMTP_PASSWORD: 'mail-secret-1',
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: shared,
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
});
const { anna, root, wanda } = fixtures;
const lines: string[] = [];
const log = createLog('trace', { write: (line) => lines.push(line) });
const deps = { ...fixtures.deps, metrics: openMetrics(), log };
const loud = await buildApp(deps);
after(() => loud.close());

/** Everything that must not be in a log, with what it is. */
const secrets = new Map<string, string>([
  [secret, 'the signing secret'],
  [password, 'a password'],
  ['mail-secret-1', 'the password of the mail server'],
  [shared, 'the global bot'],
  [own, 'a bot'],
  ['global-secret-of-the-bot', 'the global bot`s secret'],
  ['own-secret-of-the-bot', 'a bot`s secret'],
  ['ab'.repeat(32), 'the encryption key'],
  [Buffer.from('ab'.repeat(32), 'hex').toString('base64'), 'the encryption key'],
  ['eyJ', 'the beginning of a token'],
  ['argon2id', 'a hash of a password'],
]);
const hide = (text: unknown, about: string): string => {
  assert(typeof text === 'string' && text.length >= 6, about);
  secrets.set(text, about);
  return text;
};

let last = 0;
type Method = Parameters<Fixtures['call']>[1];
async function call(method: Method, url: string, payload?: object | string, headers: Record<string, string> = {}) {
  const options = { method, url, headers: { 'x-forwarded-for': `10.7.0.${++last}`, ...headers } };
  const answer = await loud.inject({ ...options, ...(payload !== undefined && { payload }) });
  const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.payload !== '';
  const { headers: sent, cookies, statusCode: status } = answer;
  return { status, body: isJson ? answer.json() : answer.payload, headers: sent, cookies };
}
const as = async (who: typeof anna) => ({
  authorization: `Bearer ${hide(await fixtures.accessTokenFor(who), 'an access token')}`,
});

/** Delivers what waits, with the log at its loudest; refusals of the other side are part of it. */
async function deliver<Q extends QueueName>(queue: Q): Promise<void> {
  const { handler, recordAs } = deliveryHandlers(deps)[queue];
  const pending = (await fixtures.pendingDeliveries(queue)).length;
  await fixtures.transaction((tx) => sql`update deliveries set due_at = now() where queue = ${queue}`.execute(tx));
  for (let i = 0; i < pending; i++) await deliverNext<Q>(deps, queue, handler, { recordAs });
}

it('requests with sessions and passwords are logged', async () => {
  for (const pass of [password, hide('wrong-horse-22', 'a wrong password'), hide('wr\u0000ng-horse-3', 'a refused password')])
    await call('POST', '/auth/login', { email: anna.email, password: pass });
  const broken = hide('broken-body-4', 'a password in a broken body');
  await call('POST', '/auth/login', `{"email":"${anna.email}","password":"${broken}`);
  await call('POST', `/auth/login?password=${hide('in-the-query-5', 'a password in a query')}`, {});
  const signedIn = await call('POST', '/auth/login', { email: anna.email, password });
  assert.equal(signedIn.status, 200);
  const cookie = hide(cookieOf(signedIn), 'a refresh token');
  const token = hide(signedIn.body.token, 'an access token');
  for (const url of ['/auth/me', `/auth/me?token=${token}`, `/nope?token=${token}`, '/tickets/x', '/users/1/confirm'])
    await call('GET', url, undefined, { authorization: `Bearer ${token}`, cookie: `refresh_token=${cookie}` });
  const refreshed = await call('POST', '/auth/refresh', undefined, { cookie: `refresh_token=${cookie}` });
  hide(cookieOf(refreshed), 'a refresh token');
  for (const url of ['/auth/refresh', '/auth/logout']) await call('POST', url, undefined, { cookie: `refresh_token=${cookie}` });
  const admin = await as(root);
  const made = { email: 'made@example.com', name: 'Made', password: hide('made-by-root-1', 'a password'), role: 'worker' };
  for (let i = 0; i < 2; i++) await call('POST', '/users', made, admin);
  await call('POST', '/users', { ...made, password: hide('too-weak-for-it', 'a weak password') }, admin);
  await call('POST', `/users/${wanda.id}/password-set`, { password: hide('set-by-root-7', 'a password') }, admin);
});

it('password resets are logged', async () => {
  const issued = await call('POST', `/users/${wanda.id}/password-reset`, undefined, await as(root));
  const token = hide(issued.body.token, 'a reset token');
  for (const url of [`/auth/reset-password?token=${token}`, `/auth/reset-password#token=${token}`]) await call('GET', url);
  await call('POST', '/auth/reset-password', { token, password: 'weak' });
  for (let i = 0; i < 2; i++)
    await call('POST', '/auth/reset-password', { token, password: hide('chosen-anew-8', 'a password') });
  await call('POST', '/auth/forgot-password', { email: anna.email });
  smtp.failNext();
  await deliver('mails');
  smtp.failNext(1, 554);
  await deliver('mails');
  await call('POST', '/auth/forgot-password', { email: wanda.email });
  await deliver('mails');
  const mails = smtp.mails();
  assert(mails.length > 0);
  for (const { text } of mails) hide(/#token=([\w-]+)/.exec(text)?.[1], 'a mailed reset token');
});

it('requests with second factors and API tokens are logged', async () => {
  const who = await fixtures.createUser('olivia', 'client');
  await openSession(fixtures, who);
  const headers = await as(who);
  const started = await call('POST', '/ext/mfa/totp', { password }, headers);
  const secret = hide(started.body.secret, 'the secret of a second factor');
  hide(started.body.otpauth_url, 'the secret of a second factor');
  const code = hide(TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: fixtures.now.getTime() }), 'a one-time code');
  const wrong = hide(code === '271828' ? '314159' : '271828', 'a wrong one-time code');
  await call('POST', '/ext/mfa/totp/confirm', { code: wrong }, headers);
  const confirmed = await call('POST', '/ext/mfa/totp/confirm', { code }, headers);
  for (const each of confirmed.body.recovery_codes) hide(each, 'a recovery code');
  const recovery = confirmed.body.recovery_codes[0];
  for (const otp of [undefined, wrong, code, recovery, recovery])
    await call('POST', '/auth/login', { email: who.email, password }, otp === undefined ? {} : { 'x-otp': otp });
  await fixtures.transaction((tx) => sql`update totp set secret = '\\x01' where user_id = ${who.id}`.execute(tx));
  await call('POST', '/auth/login', { email: who.email, password }, { 'x-otp': code });
  await call('DELETE', '/ext/mfa/totp', { password, code: confirmed.body.recovery_codes[1] }, headers);

  const created = await call('POST', '/ext/tokens', { name: 'program', scope: 'read' }, headers);
  const token = hide(created.body.token, 'an API token');
  const bearer = { authorization: `Bearer ${token}` };
  const updates = mock.method(fixtures.db, 'statement', () => Promise.reject(new Error('no connection')));
  await call('GET', '/tickets', undefined, bearer);
  updates.mock.restore();
  for (const url of [`/tickets?token=${token}`, `/nope?token=${token}`, '/ext/tokens']) await call('GET', url, undefined, bearer);
  await call('POST', '/tickets', {}, bearer);
  await call('DELETE', `/ext/tokens/${created.body.id}`, undefined, headers);
  assert.equal((await call('GET', '/tickets', undefined, bearer)).status, 401);
});

it('mails with a link that ends them are logged', async () => {
  const invited = await fixtures.createUser('ines', 'worker');
  const on = { messenger: false, email: true, push: false };
  const settings = { events: { invitation: on }, digest: 'none' };
  assert.equal((await call('PUT', '/ext/notifications/preferences', settings, await as(invited))).status, 200);
  await fixtures.call(anna, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: invited.id });
  await deliver('notifications');
  smtp.failNext();
  for (let i = 0; i < 2; i++) await deliver('notification_mails');
  const [, key] = /unsubscribe\?key=([\w-]+)>/.exec(smtp.mails().at(-1)?.headers['list-unsubscribe'] ?? '') ?? [];
  hide(key, 'the key of a link that ends mails');
  for (const method of ['GET', 'POST', 'DELETE'] as const) await call(method, `/ext/notifications/unsubscribe?key=${key}`);
});

it('bot tokens and bind codes are logged', async () => {
  const headers = await as(anna);
  const [unknown, malformed] = [hide('201:unknown-to-them', 'an unknown bot'), hide('malformed token', 'a malformed bot token')];
  for (const token of [own, `${own}x`, unknown, malformed]) await call('POST', '/auth/messenger/bot', { token }, headers);
  for (const effect of ['reset', 'garbage', 'html502'] as const) {
    botApi.breakNext('getChat', effect);
    await call('PUT', '/auth/messenger', { target: '4712' }, headers);
  }
  botApi.failNext(own, 'getChat', { error_code: 400, description: `Bad Request: /bot${own}/getChat` });
  await call('PUT', '/auth/messenger', { target: '4712' }, headers);
  const notifications = new NotificationListener({ connectionString: fixtures.url }, log);
  const pollers = new PollerPool(deps, notifications);
  try {
    await botApi.waitFor(() => botApi.polls(own) === 1);
    const { body } = await call('POST', '/auth/messenger/code', undefined, headers);
    const code = hide(body.code, 'a bind code');
    for (const effect of ['reset', 'html502'] as const) botApi.breakNext('getUpdates', effect);
    botApi.failNext(own, 'getUpdates', { error_code: 500, description: `for ${own}` });
    for (const text of [`/start ${code}`, code, `/start ${code}`]) {
      botApi.receiveMessage(own, 4712, text);
      await botApi.waitFor(() => botApi.updatesPending(own) === 0, 30_000);
      fixtures.advanceClock(10_000); // a chat is answered once in 10 s
    }
  } finally {
    await pollers.stop();
    await notifications.close();
  }
  botApi.breakNext('sendMessage', 'reset');
  await deliver('answers');
  for (const [error_code, description] of [
    [500, `https://api.telegram.org/bot${own}/sendMessage`],
    [403, `Forbidden: ${own} was blocked`],
  ] as const) {
    botApi.failNext(own, 'sendMessage', { error_code, description });
    await deliver('answers');
  }
  await deliver('answers');
  assert(botApi.sent(own).length > 0);
  await call('DELETE', '/auth/messenger/bot', undefined, headers);
});

it('requests with photo URLs are logged', async () => {
  const id = await fixtures.createTicketWithStatus('new');
  const { token_version } = await fixtures.db.read
    .selectFrom('users')
    .select('token_version')
    .where('id', '=', wanda.id)
    .executeTakeFirstOrThrow();
  const token = hide(await fixtures.accessTokenFor(wanda, token_version), 'an access token');
  const headers = { authorization: `Bearer ${token}` };
  for (const op of ['take', 'start']) await call('PATCH', `/tickets/${id}/${op}`, undefined, headers);
  const { body, headers: type } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
  const url = `/tickets/${id}/photos`;
  const uploaded = await loud.inject({ method: 'POST', url, payload: body, headers: { ...headers, ...type } });
  assert.equal(uploaded.statusCode, 201, uploaded.payload);
  const { pathname, search, searchParams } = new URL(uploaded.json().url);
  hide(searchParams.get('signature'), 'the signature of a link');
  assert.equal((await call('GET', `${pathname}${search}`)).status, 200);
  assert.equal((await call('GET', `${pathname}${search}x`)).status, 403);
  assert.equal((await call('GET', `/files/9${search}`)).status, 403);
});

it('requests with the addresses of portals and calendar feeds are logged, also those that lead nowhere', async () => {
  const portal = hide(await openPortal(fixtures, anna, fixtures.lobby), 'the token of a portal');
  await openSession(fixtures, anna);
  const feed = await fixtures.call(anna, 'POST', '/ext/calendar');
  const calendar = hide(/\/ext\/calendar\/([\w-]+)\.ics$/.exec(feed.body.url)?.[1], 'the token of a calendar feed');
  for (const path of [`/r/${portal}`, `/ext/portal/${portal}`, `/ext/calendar/${calendar}.ics`]) {
    assert.equal((await call('GET', path)).status, 200);
    const capitals = path.toUpperCase().replace(/[^/]*$/, path.split('/').at(-1) ?? '');
    for (const wrong of [`/${path}`, `${path}/`, `${path}/x/y`, capitals])
      assert.equal((await call('GET', wrong)).status, 404, wrong);
    assert.equal((await call('HEAD', path)).status, 200);
    for (const method of ['OPTIONS', 'PUT', 'DELETE'] as const) assert.equal((await call(method, path)).status, 404);
  }
});

it('requests that fail with 500 are logged', async () => {
  const tables = ['refresh_sessions', 'reset_tokens', 'bind_codes'];
  const rename = (suffix: [string, string]) =>
    fixtures.transaction(async (tx) => {
      for (const name of tables)
        await sql`alter table ${sql.table(`${name}${suffix[0]}`)} rename to ${sql.table(`${name}${suffix[1]}`)}`.execute(tx);
    });
  await rename(['', '_away']);
  try {
    const cookie = `refresh_token=${hide('a-refresh-token-that-meets-a-fault', 'a refresh token')}`;
    const token = hide('a-reset-token-that-meets-a-fault', 'a reset token');
    const faults = [
      await call('POST', '/auth/login', { email: anna.email, password }),
      await call('POST', '/auth/refresh', undefined, { cookie }),
      await call('POST', '/auth/reset-password', { token, password }),
      await call('POST', '/auth/messenger/code', undefined, await as(anna)),
      await call('POST', `/users/${anna.id}/password-reset`, undefined, await as(root)),
    ];
    for (const { status, body } of faults) assert.deepEqual([status, body], [500, { error: 'internal error' }]);
  } finally {
    await rename(['_away', '']);
  }
  await deleteExpired(deps);
});

it('the log of all these requests contains their paths and none of their secrets', () => {
  const text = lines.join('');
  for (const [word, about] of secrets) {
    const forms = [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1), Buffer.from(word).toString('base64')];
    for (const form of forms) {
      const at = text.indexOf(form);
      assert.equal(at, -1, `${about}: ${text.slice(Math.max(0, at - 200), at + 100)}`);
    }
  }
  for (const [what, count] of [
    ['"msg":"answered"', 30],
    ['"msg":"request failed"', 3], // one of each kind within a second
    ['a delivery failed', 2],
    ['"path":"/auth/me","status":200', 1],
  ] as const)
    assert(text.split(what).length - 1 >= count, what);
  const naming = lines.filter((line) => line.includes(anna.email) || line.includes(wanda.email));
  assert(naming.length > 0 && naming.every((line) => JSON.parse(line).msg === 'login failed'), 'nor who was written to');
});
