import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createMailHandler } from '../../src/outbound/mail/delivery-handler.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { anonymousClient } from './anonymous-client.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// Passbolt (CVE-2025-27913) and Kanboard (CVE-2025-52560) built the link of a reset mail from the
// Host that the request named: whoever asked for somebody else's reset had the token sent to a
// server of their own, through the victim's click. Here links in mails come from the
// configuration alone, and the token stands behind the #, which no server is told.

const smtp = await startSmtpServer();
after(() => smtp.stop());
const base = 'https://callout.example.com';
const fixtures = await Fixtures.create({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port), PUBLIC_URL: base });
const { forgot, from } = anonymousClient(fixtures);
const sent = await openRawHttp(fixtures);

const evil = 'evil.example';
const headers: Record<string, string>[] = [
  { host: evil },
  { host: `callout.example.com@${evil}` },
  { host: `callout.example.com:80@${evil}` },
  { host: `${evil}#callout.example.com` },
  { host: `callout.example.com/${evil}` },
  { 'x-forwarded-host': evil, 'x-forwarded-proto': 'http', 'x-forwarded-port': '8080' },
  { 'x-forwarded-server': evil, 'x-host': evil, 'x-original-host': evil, 'x-http-host-override': evil },
  { forwarded: `for=192.0.2.1;host=${evil};proto=http` },
  { 'x-original-url': `https://${evil}/`, 'x-rewrite-url': `https://${evil}/`, 'x-forwarded-prefix': `//${evil}` },
  { referer: `https://${evil}/` },
];

it('the reset link points to PUBLIC_URL, whatever host headers the request has', async () => {
  for (const [i, extra] of headers.entries()) {
    const { email } = await fixtures.createUser(`victim-${i}`, 'worker');
    assert.equal((await forgot(email, extra)).status, 200);
    assert.equal(await fixtures.deliver('mails'), 1);
    const mail = smtp.mails().at(-1) ?? assert.fail('no mail');
    assert.deepEqual(mail.to, [email]);
    assert(!JSON.stringify([mail.text, mail.html, mail.headers]).includes(evil), JSON.stringify(extra));
    const links = [...`${mail.text} ${mail.html}`.matchAll(/[a-z]+:\/\/[^\s"<]+/g)].map(([link]) => link);
    assert(links.length > 0 && links.every((link) => link.startsWith(`${base}/app/reset-password#token=`)), links.join(' '));
  }
});

it('a page of another origin cannot ask for a reset link', async () => {
  const { email } = await fixtures.createUser('visited', 'worker');
  assert.equal((await forgot(email, { origin: `https://${evil}`, referer: `https://${evil}/` })).status, 403);
  assert.equal(await fixtures.deliver('mails'), 0);
});

it('the reset link points to PUBLIC_URL for requests with two hosts, no host or an absolute URL', async () => {
  const cases: [line: string, hosts: string[], statuses: number[]][] = [
    ['POST /auth/forgot-password HTTP/1.0', [], [200]],
    ['POST /auth/forgot-password HTTP/1.1', ['host: x', `host: ${evil}`], [200, 400]],
    [`POST http://${evil}/auth/forgot-password HTTP/1.1`, ['host: x'], [200, 404]],
  ];
  for (const [i, [line, hosts, statuses]] of cases.entries()) {
    const body = JSON.stringify({ email: (await fixtures.createUser(`socket-${i}`, 'worker')).email });
    const forwarded = `x-forwarded-for: ${from()['x-forwarded-for']}`;
    const lines = [line, ...hosts, forwarded, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body];
    const status = statusOf(await sent(lines.join('\r\n')));
    assert(statuses.includes(status), `${line} ${status}`);
    await fixtures.deliver('mails');
  }
  const mails = smtp.mails().filter(({ to }) => to.some((address) => address.startsWith('socket-')));
  assert(mails.length > 0 && mails.every(({ text, html }) => !`${text} ${html}`.includes(evil)));
});

it('the reset link points to localhost, and not to the host of the request, without PUBLIC_URL', async () => {
  const handler = createMailHandler({ ...fixtures.deps, config: { ...fixtures.deps.config, publicUrl: '' } });
  const { email } = await fixtures.createUser('unconfigured', 'worker');
  const payload = { kind: 'password_reset', email_key: email } as const;
  await handler({ id: 1, tenant: noTenant, payload, created_at: fixtures.now.toISOString(), attempts: 1, last_error: null });
  const mail = smtp.mails().find(({ to }) => to.includes(email));
  assert.match(mail?.text ?? '', /http:\/\/localhost:\d+\/app\/reset-password#token=[\w-]{43}\n/);
});

it('queued reset mails contain nothing of the request except the address key, the client address and the request id', async () => {
  const { email } = await fixtures.createUser('waiting', 'worker');
  const forged = {
    host: evil,
    'x-forwarded-host': evil,
    'x-forwarded-for': `203.0.113.41, ${evil}`,
    'x-request-id': `//${evil}`,
  };
  const { headers: answered } = await forgot(email, forged);
  const requestId = answered['x-request-id'];
  assert.match(String(requestId), /^[0-9a-f-]{36}$/);
  assert.deepEqual(await fixtures.pendingDeliveries('mails'), [
    { kind: 'password_reset', email_key: email, origin: { ip: '203.0.113.41', requestId } },
  ]);
  assert.equal(statusOf(await sent(request('GET /auth/forgot-password'))), 404, 'and no mail is asked for by GET');
  await fixtures.clearDeliveries();
});
