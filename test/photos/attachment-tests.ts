import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import type { Environment } from '../../src/platform/config/config.ts';
import { auditFiles, deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { spoolFolder } from '../../src/product/files/photos/receive-upload.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { type FormPart, multipartForm, photo } from '../../testing/photo-files.ts';
import { photoWithMetadata, secret } from '../../testing/photo-metadata.ts';
import { realPhoto } from '../../testing/real-photos.ts';

/** What holds for attachments wherever they are stored; each storage runs all of it. */
export async function describeAttachments(storageName: string, settings: Environment, now?: Date): Promise<Fixtures> {
  const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '200000', ...settings });
  if (now) fixtures.now = now; // a storage with a clock of its own looks at the dates of signatures
  const { anna, wanda, root } = fixtures;
  const { storage } = fixtures.deps;

  const attach = async (who: TestUser, ticket: number, ...parts: FormPart[]) => {
    const { body, headers } = multipartForm(parts.length > 0 ? parts : [{ name: 'leak.jpg', bytes: photo() }]);
    return fixtures.call(who, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers);
  };
  const list = async (ticket: number, query = '') =>
    (await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}/attachments${query}`)).body;
  const read = async (url: string) => {
    if (!url.startsWith('http://localhost:80/')) {
      const answer = await fetch(url);
      return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
    }
    const { statusCode, headers, rawPayload } = await fixtures.app.inject(url.replace('http://localhost:80', ''));
    return { status: statusCode, type: headers['content-type'], bytes: rawPayload };
  };
  const keyOf = async (id: number) => {
    const rows = fixtures.db.read.selectFrom('ticket_attachments').select('storage_key').where('id', '=', id);
    return (await rows.executeTakeFirstOrThrow()).storage_key;
  };

  describe(`attachments (${storageName})`, () => {
    it('POST /ext/tickets/{id}/attachments returns 201 with links that return the same bytes and a small version', async () => {
      const ticket = await fixtures.createTicket();
      const bytes = await realPhoto({ width: 1200, height: 900 });
      const { status, body } = await attach(anna, ticket, { name: 'C:\\leak.exe', type: 'text/html', bytes });
      assert.equal(status, 201, JSON.stringify(body));
      const { id, url, thumb_url, ...rest } = body;
      assert.deepEqual(rest, {
        ticket_id: ticket,
        kind: 'report',
        internal: false,
        author_id: anna.id,
        author_name: anna.name,
        filename: 'leak.exe',
        content_type: 'image/jpeg',
        size: bytes.length,
        created_at: fixtures.now.toISOString(),
      });
      const file = await read(url);
      assert.deepEqual([file.status, file.type], [200, 'image/jpeg']);
      assert.deepEqual(file.bytes, bytes);
      const thumb = await read(thumb_url);
      assert.deepEqual([thumb.status, thumb.type], [200, 'image/webp']);
      const { width, height } = await sharp(thumb.bytes).metadata();
      assert.deepEqual([width, height], [480, 360]);
      assert.deepEqual(await storage.readThumb(await keyOf(id)), thumb.bytes, 'it is stored beside the file');
      const { items, ...page } = await list(ticket);
      assert.deepEqual(page, { total: 1, limit: 20, offset: 0 });
      assert.equal(items[0].id, id);
    });

    it('POST /ext/tickets/{id}/attachments takes the fields kind and comment_id, and returns 400 for wrong ones', async () => {
      const ticket = await fixtures.createTicket();
      const file = { name: 'leak.jpg', bytes: photo() };
      const withFields = async (fields: Record<string, string>) => {
        const parts = Object.entries(fields).map(([field, bytes]) => ({ field, bytes }));
        return attach(anna, ticket, ...parts.slice(0, 1), file, ...parts.slice(1));
      };
      for (const [fields, kind] of [
        [{}, 'report'],
        [{ kind: 'report' }, 'report'],
        [{ kind: 'comment' }, 'comment'],
        [{ kind: 'report', comment_id: '' }, 'report'],
      ] as const) {
        const { status, body } = await withFields(fields);
        assert.deepEqual([status, body.kind, 'comment_id' in body], [201, kind, false], JSON.stringify(fields));
      }
      for (const fields of [
        { kind: 'photo' },
        { comment_id: 'x' },
        { comment_id: '0' },
        { comment_id: '9999999999' },
        { kind: 'report', comment_id: '1' },
      ]) {
        const { status, body } = await withFields(fields);
        assert.deepEqual([status, Object.keys(body)], [400, ['error']], JSON.stringify(fields));
      }
      assert.equal((await list(ticket)).total, 4);
    });

    it('POST /ext/tickets/{id}/attachments returns 400 for what is no photo or too large', async () => {
      const ticket = await fixtures.createTicket();
      for (const bytes of ['', 'GIF89a', '<svg/>', photo('jpeg', 200_001)]) {
        assert.equal((await attach(anna, ticket, { name: 'leak.jpg', bytes })).status, 400);
      }
      assert.equal((await attach(anna, ticket, { field: 'photo', name: 'leak.jpg', bytes: photo() })).status, 400);
      assert.equal((await list(ticket)).total, 0);
      assert.deepEqual(readdirSync(spoolFolder(fixtures.deps.config.dataDir)), []);
    });

    it('PHOTO_METADATA=strip stores attachments without metadata', async () => {
      const { config } = fixtures.deps;
      config.stripPhotoMetadata = true;
      try {
        const { bytes, stripped } = photoWithMetadata('jpeg');
        const { body } = await attach(anna, await fixtures.createTicket(), { name: 'leak.jpg', bytes });
        assert.equal(body.size, stripped.length);
        assert(!(await read(body.url)).bytes.includes(secret));
      } finally {
        config.stripPhotoMetadata = false;
      }
    });

    it('a ticket has at most 10 attachments, also when they are added at the same time', async () => {
      const ticket = await fixtures.createTicketWithStatus('assigned');
      for (let i = 0; i < 7; i++) assert.equal((await attach(anna, ticket)).status, 201);
      const answers = await Promise.all([anna, wanda, root, anna, wanda, root].map((who) => attach(who, ticket)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409);
      assert.deepEqual(refused?.body, { error: 'the ticket has 10 attachments already' });
      assert.equal((await list(ticket, '?limit=100')).total, 10);
    });

    it('the file of an attachment is deleted with its ticket, and its links return 404', async () => {
      const project = await fixtures.createProject(anna, `Depot ${storageName}`);
      const object = await fixtures.createObject(anna, project, 'Hall');
      const ticket = await fixtures.createTicket({}, anna, object);
      const { body } = await attach(anna, ticket, { name: 'leak.jpg', bytes: await realPhoto({ width: 64, height: 48 }) });
      const key = await keyOf(body.id);
      await read(body.thumb_url);
      assert.equal((await fixtures.call(root, 'DELETE', `/projects/${project}`)).status, 200);
      await deletePendingFiles(fixtures.deps);
      assert.deepEqual([await storage.read(key), await storage.readThumb(key)], [undefined, undefined]);
      assert.deepEqual([(await read(body.url)).status, (await read(body.thumb_url)).status], [404, 404]);
    });

    it('the file audit knows attachments: none is an orphan, and those without a file are missing', async () => {
      const ticket = await fixtures.createTicket();
      const [kept, lost] = [(await attach(anna, ticket)).body, (await attach(anna, ticket)).body];
      await storage.remove(await keyOf(lost.id));
      fixtures.advanceClock(1_000);
      const { orphans, missing } = await auditFiles(fixtures.deps);
      assert.deepEqual([orphans.includes(await keyOf(kept.id)), missing], [false, [{ kind: 'attachment', id: lost.id }]]);
      await deletePendingFiles(fixtures.deps);
      assert.equal((await read(kept.url)).status, 200);
      assert.deepEqual([(await read(lost.url)).status, (await read(lost.thumb_url)).status], [404, 404]);
      await fixtures.transaction((tx) => tx.deleteFrom('ticket_attachments').where('id', '=', lost.id).execute());
    });
  });
  return fixtures;
}
