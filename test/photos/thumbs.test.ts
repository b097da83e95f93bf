import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { linkKey, signLink } from '../../src/platform/storage/link-signer.ts';
import { LocalStorage } from '../../src/platform/storage/local.ts';
import { openLinkSigner } from '../../src/platform/storage/open-storage.ts';
import { makeThumb, UndecodablePhotoError } from '../../src/product/files/thumbs/make-thumb.ts';
import { ThumbStore } from '../../src/product/files/thumbs/thumb-store.ts';
import { secret } from '../../testing/fixtures.ts';
import { multipartForm } from '../../testing/photo-files.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { describeThumbs } from './thumb-tests.ts';

const fixtures = await describeThumbs('local', {});
const { anna, wanda } = fixtures;
const ttlMs = fixtures.deps.config.photoUrlTtlMs;

const ticket = await fixtures.createTicketWithStatus('in_progress');
const upload = async (options = { width: 640, height: 480 }) => {
  const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: await realPhoto(options) }]);
  return (await fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, body, headers)).body as { id: number; url: string };
};
const pathOf = (url: string) => url.replace('http://localhost:80', '');
const get = (url: string) => fixtures.app.inject({ url: pathOf(url) });
const list = async (query = '') => (await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}/thumbs${query}`)).body;

describe('links to small versions', () => {
  it('GET /ext/tickets/{id}/thumbs returns a page with one link for each photo, which expires after PHOTO_URL_TTL', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await upload()).id);
    const { items, ...page } = await list('?limit=2&order=desc');
    assert.deepEqual(page, { total: 3, limit: 2, offset: 0 });
    for (const [i, item] of items.entries()) {
      assert.deepEqual(Object.keys(item), ['photo_id', 'url', 'expires_at']);
      assert.equal(item.photo_id, ids[2 - i]);
      const expires = Math.floor((fixtures.now.getTime() + ttlMs) / 1000);
      assert.equal(item.expires_at, new Date(expires * 1000).toISOString());
      assert.match(
        item.url,
        new RegExp(`^http://localhost:80/ext/photos/${item.photo_id}/thumb\\?expires=${expires}&signature=[\\w-]{43}$`),
      );
    }
    const empty = await fixtures.call(anna, 'GET', `/ext/tickets/${await fixtures.createTicket()}/thumbs`);
    assert.deepEqual(empty.body, { items: [], total: 0, limit: 20, offset: 0 });
  });

  it('a link to a small version works until it expires and returns 403 afterwards', async () => {
    const { id } = await upload();
    const [{ url }] = (await list('?limit=1&order=desc')).items;
    assert(url.includes(`/${id}/`));
    assert.equal((await get(url)).statusCode, 200);
    fixtures.advanceClock(ttlMs - 1_000);
    const { statusCode, headers } = await get(url);
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'private, max-age=1, immutable']);
    fixtures.advanceClock(1_000);
    const late = await get(url);
    assert.deepEqual([late.statusCode, late.json()], [403, { error: 'the link is wrong or has expired' }]);
    assert.equal(late.headers['cache-control'], 'no-store');
  });

  it('the signature of a small version is valid neither for its photo nor for another photo, and the other way round', async () => {
    const [one, two] = [await upload(), await upload()];
    const { items } = await list('?limit=100');
    const thumb = new URL(items.find(({ photo_id }: { photo_id: number }) => photo_id === one.id).url);
    const photo = new URL(one.url);
    for (const url of [
      `/files/${one.id}${thumb.search}`,
      `/ext/photos/${one.id}/thumb${photo.search}`,
      `/ext/photos/${two.id}/thumb${thumb.search}`,
      `/ext/photos/${one.id}/thumb${thumb.search.replace('expires=1', 'expires=2')}`,
      `/ext/photos/${one.id}/thumb${thumb.search}A`,
    ]) {
      assert.equal((await get(url)).statusCode, 403, url);
    }
    for (const url of [`/ext/photos/${one.id}/thumb`, `/ext/photos/x/thumb${thumb.search}`, `${pathOf(thumb.href)}&expires=1`]) {
      assert.equal((await get(url)).statusCode, 400, url);
    }
    const missing = Math.floor(fixtures.now.getTime() / 1000) + 60;
    const signature = signLink(linkKey(secret), 'thumb 999999', missing);
    assert.equal((await get(`/ext/photos/999999/thumb?expires=${missing}&signature=${signature}`)).statusCode, 404);
  });

  it('with a previous secret links that it signed stay valid until PHOTO_URL_TTL and an hour after the start', () => {
    const settings = { ...fixtures.deps.config, photoLinkSecret: 'new', photoLinkSecretPrevious: secret };
    const links = openLinkSigner(settings, fixtures.now);
    const sign = (at: number) => [`thumb 1`, at, signLink(linkKey(secret), 'thumb 1', at)] as const;
    const maxExpires = Math.floor((fixtures.now.getTime() + ttlMs + 3_600_000) / 1000);
    assert.deepEqual([links.isSigned(...sign(maxExpires)), links.isSigned(...sign(maxExpires + 1))], [true, false]);
  });
});

describe('making small versions', () => {
  it('one process decodes at most two photos at the same time', async () => {
    const { storage } = fixtures.deps;
    let [running, most] = [0, 0];
    const second = Promise.withResolvers<void>();
    const counting = Object.create(storage) as LocalStorage;
    counting.read = async (key) => {
      most = Math.max(most, ++running);
      if (running === 2) second.resolve();
      await second.promise;
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      return storage.read(key);
    };
    const thumbs = new ThumbStore({ ...fixtures.deps, storage: counting });
    for (let i = 0; i < 8; i++) await upload();
    const photos = await fixtures.db.read
      .selectFrom('ticket_photos')
      .select(['id', 'storage_key'])
      .where('ticket_id', '=', ticket)
      .orderBy('id', 'desc')
      .limit(8)
      .execute();
    await Promise.all(photos.map((photo) => thumbs.read({ ...photo, kind: 'photo' }, { key: 'network' })));
    assert.equal(most, 2);
  });

  it('a file of another format is not decoded, whatever its first bytes are', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>';
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    for (const bytes of [Buffer.from(svg), gif, Buffer.from('%PDF-1.7')])
      await assert.rejects(makeThumb(bytes), UndecodablePhotoError);
  });

  it('no small version is stored with less free disk space than MIN_FREE_DISK_BYTES', async () => {
    const { id } = await upload();
    const { deps } = fixtures;
    const row = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', id).executeTakeFirst();
    const photo = { kind: 'photo' as const, id, storage_key: row?.storage_key ?? '' };
    const quotas = { ...deps.config.quotas, minFreeDiskBytes: Number.MAX_SAFE_INTEGER };
    const full = new ThumbStore({ ...deps, config: { ...deps.config, quotas } });
    assert((await full.read(photo, { key: '' })).length > 0);
    assert.equal(await deps.storage.readThumb(photo.storage_key), undefined);
    await new ThumbStore(deps).read(photo, { key: '' });
    assert.notEqual(await deps.storage.readThumb(photo.storage_key), undefined);
  });

  it('the local storage deletes partial files of small versions together with their photo', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'callout-thumbs-'));
    try {
      const storage = new LocalStorage({ dataDir, linkKey: Buffer.alloc(32), linkTtlMs: 1 });
      const [key, other] = ['ab'.repeat(16), `ab${'cd'.repeat(15)}`];
      const path = join(dataDir, 'first');
      for (const each of [key, other]) {
        writeFileSync(path, 'photo');
        await storage.put(each, { path, size: 5, type: 'image/jpeg' });
        await storage.putThumb(each, Buffer.from('thumb'));
      }
      writeFileSync(join(storage.folder, 'ab', `${key}.thumb.webp.0123456789abcdef.part`), 'th');
      await storage.remove(key);
      assert.deepEqual(readdirSync(join(storage.folder, 'ab')).sort(), [other, `${other}.thumb.webp`]);
      await storage.remove(key);
      await storage.remove('f'.repeat(32));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
