import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { linkKey, signLink } from '../../src/platform/storage/link-signer.ts';
import { LocalStorage } from '../../src/platform/storage/local.ts';
import { Fixtures, secret } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';

// Known errors of links to files are: a file of another customer is accepted (CVE-2026-46558), links live for days, and keys are
// short or contain the file name. Here a link is for one photo until it expires, signed by a key that signs nothing else. Whoever
// sees the ticket gets it, and no response contains the storage key.

const fixtures = await Fixtures.create();
const { anna, wanda } = fixtures;
const { storage } = fixtures.deps;
assert(storage instanceof LocalStorage);
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
