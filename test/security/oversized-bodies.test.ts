import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fixtures } from '../../testing/fixtures.ts';
import { openRawHttp, request } from './raw-http.ts';

// Whoever is cut off while they still send learns of a broken connection, not of their mistake: many
// clients read the answer only when they have sent everything.

const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '3000000' });
const send = await openRawHttp(fixtures);
const tooLong = 12 * 1024 * 1024;
const body = 'x'.repeat(tooLong);
const chunked = `${tooLong.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

for (const [kind, head, sent] of [
  ['with its length', `content-length: ${tooLong}`, body],
  ['in chunks', 'transfer-encoding: chunked', chunked],
] as const) {
  it(`an oversized body is read to its end and returns 400, and the connection stays usable (${kind})`, async () => {
    const oversized = `POST /auth/login HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${sent}`;
    const answers = await send(`${oversized}${request('GET /ping')}`);
    assert.deepEqual(
      [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['400', '200'],
    );
    assert.match(answers, /\{"error":"[^"]+"\}/);
  });
}

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(65_536, 'a');

/** Sends a body until the connection is closed. @returns how many bytes, and the answer */
async function flood(path: string, headers: string[]): Promise<{ sentBytes: number; answer: string }> {
  const { port } = fixtures.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`${[`POST ${path} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', ...headers].join('\r\n')}\r\n\r\n`);
  let sentBytes = 0;
  for (; sentBytes < 100 * mebibyte && !socket.destroyed; sentBytes += chunk.length) {
    socket.write('10000\r\n');
    socket.write(chunk);
    const isFull = !socket.write('\r\n');
    if (isFull) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    else await sleep(0);
  }
  socket.destroy();
  return { sentBytes, answer };
}

describe('a body without an end', async () => {
  const bearer = async (who = fixtures.anna) => `authorization: Bearer ${await fixtures.accessTokenFor(who)}`;
  const form = 'content-type: multipart/form-data; boundary=b';
  const key = () => `idempotency-key: ${crypto.randomUUID()}`;
  const cases: [title: string, path: string, headers: () => Promise<string[]>, status: number][] = [
    ['of JSON', '/auth/login', async () => [], 400],
    ['of JSON without a token', '/projects', async () => [], 401],
    ['of JSON with an Idempotency-Key', '/projects', async () => [await bearer(), key()], 400],
    ['of csv', '/ext/import/workers', async () => [await bearer()], 400],
    ['of an unknown path', '/nothing', async () => [], 404],
    ['of a report to an unknown portal', '/ext/portal/x/reports', async () => [form, key()], 404],
    ['of a photo of an unknown ticket', '/tickets/9999/photos', async () => [await bearer(fixtures.wanda), form], 404],
    [
      'of a photo of an unknown ticket with an Idempotency-Key',
      '/tickets/9999/photos',
      async () => [await bearer(fixtures.wanda), form, key()],
      404,
    ],
  ];
  for (const [title, path, headers, status] of cases) {
    it(`a body without an end ${title} is answered, and the connection is closed`, async () => {
      const { sentBytes, answer } = await flood(path, await headers());
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      // 16 MiB, a form 8 times PHOTO_MAX_BYTES, and what was under way.
      assert(sentBytes < 40 * mebibyte, `${sentBytes} bytes`);
    });
  }

  it('a body without an end of a photo that is received closes the connection', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const { sentBytes } = await flood(`/tickets/${id}/photos`, [await bearer(fixtures.wanda), form, key()]);
    assert(sentBytes < 40 * mebibyte, `${sentBytes} bytes`);
  });
});
