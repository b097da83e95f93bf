import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Environment } from '../../src/platform/config/config.ts';
import { auditFiles, deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { spoolFolder } from '../../src/product/files/photos/receive-upload.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { type FormPart, multipartForm, photo } from '../../testing/photo-files.ts';
import { photoKinds, photoWithMetadata, secret } from '../../testing/photo-metadata.ts';

/** What holds for photos wherever their bytes lie; each storage runs all of it. */
export async function describePhotoStorage(storageName: string, settings: Environment, now?: Date): Promise<Fixtures> {
  const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '20000', PHOTO_MAX_PER_TICKET: '3', ...settings });
  if (now) fixtures.now = now; // a storage with a clock of its own looks at the dates of signatures
  const { anna, root, wanda, ivan, oleg } = fixtures;

  const upload = async (who: TestUser, id: unknown, ...parts: FormPart[]) => {
    const { body, headers } = multipartForm(parts.length > 0 ? parts : [{ name: 'lamp.jpg', bytes: photo() }]);
    return fixtures.call(who, 'POST', `/tickets/${id}/photos`, body, headers);
  };
  const list = async (id: number, query = '') => (await fixtures.call(anna, 'GET', `/tickets/${id}/photos${query}`)).body;
  const journal = async (id: number) =>
    (await fixtures.call(anna, 'GET', `/tickets/${id}/events?limit=100`)).body.items.map(
      (e: { action: string; comment: string }) => `${e.action} ${e.comment}`.trim(),
    );
  const keys = async () => {
    const all: string[] = [];
    for await (const key of fixtures.deps.storage.keys()) all.push(key);
    return all;
  };
  const spool = spoolFolder(fixtures.deps.config.dataDir);
  const spooled = () => readdirSync(spool);
  const read = async (url: string) => {
    const local = url.startsWith('http://localhost:80/');
    const answer = local ? await fixtures.app.inject(url.replace('http://localhost:80', '')) : undefined;
    if (answer)
      return {
        status: answer.statusCode,
        bytes: answer.rawPayload,
        type: answer.headers['content-type'],
        disposition: answer.headers['content-disposition'],
      };
    const response = await fetch(url);
    return {
      status: response.status,
      bytes: Buffer.from(await response.arrayBuffer()),
      type: response.headers.get('content-type') ?? undefined,
      disposition: response.headers.get('content-disposition') ?? undefined,
    };
  };

  describe(`photos (${storageName})`, () => {
    it('POST /tickets/{id}/photos returns 201 to the assigned worker and to admins, with a URL that returns the same bytes', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      for (const [who, kind, type] of [
        [wanda, 'jpeg', 'image/jpeg'],
        [root, 'png', 'image/png'],
        [wanda, 'webp', 'image/webp'],
      ] as const) {
        const bytes = photo(kind, 5000);
        const { status, body } = await upload(who, id, { name: 'C:\\fakepath\\über lamp.exe', type: 'text/html', bytes });
        assert.equal(status, 201, JSON.stringify(body));
        const { id: photoId, url, ...rest } = body;
        assert(Number.isInteger(photoId));
        assert.deepEqual(rest, {
          ticket_id: id,
          content_type: type,
          original_name: 'über lamp.exe',
          size_bytes: 5000,
          uploader_id: who.id,
          uploader_name: who.name,
          created_at: fixtures.now.toISOString(),
        });
        const file = await read(url);
        assert.deepEqual([file.status, file.type], [200, type]);
        assert(file.bytes.equals(bytes), 'the bytes are stored as they came');
        const ending = { jpeg: 'jpg', png: 'png', webp: 'webp' }[kind];
        assert.equal(
          file.disposition,
          `inline; filename="_ber lamp.${ending}"; filename*=UTF-8''%C3%BCber%20lamp.${ending}`,
          'saved with the extension of its type',
        );
      }
      const page = await list(id);
      assert.deepEqual([page.total, page.max_per_ticket, page.items.length], [3, 3, 3]);
      assert.deepEqual(await journal(id), ['created', 'assigned', 'started', ...Array(3).fill('photo_added über lamp.exe')]);
      const { body: ticket } = await fixtures.call(anna, 'GET', `/tickets/${id}`);
      assert.equal(ticket.status, 'in_progress');
    });

    it('a photo is offered for saving with the extension of its type, whatever its name', async () => {
      const page = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]);
      for (const [given, offered] of [
        ['x.html', 'x.jpg'],
        ['x.jpg.html', 'x.jpg.jpg'],
        ['x.JPEG', 'x.JPEG'],
        ['.html', 'photo.jpg'],
        ['x', 'x.jpg'],
        ['Flat No. 5', 'Flat No. 5.jpg'],
        ['x.html.', 'x.html..jpg'],
      ] as const) {
        const id = await fixtures.createTicketWithStatus('in_progress');
        const { status, body } = await upload(wanda, id, { name: given, type: 'text/html', bytes: page });
        assert.deepEqual([status, body.content_type, body.original_name], [201, 'image/jpeg', given]);
        const { disposition } = await read(body.url);
        assert.equal(disposition, `inline; filename="${offered}"; filename*=UTF-8''${encodeURIComponent(offered)}`, given);
      }
    });

    it('PHOTO_METADATA=strip stores photos without metadata, with the size that is read', async () => {
      const { config } = fixtures.deps;
      config.stripPhotoMetadata = true;
      try {
        const id = await fixtures.createTicketWithStatus('in_progress');
        for (const kind of photoKinds) {
          const { bytes, stripped } = photoWithMetadata(kind, { orientation: 6 });
          const { status, body } = await upload(wanda, id, { name: `lamp.${kind}`, bytes });
          assert.deepEqual([status, body.content_type, body.size_bytes], [201, `image/${kind}`, stripped.length]);
          const file = await read(body.url);
          assert(!file.bytes.includes(secret));
          assert.deepEqual(file.bytes, stripped);
        }
      } finally {
        config.stripPhotoMetadata = false;
      }
    });

    it('PHOTO_METADATA=strip returns 400 for a file that is damaged, larger than allowed or no photo, and stores nothing', async () => {
      const { config } = fixtures.deps;
      const id = await fixtures.createTicketWithStatus('in_progress');
      const before = await keys();
      config.stripPhotoMetadata = true;
      try {
        for (const kind of photoKinds) {
          const { bytes, stripped } = photoWithMetadata(kind);
          const oversized = Buffer.concat([bytes, Buffer.alloc(20_001 - bytes.length)]); // what follows the image counts, too
          for (const [file, error] of [
            [photo(kind), /^file is damaged: /],
            [stripped.subarray(0, -1), /^file is damaged: the file ends before its image does$/],
            [oversized, /^file is larger than 20000 bytes$/],
            [stripped.subarray(1), /^file is not a jpeg, png or webp photo$/],
            [stripped.subarray(0, 2), /^file is not a jpeg, png or webp photo$/],
          ] as const) {
            const { status, body } = await upload(wanda, id, { name: 'lamp.jpg', bytes: file });
            assert.deepEqual([status, Object.keys(body)], [400, ['error']]);
            assert.match(body.error, error, kind);
          }
        }
      } finally {
        config.stripPhotoMetadata = false;
      }
      assert.deepEqual([(await list(id)).total, (await keys()).length - before.length, spooled()], [0, 0, []]);
    });

    it('photo responses never contain the storage key', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const { body } = await upload(wanda, id);
      const [row] = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', body.id).execute();
      assert.match(row?.storage_key ?? '', /^[0-9a-f]{32}$/);
      const { url, ...answered } = body;
      assert(!JSON.stringify(answered).includes(row?.storage_key ?? '?'));
      if (storageName === 'local') assert(!url.includes(row?.storage_key));
    });

    it('GET /tickets/{id}/photos returns photos, oldest first', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
        fixtures.advanceClock(1000);
        await upload(wanda, id, { name, bytes: photo() });
      }
      const names = async (query: string) => (await list(id, query)).items.map((p: { original_name: string }) => p.original_name);
      assert.deepEqual(await names(''), ['a.jpg', 'b.jpg', 'c.jpg']);
      assert.deepEqual(await names('?sort=created_at&order=desc&limit=2'), ['c.jpg', 'b.jpg']);
    });

    it('POST /tickets/{id}/photos checks token, role, id, ticket, worker and status in this order before it reads the file', async () => {
      const working = await fixtures.createTicketWithStatus('in_progress');
      const waiting = await fixtures.createTicketWithStatus('assigned');
      const bad = (who: TestUser, id: unknown) =>
        fixtures.call(who, 'POST', `/tickets/${id}/photos`, 'no multipart', { 'content-type': 'text/plain' });
      for (const [who, id, status] of [
        [anna, working, 403],
        [wanda, 'x', 400],
        [wanda, 999_999, 404],
        [oleg, working, 403],
        [ivan, working, 403],
        [wanda, waiting, 409],
        [root, waiting, 409],
        [wanda, working, 400],
      ] as const) {
        assert.equal((await bad(who, id)).status, status, `${who.name} ${id}`);
      }
      const large = Buffer.alloc(200_000);
      for (const type of ['text/plain', '@@', 'image/jpeg']) {
        const send = (id: unknown) => fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, large, { 'content-type': type });
        assert.deepEqual(
          [(await send(999_999)).status, (await send(waiting)).status, (await send(working)).status],
          [404, 409, 400],
          type,
        );
      }
    });

    it('POST /tickets/{id}/photos keeps the last segment of the file name without misleading characters', async () => {
      for (const [given, kept] of [
        ['../../etc/passwd', 'passwd'],
        ['a/b\\c.png', 'c.png'],
        ['evil\u202egnp.exe', 'evilgnp.exe'],
        ['tab\tand\u0007bell.jpg', 'tabandbell.jpg'],
        ['..', 'photo'],
        ['', 'photo'],
        ['  .jpg', '.jpg'],
        ['фото 📷.jpg', 'фото 📷.jpg'],
        ['x'.repeat(255), 'x'.repeat(255)],
        ['x'.repeat(256), undefined],
      ] as const) {
        const id = await fixtures.createTicketWithStatus('in_progress');
        const { status, body } = await upload(wanda, id, { name: given, bytes: photo() });
        assert.deepEqual([status, body.original_name], kept === undefined ? [400, undefined] : [201, kept], given);
      }
    });

    it('POST /tickets/{id}/photos returns 409 above the photo limit of the ticket, also for concurrent uploads', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const before = (await keys()).length;
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(i % 2 ? wanda : root, id)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, ...Array(9).fill(409)]);
      assert.equal((await list(id)).total, 3);
      await deletePendingFiles(fixtures.deps);
      assert.equal((await keys()).length - before, 3, 'the files of those who came too late are gone');
      assert.deepEqual(spooled(), []);
    });

    it('POST /tickets/{id}/photos returns 409 when the ticket becomes done during the upload', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const answers = await Promise.all([upload(wanda, id), fixtures.call(wanda, 'PATCH', `/tickets/${id}/done`)]);
      assert.equal(answers[1]?.status, 200);
      assert([201, 409].includes(answers[0]?.status ?? 0));
      const story = await journal(id);
      assert.equal(story.at(-1), 'done', 'no photo after the report');
    });
  });

  describe(`DELETE /tickets/{id}/photos/{photo_id} (${storageName})`, () => {
    const remove = (who: TestUser, id: unknown, photoId: unknown) =>
      fixtures.call(who, 'DELETE', `/tickets/${id}/photos/${photoId}`);

    it('DELETE /tickets/{id}/photos/{photo_id} is allowed to the uploader in progress and to admins always, and deletes the file', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const own = (await upload(wanda, id, { name: 'own.jpg', bytes: photo() })).body;
      const admins = (await upload(root, id, { name: 'root.jpg', bytes: photo() })).body;
      assert.equal((await remove(wanda, id, admins.id)).status, 409, 'somebody else`s');
      await deletePendingFiles(fixtures.deps); // what others left
      const before = (await keys()).length;
      assert.deepEqual((await remove(wanda, id, own.id)).body, { ok: true });
      assert.equal((await remove(wanda, id, own.id)).status, 404);
      await deletePendingFiles(fixtures.deps);
      assert.equal((await keys()).length, before - 1);
      assert.equal((await read(own.url)).status, 404, 'a link to it is dead');
      const late = (await upload(wanda, id, { name: 'late.jpg', bytes: photo() })).body;
      await fixtures.call(wanda, 'PATCH', `/tickets/${id}/done`);
      assert.equal((await remove(wanda, id, late.id)).status, 409);
      assert.equal((await remove(root, id, late.id)).status, 200);
      assert.deepEqual((await journal(id)).slice(3), [
        'photo_added own.jpg',
        'photo_added root.jpg',
        'photo_removed own.jpg',
        'photo_added late.jpg',
        'done',
        'photo_removed late.jpg',
      ]);
    });

    it('a photo stays when the account of its uploader is deleted', async () => {
      const admin = await fixtures.createUser(`photographer-${storageName}`, 'admin');
      const id = await fixtures.createTicketWithStatus('in_progress');
      await upload(admin, id);
      assert.equal((await fixtures.call(root, 'DELETE', `/users/${admin.id}`)).status, 200);
      const { items } = await list(id);
      assert.deepEqual([items[0].uploader_id, items[0].uploader_name], ['', admin.name]);
      assert.equal((await read(items[0].url)).status, 200);
    });
  });

  describe(`file audit (${storageName})`, () => {
    it('the file audit deletes files without a row, reports rows without a file and keeps running uploads', async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const kept = (await upload(wanda, id)).body;
      const lost = (await upload(wanda, id)).body;
      const [row] = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', lost.id).execute();
      await fixtures.deps.storage.remove(row?.storage_key ?? '');
      await store('0'.repeat(32));
      await store('1'.repeat(32));
      await fixtures.transaction((tx) =>
        tx
          .insertInto('pending_file_deletions')
          .values({ storage_key: '1'.repeat(32), delete_after: new Date(fixtures.now.getTime() + 60_000) })
          .execute(),
      );
      fixtures.advanceClock(1000);
      const { orphans, missing } = await auditFiles(fixtures.deps);
      assert.deepEqual([orphans, missing], [['0'.repeat(32)], [{ kind: 'photo', id: lost.id }]]);
      await deletePendingFiles(fixtures.deps);
      assert(!(await keys()).includes('0'.repeat(32)));
      assert((await keys()).includes('1'.repeat(32)), 'announced: an upload that may still become a row');
      fixtures.advanceClock(60_000);
      await deletePendingFiles(fixtures.deps);
      assert(!(await keys()).includes('1'.repeat(32)), 'its time is over');
      assert.equal((await read(kept.url)).status, 200);
    });

    async function store(key: string): Promise<void> {
      const path = `${spool}/${key}`;
      const bytes = photo();
      writeFileSync(path, bytes);
      await fixtures.deps.storage.put(key, { path, size: bytes.length, type: 'image/jpeg' });
      rmSync(path, { force: true });
    }
  });
  return fixtures;
}
