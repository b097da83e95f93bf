import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CallerGone } from '../../src/platform/lib/fair-queue.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { S3Storage } from '../../src/platform/storage/s3.ts';
import { deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { spoolFolder } from '../../src/product/files/photos/receive-upload.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { type S3Server, startS3 } from '../../testing/s3-server.ts';
import { waitFor } from '../../testing/wait.ts';
import { describeAttachments } from './attachment-tests.ts';
import { describePhotoStorage } from './storage-tests.ts';
import { describeThumbs } from './thumb-tests.ts';

const s3 = await startS3();
if (typeof s3 === 'string') it('photos on S3', { skip: s3 }, () => {});
else await photosOn(s3);

async function photosOn(server: S3Server): Promise<void> {
  after(() => server.stop());
  const settings = {
    S3_BUCKET: server.bucket,
    S3_ENDPOINT: server.endpoint,
    S3_REGION: server.region,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
  const fixtures = await describePhotoStorage('s3', settings, new Date());
  await describeThumbs('s3', settings, new Date());
  await describeAttachments('s3', settings, new Date());
  const { anna, wanda } = fixtures;
  const upload = async (id: number) => {
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    return fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
  };

  describe('presigned URLs', () => {
    it('a presigned URL returns an error without its signature, when changed and after its expiry', async () => {
      const { body } = await upload(await fixtures.createTicketWithStatus('in_progress'));
      assert.equal((await fetch(body.url)).status, 200);
      const url = new URL(body.url);
      assert.equal(url.searchParams.get('X-Amz-Expires'), '900');
      const bare = new URL(url.pathname, url.origin);
      assert.equal((await fetch(bare)).status, 403);
      for (const [name, value] of [
        ['X-Amz-Expires', '90000'],
        ['X-Amz-Signature', '0'.repeat(64)],
        ['response-content-type', 'text/html'],
      ] as const) {
        const changed = new URL(url);
        changed.searchParams.set(name, value);
        assert.equal((await fetch(changed)).status, 403, name);
      }
      const [row] = await fixtures.db.read
        .selectFrom('ticket_photos')
        .select(['id', 'storage_key', 'content_type', 'original_name'])
        .where('id', '=', body.id)
        .execute();
      assert(row);
      const expired = await fixtures.deps.storage.linkTo(
        { ...row, kind: 'photo' },
        new Date(fixtures.now.getTime() - 30 * 60_000),
        '',
      );
      assert.equal((await fetch(expired)).status, 403);
    });

    it('the startup check reports a wrong secret, and URLs signed with it return an error', async () => {
      const wrong = await openStorage({
        ...fixtures.deps.config,
        s3: { ...config(), credentials: { accessKeyId: server.accessKeyId, secretAccessKey: 'wrong' } },
      });
      await assert.rejects(wrong.check(), /callout: access denied/);
      const missing = await openStorage({ ...fixtures.deps.config, s3: { ...config(), bucket: 'nowhere' } });
      await assert.rejects(missing.check(), /nowhere: there is no such bucket/);
      await fixtures.deps.storage.check();
    });

    it('a request to S3 times out when the server accepts the connection and does not respond', { timeout: 30_000 }, async () => {
      const silent = createServer(() => {});
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = silent.address();
      assert(typeof address === 'object' && address);
      const mute = await openStorage({
        ...fixtures.deps.config,
        s3: { ...config(), endpoint: `http://127.0.0.1:${address.port}` },
      });
      await assert.rejects(mute.check());
      await assert.rejects(mute.remove('0'.repeat(32)));
      silent.close();
    });

    it('a request to S3 is retried when the server asks to try later', async () => {
      const bodies: number[] = [];
      const busy = createHttpServer(async (request, response) => {
        let size = 0;
        for await (const piece of request) size += piece.length;
        bodies.push(size);
        response.writeHead(bodies.length < 3 ? 503 : 200).end();
      });
      await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
      const address = busy.address();
      assert(typeof address === 'object' && address);
      const later = await openStorage({
        ...fixtures.deps.config,
        s3: { ...config(), endpoint: `http://127.0.0.1:${address.port}` },
      });
      const path = join(spoolFolder(fixtures.deps.config.dataDir), 'again');
      writeFileSync(path, photo('jpeg', 100_000));
      await later.put('0'.repeat(32), { path, size: 100_000, type: 'image/jpeg' });
      assert.deepEqual(bodies, [100_000, 100_000, 100_000]);
      rmSync(path);
      busy.close();
      busy.closeAllConnections();
    });
  });

  describe('S3 outage', () => {
    it('POST and DELETE of photos during an S3 outage return 500 storage unavailable without a row, and no deletion is lost', {
      timeout: 120_000,
    }, async () => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const { body: earlier } = await upload(id);
      const entries = async () => (await fixtures.call(anna, 'GET', `/tickets/${id}/events`)).body.total;
      const before = await entries();
      server.pause();
      const { status, body } = await upload(id);
      assert.deepEqual([status, body], [500, { error: 'storage unavailable' }]);
      assert.equal(await entries(), before);
      assert.equal(
        (await fixtures.call(wanda, 'DELETE', `/tickets/${id}/photos/${earlier.id}`)).status,
        200,
        'the row goes, the file follows later',
      );
      await deletePendingFiles(fixtures.deps);
      server.resume();
      fixtures.advanceClock(61_000);
      await deletePendingFiles(fixtures.deps);
      assert.equal((await fetch(earlier.url)).status, 404);
      assert.equal((await upload(id)).status, 201);
    });
  });

  function config() {
    const { s3: options } = fixtures.deps.config;
    assert(options);
    return options;
  }
}

describe('uploads that wait because the bucket is slow', () => {
  // The bucket is an HTTP server that answers when it is told to.
  const waiting: ServerResponse[] = [];
  const paths: string[] = [];
  const bucket = createHttpServer((request, response) => {
    paths.push(request.url ?? '');
    request.resume();
    waiting.push(response);
  });
  const folder = mkdtempSync(join(tmpdir(), 'callout-s3-queue-'));
  before(() => new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve)));
  after(() => {
    bucket.close();
    bucket.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  it('S3Storage.put does not store a file whose caller hung up while it waited for the bucket', async () => {
    const { port } = bucket.address() as AddressInfo;
    const storage = new S3Storage(
      {
        bucket: 'photos',
        endpoint: `http://127.0.0.1:${port}`,
        region: '',
        credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        forcePathStyle: true,
      },
      60_000,
    );
    const path = join(folder, 'photo');
    writeFileSync(path, 'photo');
    let isGone = false;
    const put = (name: string, isGone?: () => boolean) =>
      storage.put(name.repeat(32), { path, size: 5, type: 'image/jpeg' }, isGone);
    const running = ['1', '2', '3', '4'].map((name) => put(name));
    await waitFor(() => waiting.length === 4);
    const gone = put('a', () => isGone);
    const last = put('b', () => false);
    isGone = true;
    const refused = assert.rejects(gone, CallerGone);
    for (const response of waiting.splice(0)) response.end();
    await Promise.all([...running, refused]);
    await waitFor(() => waiting.length === 1);
    waiting[0]?.end();
    await last;
    assert.equal(paths.length, 5);
    assert(!paths.some((requested) => requested.includes('a'.repeat(32))));
  });
});
