import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openRawHttp, statusOf } from './raw-http.ts';

// Each chunk of a body is a Buffer of its own. Bodies of single bytes, which were never ended, took 15 MB of memory each.

const fixtures = await Fixtures.create();
const send = await openRawHttp(fixtures);
const ticket = await fixtures.createTicketWithStatus('in_progress');

const inChunks = (body: string | Buffer, size: number): Buffer => {
  const bytes = Buffer.from(body);
  const count = Math.ceil(bytes.length / size);
  const chunks = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  return Buffer.concat(chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
};
const head = (path: string, headers: string[] = []): Buffer =>
  Buffer.from([`POST ${path} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', ...headers, '', ''].join('\r\n'));
const end = Buffer.from('0\r\n\r\n');

/** Sends the beginning of a request. @returns whether the service closes the connection, and not the other side after 3 s */
function isClosed(...bytes: Buffer[]): Promise<boolean> {
  const address = fixtures.app.server.address();
  assert(typeof address === 'object' && address);
  return new Promise((resolve) => {
    const socket = connect(address.port, '127.0.0.1', () => socket.write(Buffer.concat(bytes)));
    const timer = setTimeout(() => {
      resolve(false);
      socket.destroy();
    }, 3_000);
    socket.on('error', () => {}); // the service resets the connection while it is sent to
    socket.on('data', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

describe('bodies of many small chunks', () => {
  const spaces = inChunks(' '.repeat(60_000), 1);

  it('the connection of a JSON body of single bytes is closed, with and without an account', async () => {
    const authorization = `authorization: Bearer ${await fixtures.accessTokenFor(fixtures.anna)}`;
    for (const start of [head('/auth/reset-password'), head('/tickets'), head('/tickets', [authorization])])
      assert.equal(await isClosed(start, spaces), true, start.toString());
  });

  it('the connection of an upload of single bytes is closed, also behind large chunks', async () => {
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo('jpeg', 200_000) }]);
    const authorization = `authorization: Bearer ${await fixtures.accessTokenFor(fixtures.wanda)}`;
    const start = head(`/tickets/${ticket}/photos`, [`content-type: ${headers['content-type']}`, authorization]);
    const first = body.subarray(0, 150_000);
    assert.equal(await isClosed(start, inChunks(body.subarray(0, 50_000), 1)), true);
    assert.equal(await isClosed(start, inChunks(first, 50_000), inChunks(body.subarray(first.length), 1)), true);
    assert.equal(await isClosed(start, inChunks(first, 50_000)), false, 'of large chunks alone');
  });

  it('a body of a thousand single bytes, and an upload in small TCP segments, are answered', async () => {
    const login = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password-1' }).padEnd(1_000);
    const answer = await send(Buffer.concat([head('/auth/login', ['connection: close']), inChunks(login, 1), end]));
    assert.equal(statusOf(answer), 401, answer);
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo('jpeg', 2_000_000) }]);
    const authorization = `authorization: Bearer ${await fixtures.accessTokenFor(fixtures.wanda)}`;
    const upload = head(`/tickets/${ticket}/photos`, [
      `content-type: ${headers['content-type']}`,
      authorization,
      'connection: close',
    ]);
    assert.equal(statusOf(await send(Buffer.concat([upload, inChunks(body, 500), end]))), 201);
  });
});
