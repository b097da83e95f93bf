import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { openRawHttp, request } from './raw-http.ts';

// Whoever is cut off while they still send learns of a broken connection, not of their mistake: many
// clients read the answer only when they have sent everything.

const send = await openRawHttp(await Fixtures.create());
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
