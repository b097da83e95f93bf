import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { CallerGone } from '../../src/platform/lib/fair-queue.ts';
import { S3Storage } from '../../src/platform/storage/s3.ts';
import { waitFor } from '../../testing/wait.ts';

// Uploads that wait because a bucket is slow. The bucket is an HTTP server that answers when it is told to.

const waiting: ServerResponse[] = [];
const paths: string[] = [];
const bucket = createServer((request, response) => {
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
