import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { linkKey, signLink } from '../../src/platform/storage/link-signer.ts';
import { deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { spoolFolder } from '../../src/product/files/photos/receive-upload.ts';
import { Fixtures, secret } from '../../testing/fixtures.ts';
import { type FormPart, multipartForm, photo } from '../../testing/photo-files.ts';
import { waitFor } from '../../testing/wait.ts';
import { openRawHttp, statusOf } from './raw-http.ts';

// @fastify/multipart (CVE-2025-24033) left the temporary files of uploads whose sender had gone;
// OTRS (CVE-2026-48187) read as many parts as a mail brought. Here an upload is one file and a few
// fields within bounds, written piece by piece; whatever goes wrong, and however its sender goes,
// nothing of it stays. RT (CVE-2022-25802) served an upload under the type that its sender had named; browsers that sniff run a page
// that begins like an image, and SVG is a page from the start. libpng and many after it unpacked 30,000 x 30,000 pixels from a few
// bytes. Here the first bytes alone decide between three kinds of photo, the stored kind is the served one, with `nosniff` and a
// sandbox, and nothing is ever unpacked.

const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '50000', PHOTO_MAX_PER_TICKET: '1000' });
const { wanda, anna } = fixtures;
const ticket = await fixtures.createTicketWithStatus('in_progress');
const sent = await openRawHttp(fixtures);
const spool = spoolFolder(fixtures.deps.config.dataDir);
const file: FormPart = { name: 'lamp.jpg', bytes: photo() };
const total = async (): Promise<number> => (await fixtures.call(anna, 'GET', `/tickets/${ticket}/photos`)).body.total;
const post = (body: Buffer | string, type = 'multipart/form-data; boundary=b') =>
  fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, Buffer.from(body), { 'content-type': type });
const upload = (...parts: FormPart[]) => {
  const { body, headers } = multipartForm(parts);
  return post(body, headers['content-type']);
};

async function leavesNothing(work: () => Promise<unknown>): Promise<void> {
  const keys = async () => (await Array.fromAsync(fixtures.deps.storage.keys())).length;
  const before = [await total(), await keys()];
  await work();
  await waitFor(() => readdirSync(spool).length === 0);
  await deletePendingFiles(fixtures.deps);
  assert.deepEqual([await total(), await keys()], before);
}

describe('uploads beyond the limits', () => {
  it('an upload with too many fields, files or parts or with an overlong name returns 400', async () => {
    await leavesNothing(async () => {
      for (const [about, parts] of Object.entries({
        'many fields': [...Array.from({ length: 21 }, (_, i) => ({ field: `f${i}`, bytes: 'x' })), file],
        'very many': [...Array.from({ length: 3_000 }, (_, i) => ({ field: `f${i}`, bytes: '' })), file],
        'two files': [file, file],
        'three files': [file, { ...file, field: 'other' }, { ...file, field: 'third' }],
        'no file': [{ field: 'note', bytes: 'x' }],
        'a file elsewhere': [{ ...file, field: 'photo' }],
        'a large file elsewhere': [{ ...file, field: 'photo', bytes: photo('jpeg', 60_000) }, file],
        'a field of that name': [{ bytes: photo() }],
        'a large file': [{ ...file, bytes: photo('jpeg', 50_001) }],
        'a long name': [{ ...file, name: 'x'.repeat(256) }],
        'a very long name': [{ ...file, name: 'x'.repeat(60_000) }],
      })) {
        const { status, body } = await upload(...parts);
        assert.deepEqual([status, Object.keys(body)], [400, ['error']], about);
      }
    });
  });

  it('an upload with many or long part headers, nested forms or a malformed boundary returns 400', async () => {
    const part = (head: string) => `--b\r\n${head}\r\n\r\nx\r\n--b--\r\n`;
    const disposition = 'Content-Disposition: form-data; name="file"; filename="x.jpg"';
    const whole = multipartForm([file]);
    await leavesNothing(async () => {
      for (const [about, body, type] of [
        ['many headers', part(`${disposition}\r\n${Array.from({ length: 5_000 }, (_, i) => `x-${i}: 1`).join('\r\n')}`)],
        ['a long header', part(`x: ${'x'.repeat(100_000)}\r\n${disposition}`)],
        ['no end of headers', `--b\r\n${'x: 1\r\n'.repeat(20_000)}`],
        ['no disposition', part('Content-Type: image/jpeg')],
        ['no name', part('Content-Disposition: form-data; filename="x.jpg"')],
        ['a form in a form', part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=c`)],
        ['another boundary', part(disposition), 'multipart/form-data; boundary=c'],
        ['no boundary', part(disposition), 'multipart/form-data'],
        ['an empty boundary', part(disposition), 'multipart/form-data; boundary='],
        ['a long boundary', part(disposition), `multipart/form-data; boundary=${'b'.repeat(5_000)}`],
        ['two boundaries', part(disposition), 'multipart/form-data; boundary=c; boundary=d'],
        ['only dashes', '-'.repeat(100_000)],
        ['only line breaks', '\r\n'.repeat(50_000)],
        ['only boundaries', '--b\r\n'.repeat(20_000)],
        ['an end and no beginning', '--b--\r\n'],
        ['nothing', ''],
        ['json', '{}', 'application/json'],
        ...[1, 10, 30, 500].map(
          (cut) => [`a form that is cut by ${cut}`, whole.body.subarray(0, -cut - 10), whole.headers['content-type']] as const,
        ),
      ] as const) {
        const { status, body: answer } = await post(body, type);
        assert.deepEqual([status, Object.keys(answer)], [400, ['error']], about);
      }
    });
    assert.equal(
      (await upload({ field: 'note', bytes: 'first' }, file, { field: 'after', bytes: 'last' })).status,
      201,
      'a few fields are fine',
    );
    assert.equal((await upload({ ...file, bytes: photo('jpeg', 50_000) })).status, 201, 'the limit itself');
  });
});

describe('interrupted uploads', () => {
  it('an upload whose client disconnects at any point leaves no file and no row', async () => {
    const { body, headers } = multipartForm([{ name: 'cut.jpg', bytes: photo('jpeg', 40_000) }]);
    const token = await fixtures.accessTokenFor(wanda);
    const address = fixtures.app.server.address();
    assert(typeof address === 'object' && address);
    const head = [
      `POST /tickets/${ticket}/photos HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${token}`,
      `content-type: ${headers['content-type']}`,
    ];
    const cutAt = (bytes: number, framing: string, end: 'destroy' | 'reset' | 'end') =>
      new Promise<void>((resolve) => {
        const socket = connect(address.port, '127.0.0.1', () => {
          socket.write([...head, framing, '', ''].join('\r\n'));
          const piece = body.subarray(0, bytes);
          const data = framing.includes('chunked')
            ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece])
            : piece;
          socket.write(data, () =>
            setTimeout(() => {
              if (end === 'end') socket.end();
              else if (end === 'reset') socket.resetAndDestroy();
              else socket.destroy();
            }, 40),
          );
        });
        socket.on('error', () => {});
        socket.on('data', () => {});
        socket.on('close', () => resolve());
      });
    await leavesNothing(async () => {
      for (const framing of [`content-length: ${body.length}`, 'transfer-encoding: chunked'])
        for (const end of ['destroy', 'reset', 'end'] as const)
          await Promise.all([1, 60, 200, 8_000, 30_000, body.length - 5].map((bytes) => cutAt(bytes, framing, end)));
    });
    assert.equal((await upload(file)).status, 201, 'others go on');
  });
});

it('a file name loses the characters that PostgreSQL cannot store, and the photo is stored', async () => {
  for (const name of [
    ...['la\0mp.jpg', '\0', 'lamp.jpg\0.exe', '\u{1F4F7}'.repeat(3)].map((text) => Buffer.from(text)),
    ...[Buffer.from([0x6c, 0xed, 0xa0, 0x80, 0x2e]), Buffer.from([0xff, 0xfe, 0x00])], // half a surrogate pair, as bytes
  ]) {
    const [before, after] = [
      '--b\r\nContent-Disposition: form-data; name="file"; filename="',
      '"\r\nContent-Type: image/jpeg\r\n\r\n',
    ];
    const parts = [Buffer.from(before), name, Buffer.from(after), photo(), Buffer.from('\r\n--b--\r\n')];
    const { status, body } = await post(Buffer.concat(parts));
    if (status === 400) continue; // refused is as good
    assert.equal(status, 201, JSON.stringify(body));
    const { original_name: stored } = body;
    assert(stored.length > 0 && !stored.includes('\0') && stored.isWellFormed(), stored);
  }
});

it('a refused upload is answered before its body has arrived, and its body is not parsed as a second request', async () => {
  const answer = await sent(
    `POST /tickets/${ticket}/photos HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 999999\r\n\r\n--b\r\n`,
  );
  assert.equal(statusOf(answer), 401);
});

const read = (url: string, headers: Record<string, string> = {}) =>
  fixtures.app.inject({ url: url.replace('http://localhost:80', ''), headers });
const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;

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
  await leavesNothing(async () => {
    for (const bytes of files)
      for (const [name, type] of [
        ['lamp.jpg', 'image/jpeg'],
        ['lamp.png', 'image/png'],
        ['lamp.svg', 'image/svg+xml'],
      ] as const) {
        const { status, body } = await upload({ name, type, bytes });
        assert.deepEqual([status, Object.keys(body)], [400, ['error']], `${name} ${bytes.toString().slice(0, 20)}`);
      }
  });
});

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
      const { status, body } = await upload({ name: 'page.html', type: 'text/html; charset=utf-8', bytes });
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
  const { body } = await upload({ name: 'page.jpg', bytes: Buffer.concat([photo('jpeg', 20), Buffer.from(script)]) });
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
  const { status, body } = await upload({ name: 'bomb.png', bytes: bomb });
  assert.equal(status, 201);
  assert((await read(body.url)).rawPayload.equals(bomb));
});

describe('links to photos', async () => {
  // Known errors of links to files are: a file of another customer is accepted (CVE-2026-46558), links live for days, and keys are
  // short or contain the file name. Here a link is for one photo until it expires, signed by a key that signs nothing else. Whoever
  // sees the ticket gets it, and no response contains the storage key.

  const ttl = fixtures.deps.config.photoUrlTtlMs;

  const ticket = await fixtures.createTicketWithStatus('in_progress');
  const upload = async (id = ticket) => {
    const { body, headers } = multipartForm([{ name: 'secret name.jpg', bytes: photo() }]);
    const made = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    assert.equal(made.status, 201);
    return made.body as { id: number; url: string };
  };
  const get = async (url: string | URL) =>
    (await fixtures.app.inject({ url: String(url).replace('http://localhost:80', '') })).statusCode;
  const changed = (link: string, change: (url: URL) => void): string => {
    const url = new URL(link);
    change(url);
    return url.href;
  };
  const withParameter = (link: string, name: string, value: string): string =>
    changed(link, (url) => url.searchParams.set(name, value));
  const signature = (link: string): string => new URL(link).searchParams.get('signature') ?? '';
  const expires = (link: string): number => Number(new URL(link).searchParams.get('expires'));

  describe('signed photo URLs', () => {
    it('a photo URL expires after exactly 15 minutes and is renewed by each read', async () => {
      const { url } = await upload();
      assert.equal(expires(url) * 1000, fixtures.now.getTime() + ttl);
      assert.equal(await get(url), 200);
      fixtures.advanceClock(ttl - 1000);
      assert.equal(await get(url), 200);
      const { body } = await fixtures.call(anna, 'GET', `/tickets/${ticket}/photos`);
      fixtures.advanceClock(1000);
      assert.equal(await get(url), 403);
      assert.equal(await get(body.items[0].url), 200, 'the newer one');
    });

    it('a photo URL with any change of photo, expiry or signature returns 403', async () => {
      const [one, two] = [await upload(), await upload()];
      const original = signature(one.url);
      const flipped = [...original].map((letter, i, all) => all.with(i, letter === 'A' ? 'B' : 'A').join(''));
      const others = [
        signature(two.url),
        `${original}A`,
        `${original}=`,
        original.slice(0, -1),
        original.toLowerCase(),
        'ж'.repeat(43),
      ];
      for (const link of [
        ...[String(expires(one.url) + 1), '99999999999', '1'].map((text) => withParameter(one.url, 'expires', text)),
        ...[`${two.id}`, '2147483648'].map((id) => one.url.replace(`/files/${one.id}`, `/files/${id}`)),
        ...[...others, ...flipped].map((text) => withParameter(one.url, 'signature', text)),
      ])
        assert.equal(await get(link), 403, link);
      assert.deepEqual([await get(one.url), await get(two.url)], [200, 200]);
    });

    it('an incomplete photo URL returns 400', async () => {
      const { url, id } = await upload();
      for (const text of ['9e99', '0x99', ' 1', '1.0', '-1', '', '01', '1'.repeat(13), 'NaN', '1;', '１'])
        assert.equal(await get(withParameter(url, 'expires', text)), 400, text);
      for (const link of [
        changed(url, (u) => u.searchParams.delete('signature')),
        changed(url, (u) => u.searchParams.delete('expires')),
        changed(url, (u) => u.searchParams.set('signature', '')),
        changed(url, (u) => u.searchParams.append('expires', String(expires(url)))),
        changed(url, (u) => u.searchParams.append('signature', signature(url))),
        `/files/${id}`,
        `/files/${id}?signature[]=${signature(url)}&expires=${expires(url)}`,
        '/files/..%2f..%2fsecret?expires=1&signature=x',
      ])
        assert.equal(await get(link), 400, link);
    });

    it('photo URLs are signed with a key that is used for nothing else', async () => {
      const { id, url } = await upload();
      const until = expires(url);
      const text = `${id} ${until}`;
      const derived = Buffer.from(hkdfSync('sha256', secret, '', '', 32));
      const keys = [secret, '', Buffer.alloc(32), derived, linkKey(`${secret} `), linkKey('')];
      for (const key of keys) {
        const forged = createHmac('sha256', key).update(text).digest('base64url');
        assert.equal(await get(withParameter(url, 'signature', forged)), 403);
      }
      assert.equal(await get(withParameter(url, 'signature', signLink(linkKey(secret), id, until))), 200, 'the forge works');
      const parts = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(`{"sub":"${anna.id}"}`).toString('base64url')}`;
      const bearer = `${parts}.${createHmac('sha256', linkKey(secret)).update(parts).digest('base64url')}`;
      assert.equal(
        (await fixtures.call(undefined, 'GET', '/auth/me', undefined, { authorization: `Bearer ${bearer}` })).status,
        401,
      );
    });

    it('a photo URL with a digit moved from the photo id to the expiry returns 403', async () => {
      let made = await upload();
      while (made.id < 11) made = await upload();
      // `12` until `3456` and `1` until `23456` are the same text without what stands between them.
      const moved = changed(made.url, (u) => {
        u.pathname = `/files/${String(made.id).slice(0, 1)}`;
        u.searchParams.set('expires', `${String(made.id).slice(1)}${expires(made.url)}`);
      });
      assert.equal(await get(moved), 403);
    });

    it('a photo URL returns an error once the photo is deleted, before the file is', async () => {
      const { id, url } = await upload();
      await fixtures.call(wanda, 'DELETE', `/tickets/${ticket}/photos/${id}`);
      assert.equal(await get(url), 404);
    });

    it('a photo response is cached privately and not beyond its expiry', async () => {
      const { url } = await upload();
      fixtures.advanceClock(600_000);
      const { headers } = await fixtures.app.inject({ url: url.replace('http://localhost:80', '') });
      assert.equal(headers['cache-control'], `private, max-age=${(ttl - 600_000) / 1000}, immutable`);
      const refused = await fixtures.app.inject({ url: withParameter(url, 'signature', 'x').replace('http://localhost:80', '') });
      assert.deepEqual([refused.statusCode, refused.headers['cache-control']], [403, 'no-store']);
    });
  });
});
