import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { openRawHttp, statusOf } from './raw-http.ts';

// Bytes that no client library would send.

const fixtures = await Fixtures.create();
const raw = await openRawHttp(fixtures);
const envelope = (answer: string, status: number): void => {
  assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), answer);
  const [, body = ''] = answer.split('\r\n\r\n');
  assert.deepEqual(Object.keys(JSON.parse(body)), ['error'], answer);
};
const long = `x: ${'x'.repeat(20_000)}`;

it('malformed requests, overlong headers and a Content-Length above the limit return the error envelope', async () => {
  for (const [bytes, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET /ping HTTP/1.1\r\nbad header\r\n\r\n', 400],
    [`GET /ping HTTP/1.1\r\nhost: x\r\n${long}\r\n\r\n`, 431],
    ['CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n', 404],
    ['POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 70000\r\nconnection: close\r\n\r\n', 400],
  ] as const)
    envelope(await raw(bytes), status);
});

it('an error response to HEAD has no body', async () => {
  const answer = await raw(`HEAD /ping HTTP/1.1\r\nhost: x\r\n${long}\r\n\r\n`);
  assert(answer.startsWith('HTTP/1.1 431 ') && answer.endsWith('\r\n\r\n'), answer);
});

it('requests without Host or with an unknown Expect header return 200', async () => {
  for (const header of ['', 'host: x\r\nexpect: tea\r\n'])
    assert.match(await raw(`GET /ping HTTP/1.1\r\n${header}connection: close\r\n\r\n`), /^HTTP\/1.1 200 .*pong/s);
});

it('a pipelined response is sent before the error response to the malformed request after it', async () => {
  const answer = await raw('GET /ping HTTP/1.1\r\nhost: x\r\n\r\nGET /nope HTTP/1.1\r\nhost: x\r\n\r\nGARBAGE\r\n\r\n');
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ['200', '404', '400'], answer);
});

it('a header with NUL or invalid bytes returns 400 or 401', async () => {
  const token = await fixtures.accessTokenFor(fixtures.anna);
  for (const [name, strange] of [
    ['user-agent', 'a\0b'],
    ['x-forwarded-for', '1.2.3.4\0'],
    ['authorization', `Bearer ${token}\0`],
    ['cookie', 'refresh_token=\0'],
    ['content-type', 'application/json\0'],
    ['user-agent', '\xff\xfe\xed\xa0\x80'],
    ['x-forwarded-for', '\xff\xfe'],
    ['cookie', 'refresh_token=\xff'],
    ['host', '\xff'],
  ] as const) {
    const head = `GET /auth/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${name}: ${strange}\r\n\r\n`;
    const status = statusOf(await raw(Buffer.from(head, 'latin1')));
    assert([400, 401].includes(status), `${name}: ${status}`);
  }
});

it('incomplete headers and stalled bodies return 408, after 10 s and 60 s', { timeout: 60_000 }, async () => {
  const { server } = fixtures.app;
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 60_000]);
  Object.assign(server, { headersTimeout: 200, requestTimeout: 400 });
  const { port } = server.address() as AddressInfo;
  const stalled = (beginning: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(beginning);
    return text(socket);
  };
  envelope(await stalled('GET /ping HTTP/1.1\r\nhost: x\r\n'), 408);
  envelope(await stalled('POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{'), 408);
});
