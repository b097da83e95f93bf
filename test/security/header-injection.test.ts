import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { createLog } from '../../src/platform/config/log.ts';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { photo } from '../../testing/photo-files.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { openRawHttp, request } from './raw-http.ts';

// A line break in a value that becomes a header makes two headers of one: in an answer (response
// splitting), in a mail (RT, CVE-2012-4730: a name brought its own Bcc) or in a log (CWE-117: a
// line that nobody wrote). Here callers' words become headers in one place, the name of a photo,
// in ASCII and escaped; mails have fixed heads; the log is one JSON text per line.

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  SWAGGER: 'true',
  CORS_ORIGINS: 'https://console.example.com',
});
const { anna, root, wanda } = fixtures;
const sent = await openRawHttp(fixtures);
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
  const from = { headers, remoteAddress: '192.0.2.7' }; // a proxy's id is another matter: request-ids.test.ts
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
