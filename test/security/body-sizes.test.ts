import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// A body is bounded, however it comes. Whoever is cut off while they still send learns of a broken connection, not of their
// mistake, so that a body that is a little too long is read. Each chunk of a body is a Buffer of its own: bodies of single bytes,
// which were never ended, took 15 MB of memory each.

const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '3000000' });
const { anna, wanda } = fixtures;
const send = await openRawHttp(fixtures);
const { port } = fixtures.app.server.address() as AddressInfo;
const bearer = async (who = anna) => `authorization: Bearer ${await fixtures.accessTokenFor(who)}`;
const form = 'content-type: multipart/form-data; boundary=b';
const mebibyte = 1024 * 1024;

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

const chunk = Buffer.alloc(65_536, 'a');

/** Sends a body until the connection is closed. @returns how many bytes, and the answer */
async function flood(path: string, headers: string[]): Promise<{ sentBytes: number; answer: string }> {
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

describe('a body without an end', () => {
  const key = () => `idempotency-key: ${crypto.randomUUID()}`;
  const cases: [title: string, path: string, headers: () => Promise<string[]>, status: number][] = [
    ['of JSON', '/auth/login', async () => [], 400],
    ['of JSON without a token', '/projects', async () => [], 401],
    ['of JSON with an Idempotency-Key', '/projects', async () => [await bearer(), key()], 400],
    ['of csv', '/ext/import/workers', async () => [await bearer()], 400],
    ['of an unknown path', '/nothing', async () => [], 404],
    ['of a report to an unknown portal', '/ext/portal/x/reports', async () => [form, key()], 404],
    ['of a photo of an unknown ticket', '/tickets/9999/photos', async () => [await bearer(wanda), form], 404],
    [
      'of a photo of an unknown ticket with an Idempotency-Key',
      '/tickets/9999/photos',
      async () => [await bearer(wanda), form, key()],
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
    const { sentBytes } = await flood(`/tickets/${id}/photos`, [await bearer(wanda), form, key()]);
    assert(sentBytes < 40 * mebibyte, `${sentBytes} bytes`);
  });
});

describe('bodies of many small chunks', async () => {
  const ticket = await fixtures.createTicketWithStatus('in_progress');
  const inChunks = (body: string | Buffer, size: number): Buffer => {
    const bytes = Buffer.from(body);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
    return Buffer.concat(chunks.flatMap((each) => [Buffer.from(`${each.length.toString(16)}\r\n`), each, Buffer.from('\r\n')]));
  };
  const head = (path: string, headers: string[] = []): Buffer =>
    Buffer.from([`POST ${path} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', ...headers, '', ''].join('\r\n'));
  const end = Buffer.from('0\r\n\r\n');
  const upload = async ({ headers }: { headers: Record<string, string> }, ...more: string[]) =>
    head(`/tickets/${ticket}/photos`, [`content-type: ${headers['content-type']}`, await bearer(wanda), ...more]);

  /** Sends the beginning of a request, which the service must close. */
  const assertClosed = async (...bytes: Buffer[]): Promise<void> => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.concat(bytes)));
    socket.on('error', () => {}); // the service resets the connection while it is sent to
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  };

  it('the connection of a JSON body of single bytes is closed, with and without an account', { timeout: 30_000 }, async () => {
    for (const start of [head('/auth/reset-password'), head('/tickets'), head('/tickets', [await bearer()])])
      await assertClosed(start, inChunks(' '.repeat(60_000), 1));
  });

  it('the connection of an upload of single bytes is closed, also behind large chunks', { timeout: 30_000 }, async () => {
    const large = multipartForm([{ name: 'lamp.jpg', bytes: photo('jpeg', 200_000) }]);
    const first = large.body.subarray(0, 150_000);
    await assertClosed(await upload(large), inChunks(large.body.subarray(0, 50_000), 1));
    await assertClosed(await upload(large), inChunks(first, 50_000), inChunks(large.body.subarray(first.length), 1));
    const whole = Buffer.concat([await upload(large, 'connection: close'), inChunks(large.body, 50_000), end]);
    assert.equal(statusOf(await send(whole)), 201, 'of large chunks alone');
  });

  it('a body of a thousand single bytes, and an upload in small TCP segments, are answered', async () => {
    const login = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password-1' }).padEnd(1_000);
    const answer = await send(Buffer.concat([head('/auth/login', ['connection: close']), inChunks(login, 1), end]));
    assert.equal(statusOf(answer), 401, answer);
    const large = multipartForm([{ name: 'lamp.jpg', bytes: photo('jpeg', 2_000_000) }]);
    const sent = Buffer.concat([await upload(large, 'connection: close'), inChunks(large.body, 500), end]);
    assert.equal(statusOf(await send(sent)), 201);
  });
});

it('a write whose body arrives after the password was changed returns 401', async () => {
  const body = JSON.stringify({ name: 'late' });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = ['POST /projects HTTP/1.1', 'host: x', 'connection: close', await bearer(), `content-length: ${body.length}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`);
  await sleep(1_100); // the check at the beginning holds for a second
  const changed = await fixtures.call(fixtures.root, 'POST', `/users/${anna.id}/password-set`, { password: 'brand-new-1' });
  assert.equal(changed.status, 200);
  socket.write(body.slice(1));
  await closed;
  assert.equal(statusOf(answer), 401);
});
