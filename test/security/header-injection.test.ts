import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { createMailHandler } from '../../src/outbound/mail/module.ts';
import { createLog } from '../../src/platform/config/log.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { photo } from '../../testing/photo-files.ts';
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
const fixtures = await Fixtures.create({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  PUBLIC_URL: base,
  SWAGGER: 'true',
  CORS_ORIGINS: 'https://console.example.com',
});
const { forgot, from } = anonymousClient(fixtures);
const sent = await openRawHttp(fixtures);

const evil = 'evil.example';
const hostHeaders: Record<string, string>[] = [
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
  for (const [i, extra] of hostHeaders.entries()) {
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
  await handler({
    id: 1,
    tenant: noTenant,
    payload,
    created_at: fixtures.now.toISOString(),
    attempts: 1,
    lease: '',
    last_error: null,
  });
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

// A line break in a value that becomes a header makes two headers of one: in an answer (response
// splitting), in a mail (RT, CVE-2012-4730: a name brought its own Bcc) or in a log (CWE-117: a
// line that nobody wrote). Here callers' words become headers in one place, the name of a photo,
// in ASCII and escaped; mails have fixed heads; the log is one JSON text per line.

const { anna, root, wanda } = fixtures;
const breaks = [
  ...['\r\nx-injected: yes', '\nx-injected: yes', '\rx-injected: yes', '\u2028x-injected: yes', '\u0085x-injected: yes'],
  ...['%0d%0ax-injected: yes', '\\r\\nx-injected: yes', 'å“„x-injected: yes'],
];

/** The head of an answer as it went over the wire. */
const headOf = (answer: string): string[] => answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
const noneInjected = (lines: string[], about: string) => {
  for (const line of lines) assert(!/^x-injected/i.test(line) && /^[\x20-\x7e]*$/.test(line), `${about}: ${line}`);
};

it('the file name of a photo stays quoted on one line of ASCII letters', async () => {
  for (const name of [
    ...breaks.map((each) => `lamp${each}.jpg`),
    ...['a\\".jpg', "a'; filename=evil.html", 'a"; filename="evil.html', 'a%22; filename=evil.html', 'a;b,c=d.jpg'],
    ...["a*=utf-8''evil.html", 'ламп\u0430.jpg', '📷.jpg', '%', '%%%.jpg', '\u202egpj.exe'],
  ]) {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(head), photo(), Buffer.from('\r\n--b--\r\n')]);
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, body } = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, form, type);
    if (status === 400) continue; // no whole form any more
    assert.equal(status, 201, JSON.stringify(body));
    const { pathname, search } = new URL(body.url);
    const lines = headOf(await sent(request(`GET ${pathname}${search}`)));
    noneInjected(lines, name);
    const dispositions = lines.filter((each) => /^content-disposition:/i.test(each));
    assert.equal(dispositions.length, 1);
    const quoted = /^content-disposition: inline; filename="[\w. -]*"; filename\*=UTF-8''[\w.!~%-]*$/i;
    assert.match(dispositions[0] ?? '', quoted, name);
  }
});

describe('response headers', () => {
  it('no path, query, header or body adds response headers or changes their values', async () => {
    const token = await fixtures.accessTokenFor(anna);
    for (const text of breaks) {
      const encoded = encodeURIComponent(text);
      for (const path of [
        ...[`/${encoded}`, `/tickets/${encoded}`, `/tickets?sort=${encoded}`, `/swagger${encoded}`, `/swagger/${encoded}`],
        ...[`/files/1?expires=1&signature=${encoded}`, `/users/${encoded}`],
      ])
        noneInjected(headOf(await sent(request(`GET ${path}`, [`authorization: Bearer ${token}`]))), path);
      const answer = await fixtures.call(anna, 'POST', '/projects', { name: `Named ${text}` });
      assert.deepEqual([answer.status, answer.headers['x-injected']], [201, undefined]);
    }
    for (const path of ['/swagger', '/swagger/', '/swagger?x=%0d%0ax-injected:yes']) {
      const lines = headOf(await sent(request(`GET ${path}`, ['x-forwarded-host: evil.example'])));
      const locations = lines.filter((line) => /^location:/i.test(line));
      assert.deepEqual(locations, ['location: /swagger/index.html']);
    }
  });

  it('no request id, origin or other value of the request is returned in response headers', async () => {
    const names = [
      ...['request-id', 'x-correlation-id', 'traceparent', 'x-forwarded-for', 'x-forwarded-host', 'user-agent', 'referer'],
      ...['accept-language', 'if-none-match', 'range', 'via'],
    ];
    const headers = Object.fromEntries(names.map((name) => [name, 'brought-by-the-caller']));
    for (const url of ['/ping', '/auth/me', '/nope', '/tickets/x']) {
      const answer = await fixtures.call(root, 'GET', url, undefined, { ...headers, origin: 'https://brought.example' });
      assert(!JSON.stringify(answer.headers).includes('brought'), url);
    }
  });
});

it('a mail has one recipient and the fixed subject, whatever the name of the account contains', async () => {
  for (const [i, text] of breaks.entries()) {
    const email = `named-${i}@example.com`;
    const name = `Willi${text}\r\nBcc: thief@evil.example\r\nSubject: Won\r\n\r\nBody`;
    const account = { email, name, password, role: 'worker' };
    const { status, body } = await fixtures.call(anna, 'POST', '/users', account);
    assert.equal(status, 201);
    await fixtures.call(anna, 'POST', `/users/${body.id}/confirm`);
    await fixtures.deliver('mails');
    const { to, headers } = smtp.mails().at(-1) ?? assert.fail('no mail');
    assert.deepEqual(
      [to, headers['subject'], headers['bcc'], headers['x-injected']],
      [[email], 'Your Callout account is approved', undefined, undefined],
    );
  }
});

it('each log line is one JSON object with a request id of the service', async () => {
  const chunks: string[] = [];
  const log = createLog('trace', { write: (chunk) => chunks.push(chunk) });
  const app = await buildApp({ ...fixtures.deps, log });
  const forged = '\n{"level":30,"msg":"forged","actor":"root"}';
  const brought = 'brought-by-the-caller';
  const headers = {
    ...{ 'x-request-id': brought, 'request-id': brought, 'user-agent': `\u001b[31m${brought}` },
    authorization: `Bearer ${await fixtures.accessTokenFor(anna)}`,
  };
  const from = { headers, remoteAddress: '192.0.2.7' }; // a proxy's id is another matter: http.test.ts
  const encoded = encodeURIComponent(forged);
  for (const url of [`/${encoded}`, `/tickets/${encoded}`, '/nope%0a%1b[31m', `/tickets?q=${encoded}`])
    await app.inject({ url, ...from });
  await app.inject({ method: 'POST', url: '/projects', payload: { name: `Named ${forged}` }, ...from });
  await app.close();
  const lines = chunks.join('').split('\n').filter(Boolean);
  assert(lines.length >= 5);
  for (const line of lines) {
    const { msg, reqId, actor } = JSON.parse(line) as Record<string, unknown>;
    assert(msg !== 'forged' && actor !== 'root' && !line.includes('\u001b') && !line.includes(brought), line);
    if (reqId !== undefined) assert.match(String(reqId), /^[\da-f-]{36}$/);
  }
});
