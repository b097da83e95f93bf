import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  type PathLike,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LocalStorage, restoringMark } from '../../src/platform/storage/local.ts';
import { deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { spoolFolder } from '../../src/product/files/photos/receive-upload.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { waitFor } from '../../testing/wait.ts';
import { describePhotoStorage } from './storage-tests.ts';

const fixtures = await describePhotoStorage('local', {});
const { wanda, anna } = fixtures;
const storage = fixtures.deps.storage;
assert(storage instanceof LocalStorage);
const spool = spoolFolder(fixtures.deps.config.dataDir);

const upload = async (id: number, bytes = photo()) => {
  const { body, headers } = multipartForm([{ name: 'lamp <1>.jpg', bytes }]);
  return fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
};
const get = (url: string, headers: Record<string, string> = {}) =>
  fixtures.app.inject({ url: url.replace('http://localhost:80', ''), headers });

describe('GET /files', () => {
  it('GET /files serves byte ranges', async () => {
    const bytes = photo('png', 3000);
    const { body } = await upload(await fixtures.createTicketWithStatus('in_progress'), bytes);
    const part = await get(body.url, { range: 'bytes=100-199' });
    assert.deepEqual([part.statusCode, part.headers['content-range']], [206, 'bytes 100-199/3000']);
    assert(part.rawPayload.equals(bytes.subarray(100, 200)));
    const beyond = await get(body.url, { range: 'bytes=5000-' });
    assert.deepEqual([beyond.statusCode, Object.keys(beyond.json())], [416, ['error']]);
    assert.deepEqual([beyond.headers['content-range'], beyond.headers['cache-control']], ['bytes */3000', 'no-store']);
    assert.equal((await get(body.url, { range: 'bytes=a-b' })).statusCode, 200, 'no range at all');
  });

  it('GET /files calls no synchronous function of node:fs', async (t) => {
    const { body } = await upload(await fixtures.createTicketWithStatus('in_progress'));
    const called: string[] = [];
    const isSync = (name: string): name is 'existsSync' =>
      name.endsWith('Sync') && typeof fs[name as 'existsSync'] === 'function';
    const names = Object.keys(fs).filter(isSync);
    for (const name of names) {
      const original = fs[name];
      t.mock.method(fs, name, (path: PathLike) => {
        called.push(name);
        return original(path);
      });
    }
    syncBuiltinESMExports();
    try {
      assert.equal((await get(body.url)).statusCode, 200);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    assert.deepEqual(called, []);
  });

  it('GET /files returns 404 when the file is missing', async () => {
    const { body } = await upload(await fixtures.createTicketWithStatus('in_progress'));
    const [row] = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', body.id).execute();
    await storage.remove(row?.storage_key ?? '');
    const answer = await get(body.url);
    assert.deepEqual([answer.statusCode, answer.json()], [404, { error: 'photo not found' }]);
    assert.deepEqual([answer.headers['cache-control'], answer.headers['content-disposition']], ['no-store', undefined]);
  });

  it('photo URLs use the address of the request or PUBLIC_URL', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    await upload(id);
    const linkFor = async (headers: Record<string, string>) =>
      (await fixtures.call(anna, 'GET', `/tickets/${id}/photos`, undefined, headers)).body.items[0].url;
    assert.match(await linkFor({ host: 'callout.example.com:8080' }), /^http:\/\/callout\.example\.com:8080\/files\//);
    assert.match(
      await linkFor({ host: 'callout.example.com', 'x-forwarded-proto': 'https' }),
      /^https:\/\/callout\.example\.com\/files\//,
    );
    for (const proto of ['https,http', 'HTTPS', 'https, https'])
      assert.match(await linkFor({ host: 'callout.example.com', 'x-forwarded-proto': proto }), /^https:/, proto);
    assert.match(await linkFor({ host: 'callout.example.com', 'x-forwarded-proto': 'http, https' }), /^http:/);
    assert.match(await linkFor({ host: 'evil.example.com/path?x=' }), /^http:\/\/[\w.[\]:]+\/files\//);
  });
});

// A disk of one megabyte; making one takes rights that not every machine gives.
const mounted = mkdtempSync(join(tmpdir(), 'callout-small-'));
const { status: mounting } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mounted], { stdio: 'ignore' });
const noMount = mounting !== 0 && 'a small disk cannot be mounted here';
after(() => {
  if (!noMount) execFileSync('umount', [mounted]);
  rmSync(mounted, { recursive: true, force: true });
});

describe('local photo storage', () => {
  it('POST /tickets/{id}/photos returns 500 storage unavailable without a row or journal entry when the folder is not writable', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    // A file where the folder belongs: nothing can be written below it, not even by root.
    for (const folder of [storage.folder, spool]) {
      renameSync(folder, `${folder}.away`);
      writeFileSync(folder, '');
      const { status, body } = await upload(id);
      assert.deepEqual([status, body], [500, { error: 'storage unavailable' }]);
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
    }
    const { body } = await fixtures.call(anna, 'GET', `/tickets/${id}/photos`);
    assert.equal(body.total, 0);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}/events`)).body.total, 3);
    assert.equal((await upload(id)).status, 201, 'it works again');
  });

  it('POST /tickets/{id}/photos returns 500 storage unavailable on a full or read-only disk, and stored photos stay readable', {
    skip: noMount,
  }, async () => {
    const small = await Fixtures.create({ DATA_DIR: join(mounted, 'data'), MIN_FREE_DISK_BYTES: '1' });
    const id = await small.createTicketWithStatus('in_progress');
    const send = async (bytes: Buffer) => {
      const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes }]);
      return small.call(small.wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    };
    const kept = await send(photo('jpeg', 400_000));
    assert.equal(kept.status, 201);
    const full = await send(photo('jpeg', 900_000));
    assert.deepEqual([full.status, full.body], [500, { error: 'storage unavailable' }]);
    assert.equal((await send(photo('jpeg', 200_000))).status, 201, 'nothing of the failed one takes room');
    execFileSync('mount', ['-o', 'remount,ro', mounted]);
    assert.deepEqual((await send(photo())).body, { error: 'storage unavailable' });
    const { statusCode } = await small.app.inject(kept.body.url.replace('http://localhost:80', ''));
    assert.equal(statusCode, 200);
    execFileSync('mount', ['-o', 'remount,rw', mounted]);
    assert.equal((await small.call(small.anna, 'GET', `/tickets/${id}/photos`)).body.total, 2);
  });

  it('uploads work with photos on a disk of their own, and one that does not fit leaves no partial file', {
    skip: noMount,
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'callout-own-mount-'));
    const folder = join(dataDir, 'photos');
    mkdirSync(folder, { mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    try {
      const own = await Fixtures.create({ DATA_DIR: dataDir, MIN_FREE_DISK_BYTES: '1', PHOTO_MAX_BYTES: '2000000' });
      const id = await own.createTicketWithStatus('in_progress');
      const send = async (bytes: Buffer) => {
        const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes }]);
        return own.call(own.wanda, 'POST', `/tickets/${id}/photos`, body, headers);
      };
      const bytes = photo('jpeg', 400_000);
      const sent = await send(bytes);
      assert.equal(sent.status, 201);
      const { rawPayload } = await own.app.inject(sent.body.url.replace('http://localhost:80', ''));
      assert(rawPayload.equals(bytes));
      assert.deepEqual(readdirSync(spoolFolder(dataDir)), []);
      const tooLarge = await send(photo('jpeg', 900_000));
      assert.deepEqual([tooLarge.status, tooLarge.body], [500, { error: 'storage unavailable' }]);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      assert.equal(files.length, 1, 'no part of the second one');
    } finally {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('the storage deletes the partial copy of a killed upload together with its key', async () => {
    const key = 'ab'.repeat(16);
    const part = join(storage.folder, `${storage.nameOf(key)}.part`);
    mkdirSync(dirname(part), { recursive: true });
    writeFileSync(part, 'half a photo');
    await storage.remove(key);
    assert(!existsSync(part));
  });

  it('the storage check changes nothing on the disk, and a start removes the mark of a restore', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'callout-check-'));
    try {
      const checked = new LocalStorage({ dataDir, linkKey: Buffer.alloc(32), linkTtlMs: 1 });
      await checked.check();
      assert.deepEqual(readdirSync(dataDir), [], 'the folder is created by the start or the first upload');
      mkdirSync(checked.folder);
      writeFileSync(join(checked.folder, restoringMark), '');
      await checked.check();
      assert(existsSync(join(checked.folder, restoringMark)));
      await checked.prepare();
      assert(!existsSync(join(checked.folder, restoringMark)));
      rmSync(checked.folder, { recursive: true });
      writeFileSync(checked.folder, '');
      await assert.rejects(checked.prepare());
      rmSync(dataDir, { recursive: true });
      await assert.rejects(checked.check());
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('photo folders are accessible to their owner only', async () => {
    await upload(await fixtures.createTicketWithStatus('in_progress'));
    for (const folder of [storage.folder, spool]) assert.equal(statSync(folder).mode & 0o077, 0);
    mkdirSync(storage.folder, { recursive: true });
  });
});

describe('uploads over a TCP connection', () => {
  before(() => fixtures.app.listen({ port: 0, host: '127.0.0.1' }));

  it('an upload whose client disconnects while the file is being stored leaves neither a photo nor a file', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const { port } = fixtures.app.server.address() as AddressInfo;
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const put = storage.put.bind(storage);
    const taking = Promise.withResolvers<string>();
    const go = Promise.withResolvers<void>();
    storage.put = async (key, file) => {
      taking.resolve(key);
      await go.promise;
      await put(key, file);
    };
    try {
      const hungUp = new AbortController();
      const closed = once(fixtures.app.server, 'connection').then(([socket]) => once(socket, 'close'));
      const upload = fetch(`http://127.0.0.1:${port}/tickets/${id}/photos`, {
        method: 'POST',
        body,
        headers: { ...headers, authorization: `Bearer ${await fixtures.accessTokenFor(wanda)}` },
        signal: hungUp.signal,
      });
      const key = await taking.promise;
      hungUp.abort();
      await assert.rejects(upload);
      await closed;
      go.resolve();
      await waitFor(async () => {
        const pending = await fixtures.db.read
          .selectFrom('pending_file_deletions')
          .selectAll()
          .where('storage_key', '=', key)
          .execute();
        return pending.some(({ delete_after }) => delete_after < fixtures.now.toISOString());
      });
      assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}/photos`)).body.total, 0);
      await deletePendingFiles(fixtures.deps);
      assert(!existsSync(join(storage.folder, storage.nameOf(key))));
    } finally {
      storage.put = put;
      go.resolve();
    }
  });

  it('the connection stays usable after an upload that is refused early', async () => {
    const { port } = fixtures.app.server.address() as AddressInfo;
    const id = await fixtures.createTicketWithStatus('in_progress');
    const token = await fixtures.accessTokenFor(wanda);
    const { body, headers } = multipartForm([{ name: 'large.jpg', bytes: photo('jpeg', 3_000_000) }]);
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`http://127.0.0.1:${port}/tickets/${id}/photos`, {
        method: 'POST',
        body,
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
      assert.equal(response.status, 400);
      assert.match(((await response.json()) as { error: string }).error, /larger than 20000 bytes/);
    }
    const { body: fine, headers: fineHeaders } = multipartForm([{ name: 'fine.jpg', bytes: photo() }]);
    const response = await fetch(`http://127.0.0.1:${port}/tickets/${id}/photos`, {
      method: 'POST',
      body: fine,
      headers: { ...fineHeaders, authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 201);
    await deletePendingFiles(fixtures.deps);
  });
});
