import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import type { Environment } from '../../src/platform/config/config.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { auditFiles, deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { ThumbStore } from '../../src/product/files/thumbs/thumb-store.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { type PhotoOptions, pngThatClaims, realPhoto } from '../../testing/real-photos.ts';

interface Thumb {
  photo_id: number;
  url: string;
  expires_at: string;
}

/** What holds for small versions of photos wherever they are stored; each storage runs all of it. */
export async function describeThumbs(storageName: string, settings: Environment, now?: Date): Promise<Fixtures> {
  const fixtures = await Fixtures.create({ PHOTO_MAX_PER_TICKET: '30', ...settings });
  if (now) fixtures.now = now; // a storage with a clock of its own looks at the dates of signatures
  const { anna, root, wanda } = fixtures;
  const { storage } = fixtures.deps;

  const upload = async (bytes: Buffer, id?: number): Promise<{ id: number; ticket_id: number; url: string }> => {
    const ticket = id ?? (await fixtures.createTicketWithStatus('in_progress'));
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes }]);
    const made = await fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, body, headers);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };
  const list = async (ticket: number): Promise<Thumb[]> =>
    (await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}/thumbs?limit=100`)).body.items;
  const get = (url: string, headers: Record<string, string> = {}) =>
    fixtures.app.inject({ url: url.replace('http://localhost:80', ''), headers });
  const linkTo = async ({ id, ticket_id }: { id: number; ticket_id: number }) =>
    (await list(ticket_id)).find(({ photo_id }) => photo_id === id)?.url ?? '';
  const thumbOf = async (options: PhotoOptions) => get(await linkTo(await upload(await realPhoto(options))));
  const keyOf = async (id: number): Promise<string> => {
    const row = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', id).executeTakeFirst();
    return row?.storage_key ?? '';
  };
  const keys = async (kind: 'photo' | 'thumb') => {
    const all: string[] = [];
    for await (const key of storage.keys(kind)) all.push(key);
    return all;
  };
  const storageWith = (putThumb: Storage['putThumb']): Storage => {
    const { read, readThumb } = storage;
    return { ...storage, read: read.bind(storage), readThumb: readThumb.bind(storage), putThumb };
  };
  const outcomes = async () => {
    const { values } = await fixtures.deps.metrics.thumbs.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };

  describe(`small versions of photos (${storageName})`, () => {
    it('GET /ext/photos/{id}/thumb returns a WebP of at most 480 px without metadata, with the headers of photos', async () => {
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const answer = await thumbOf({ width: 1200, height: 900, format });
        assert.equal(answer.statusCode, 200, answer.payload);
        const { format: type, width, height, exif } = await sharp(answer.rawPayload).metadata();
        assert.deepEqual([type, width, height, exif], ['webp', 480, 360, undefined]);
        assert(!answer.rawPayload.includes('SECRET'));
        assert.equal(answer.headers['content-type'], 'image/webp');
        assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
        assert.match(String(answer.headers['content-security-policy']), /default-src 'none'; sandbox/);
        assert.match(String(answer.headers['cache-control']), /^private, max-age=(900|899), immutable$/);
      }
    });

    it('a small version is upright for every orientation of Exif', async () => {
      // Where the red half of the stored pixels is for somebody who looks at the photo.
      const redSides = ['left', 'right', 'right', 'left', 'top', 'top', 'bottom', 'bottom'];
      for (const [i, side] of redSides.entries()) {
        const { rawPayload } = await thumbOf({ width: 640, height: 320, orientation: i + 1 });
        const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
        assert.deepEqual([info.width, info.height], i < 4 ? [480, 240] : [240, 480], `orientation ${i + 1}`);
        const isRed = (x: number, y: number) => {
          const at = (y * info.width + x) * info.channels;
          return (data[at] ?? 0) > 128 && (data[at + 2] ?? 0) < 128;
        };
        const [middleX, middleY] = [info.width / 2, info.height / 2];
        const reds = {
          left: isRed(10, middleY),
          right: isRed(info.width - 10, middleY),
          top: isRed(middleX, 10),
          bottom: isRed(middleX, info.height - 10),
        };
        const [axisStart, axisEnd] = i < 4 ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
        assert.deepEqual([reds[axisStart], reds[axisEnd]], [side === axisStart, side === axisEnd], `orientation ${i + 1}`);
      }
    });

    it('a photo that is smaller than 480 px is not enlarged', async () => {
      const { width, height } = await sharp((await thumbOf({ width: 100, height: 60 })).rawPayload).metadata();
      assert.deepEqual([width, height], [100, 60]);
    });

    it('small versions of noisy photos have at most 20 kB', async () => {
      const { rawPayload } = await thumbOf({ width: 1600, height: 1200, noise: 30 });
      assert(rawPayload.length > 10_000 && rawPayload.length <= 20_000, String(rawPayload.length));
    });

    it('a small version is made once and read from the storage afterwards', async () => {
      const made = await upload(await realPhoto({ width: 800, height: 600 }));
      const url = await linkTo(made);
      const before = (await outcomes())['stored'] ?? 0;
      const [first, ...others] = await Promise.all(Array.from({ length: 12 }, () => get(url)));
      assert.equal(first?.statusCode, 200);
      for (const other of others) assert.deepEqual(other.rawPayload, first.rawPayload);
      assert.equal((await outcomes())['stored'], before + 1, 'requests at the same time share one');
      assert((await keys('thumb')).includes(await keyOf(made.id)));
      assert.deepEqual(await storage.readThumb(await keyOf(made.id)), first.rawPayload);
      const original = storage.read;
      storage.read = () => assert.fail('the photo is decoded again');
      try {
        assert.deepEqual((await get(url)).rawPayload, first.rawPayload);
      } finally {
        storage.read = original;
      }
    });

    it('a small version that several instances make at the same time is stored whole', async () => {
      const bytes = await realPhoto({ width: 800, height: 600, noise: 20 });
      const { id } = await upload(bytes);
      const storage_key = await keyOf(id);
      const instances = Array.from({ length: 6 }, () => new ThumbStore(fixtures.deps));
      const thumbs = await Promise.all(instances.map((one) => one.read({ kind: 'photo', id, storage_key }, { key: '' })));
      const stored = await storage.readThumb(storage_key);
      for (const thumb of thumbs) assert.deepEqual(thumb, stored);
      assert.equal((await keys('thumb')).filter((key) => key === storage_key).length, 1, 'no partial file is left');
    });

    it('GET /ext/photos/{id}/thumb returns 304 for the entity tag that it sent', async () => {
      const url = await linkTo(await upload(await realPhoto({ width: 800, height: 600 })));
      const etag = String((await get(url)).headers['etag']);
      assert.match(etag, /^"[\w-]{22}"$/);
      for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get(url, { 'if-none-match': sent });
        assert.deepEqual([again.statusCode, again.payload, again.headers['etag']], [304, '', etag]);
      }
      assert.equal((await get(url, { 'if-none-match': '"other"' })).statusCode, 200);
    });

    it('GET /ext/photos/{id}/thumb returns 404 for photos that cannot be decoded, and does not decode them again at once', async () => {
      const cut = (await realPhoto({ width: 800, height: 600, noise: 20 })).subarray(0, 5_000);
      const files = [
        photo('jpeg'),
        photo('png'),
        photo('webp'),
        cut,
        pngThatClaims(50_000, 50_000),
        pngThatClaims(1, 2 ** 31 - 1),
      ];
      for (const bytes of files) {
        const made = await upload(bytes);
        const url = await linkTo(made);
        const before = (await outcomes())['undecodable'] ?? 0;
        for (let i = 0; i < 3; i++) {
          const { statusCode, headers, payload } = await get(url);
          assert.deepEqual([statusCode, JSON.parse(payload)], [404, { error: 'small version not found' }]);
          assert.equal(headers['cache-control'], 'no-store');
        }
        assert.equal((await outcomes())['undecodable'], before + 1);
        assert(!(await keys('thumb')).includes(await keyOf(made.id)));
      }
    });

    it('GET /ext/photos/{id}/thumb returns 404 when the photo is deleted, while it is made too, and leaves no file behind', async () => {
      const one = await upload(await realPhoto({ width: 800, height: 600 }));
      const url = await linkTo(one);
      const key = await keyOf(one.id);
      assert.equal((await get(url)).statusCode, 200);
      const remove = (made: { id: number; ticket_id: number }) =>
        fixtures.call(root, 'DELETE', `/tickets/${made.ticket_id}/photos/${made.id}`);
      await remove(one);
      assert.equal((await get(url)).statusCode, 404);
      await deletePendingFiles(fixtures.deps);
      assert.equal(await storage.readThumb(key), undefined);

      const other = await upload(await realPhoto({ width: 800, height: 600 }));
      const otherKey = await keyOf(other.id);
      const slow = storageWith(async (...put) => {
        await remove(other);
        await deletePendingFiles(fixtures.deps);
        await storage.putThumb(...put);
      });
      const thumbs = new ThumbStore({ ...fixtures.deps, storage: slow });
      await assert.rejects(thumbs.read({ kind: 'photo', id: other.id, storage_key: otherKey }, { key: '' }), { status: 404 });
      assert((await keys('thumb')).includes(otherKey), 'it was stored after the deletion of the photo');
      await deletePendingFiles(fixtures.deps);
      assert(!(await keys('thumb')).includes(otherKey));
    });

    it('small versions are deleted together with the ticket and the project of their photos', async () => {
      const project = await fixtures.createProject(anna, 'Short lived');
      const object = await fixtures.createObject(anna, project, 'Tent');
      await fixtures.addMember(project, wanda, 'active');
      const ticket = await fixtures.createTicket({}, anna, object);
      for (const op of ['take', 'start']) await fixtures.call(wanda, 'PATCH', `/tickets/${ticket}/${op}`);
      await deletePendingFiles(fixtures.deps); // what others left
      const before = [await keys('photo'), await keys('thumb')];
      await upload(await realPhoto({ width: 800, height: 600 }), ticket);
      for (const { url } of await list(ticket)) assert.equal((await get(url)).statusCode, 200);
      assert.equal((await keys('thumb')).length, (before[1]?.length ?? 0) + 1);
      await fixtures.call(root, 'DELETE', `/projects/${project}`);
      await deletePendingFiles(fixtures.deps);
      assert.deepEqual(
        [await keys('photo'), await keys('thumb')].map((all) => all.sort()),
        before.map((all) => all.sort()),
      );
    });

    it('the file audit deletes small versions without a photo and reports photos that have only their small version', async () => {
      const lost = await upload(await realPhoto({ width: 800, height: 600 }));
      const lostKey = await keyOf(lost.id);
      const thumb = (await get(await linkTo(lost))).rawPayload;
      await storage.remove(lostKey);
      await storage.putThumb(lostKey, thumb);
      const orphan = 'e'.repeat(32);
      const intact = await upload(await realPhoto({ width: 80, height: 60 }));
      await storage.remove(orphan);
      if (storageName === 'local') await makeFolderOf(orphan, fixtures);
      await storage.putThumb(orphan, thumb);
      fixtures.advanceClock(1_000);
      const { orphans, missing } = await auditFiles(fixtures.deps);
      const isMissing = (photo: number) => missing.some(({ kind, id }) => kind === 'photo' && id === photo);
      assert(orphans.includes(orphan) && !orphans.includes(lostKey));
      assert(isMissing(lost.id) && !isMissing(intact.id));
      await deletePendingFiles(fixtures.deps);
      assert.equal(await storage.readThumb(orphan), undefined);
    });

    it('a small version that cannot be stored is answered all the same', async () => {
      const { id } = await upload(await realPhoto({ width: 800, height: 600 }));
      const storage_key = await keyOf(id);
      const full = storageWith(async () => {
        throw new Error('no space');
      });
      const thumbs = new ThumbStore({ ...fixtures.deps, storage: full });
      const { format } = await sharp(await thumbs.read({ kind: 'photo', id, storage_key }, { key: '' })).metadata();
      assert.equal(format, 'webp');
      assert.equal(await storage.readThumb(storage_key), undefined);
      const before = (await outcomes())['not_stored'] ?? 0;
      await thumbs.read({ kind: 'photo', id, storage_key }, { key: '' });
      assert.equal((await outcomes())['not_stored'], before + 1);
    });
  });
  return fixtures;
}

async function makeFolderOf(key: string, { deps }: Fixtures): Promise<void> {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(`${deps.config.dataDir}/photos/${key.slice(0, 2)}`, { recursive: true });
}
