import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';

// RT (CVE-2022-25802) served an upload under the type that its sender had named; browsers that
// sniff run a page that begins like an image, and SVG is a page from the start. libpng and many
// after it unpacked 30,000 x 30,000 pixels from a few bytes. Here the first bytes alone decide
// between three kinds of photo, the stored kind is the served one, with `nosniff` and a sandbox,
// and nothing is ever unpacked.

const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '100000', PHOTO_MAX_PER_TICKET: '1000' });
const { wanda, anna } = fixtures;
const ticket = await fixtures.createTicketWithStatus('in_progress');
const upload = async (bytes: Buffer | string, name = 'lamp.jpg', type = 'image/jpeg') => {
  const { body, headers } = multipartForm([{ name, type, bytes }]);
  return fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, body, headers);
};
const read = (url: string, headers: Record<string, string> = {}) =>
  fixtures.app.inject({ url: url.replace('http://localhost:80', ''), headers });
const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;

describe('files that are not JPEG, PNG or WebP', () => {
  it('POST /tickets/{id}/photos returns 400 for a file with other leading bytes, whatever its name and declared type', async () => {
    const files: (string | Buffer)[] = [
      ...['', 'x', svg, `<?xml version="1.0"?>${svg}`, `\ufeff${svg}`, `<!doctype html>${script}`, script, 'GIF89a'],
      ...[`GIF89a/*${script}*/=1;`, 'BM', '%PDF-1.7', 'PK\u0003\u0004', '#!/bin/sh\n', '\u007fELF', 'MZ', 'RIFF....WAVE'],
      ...['RIFF....AVI ', 'RIFFWEBP', '....WEBP', 'II*\0', '\0\0\0\u0018ftypheic', '\0\0\0\u000cjP  ', '8BPS'],
      ...[Buffer.alloc(100), Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd8, 0xfe])],
      ...[' ', '\n', script].map((text) => Buffer.concat([Buffer.from(text), photo()])),
      ...[photo('png').subarray(0, 7), photo('png').subarray(1), photo('png').toString('base64')],
      `data:image/png;base64,${photo('png').toString('base64')}`,
    ];
    for (const bytes of files)
      for (const [name, type] of [
        ['lamp.jpg', 'image/jpeg'],
        ['lamp.png', 'image/png'],
        ['lamp.svg', 'image/svg+xml'],
      ] as const) {
        const { status, body } = await upload(bytes, name, type);
        assert.deepEqual([status, Object.keys(body)], [400, ['error']], `${name} ${bytes.toString().slice(0, 20)}`);
      }
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${ticket}/photos`)).body.total, 0);
  });
});

describe('polyglot files', () => {
  it('a photo that is also another format is served with the type of its leading bytes only', async () => {
    const tails = [
      ...[script, svg, `--><html>${script}</html>`, '*/=alert(1)/*', 'PK\u0003\u0004', `<?php system($_GET['x']); ?>`],
      '%PDF-1.7',
    ];
    for (const [kind, type] of [
      ['jpeg', 'image/jpeg'],
      ['png', 'image/png'],
      ['webp', 'image/webp'],
    ] as const)
      for (const tail of tails) {
        const bytes = Buffer.concat([photo(kind, 20), Buffer.from(tail)]);
        const { status, body } = await upload(bytes, 'page.html', 'text/html; charset=utf-8');
        assert.deepEqual([status, body.content_type], [201, type], tail);
        const { statusCode, headers, rawPayload } = await read(body.url, { accept: 'text/html' });
        assert.equal(statusCode, 200);
        assert(rawPayload.equals(bytes), 'the bytes are stored as they came');
        assert.deepEqual([headers['content-type'], headers['x-content-type-options']], [type, 'nosniff']);
        assert.match(String(headers['content-security-policy']), /default-src 'none'; sandbox(;|$)/);
        assert.doesNotMatch(String(headers['content-security-policy']), /allow-/);
        assert.match(String(headers['content-disposition']), /^inline; filename="page\.(jpg|png|webp)"/);
      }
  });

  it('a photo keeps its type and protective headers in range and error responses', async () => {
    const { body } = await upload(Buffer.concat([photo('jpeg', 20), Buffer.from(script)]));
    const part = await read(body.url, { range: 'bytes=20-' });
    assert.deepEqual(
      [part.statusCode, part.headers['content-type'], part.headers['x-content-type-options']],
      [206, 'image/jpeg', 'nosniff'],
    );
    assert.match(String(part.headers['content-security-policy']), /sandbox/);
    for (const range of ['bytes=0-1,2-3', 'bytes=0-0,-1', `bytes=${'0-,'.repeat(1000)}0-`]) {
      const several = await read(body.url, { range });
      assert.deepEqual([several.statusCode, several.headers['content-type']], [200, 'image/jpeg'], range.slice(0, 20));
    }
    const beyond = await read(body.url, { range: 'bytes=99999-' });
    assert.match(String(beyond.headers['content-type']), /^application\/json/);
  });
});

describe('decompression bombs', () => {
  it('a decompression bomb is stored as it was sent and not decompressed', async () => {
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(100_000, 0);
    header.writeUInt32BE(100_000, 4);
    const packed = deflateSync(Buffer.alloc(20_000_000));
    const bomb = Buffer.concat([photo('png', 8), chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
    const { status, body } = await upload(bomb);
    assert.equal(status, 201);
    assert((await read(body.url)).rawPayload.equals(bomb));
  });
});
