import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, it } from 'node:test';
import { loadConfig } from '../../src/platform/config/config.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';

// What the service makes of the rights of its keys, and of a clock that is off. The server only answers with a status and a date.

let answer: (request: IncomingMessage) => number = () => 200;
let clockOffsetMs = 0;
const asked: string[] = [];
const server = createServer((request, response) => {
  request.resume();
  asked.push(`${request.method} ${request.url?.split('?')[0]}`);
  response.setHeader('date', new Date(Date.now() + clockOffsetMs).toUTCString());
  response.writeHead(answer(request)).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.close();
  server.closeAllConnections();
});

const openBucket = () => {
  const { port } = server.address() as AddressInfo;
  const s3 = { S3_BUCKET: 'photos', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_FORCE_PATH_STYLE: 'true' };
  return openStorage(loadConfig({ JWT_SECRET: 'x', ...s3, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }));
};
const isAboutBucket = ({ url = '' }: IncomingMessage): boolean => /^\/photos\/?(\?.*)?$/.test(url);

it('the check of the bucket passes with keys that may store files but not list the bucket', async () => {
  const stored = new Set<string>();
  answer = (request) => {
    if (isAboutBucket(request)) return 403;
    const [path = ''] = request.url?.split('?') ?? [];
    if (request.method === 'PUT') stored.add(path);
    return stored.has(path) ? 200 : 403; // as AWS answers for a missing object without the right to list
  };
  const storage = await openBucket();
  asked.length = 0;
  await storage.check();
  assert.deepEqual([...stored], ['/photos/photos/access-check']);
  asked.length = 0;
  await storage.check();
  assert(!asked.some((request) => request.startsWith('PUT')), 'it is stored once');
});

it('the check of the bucket fails with keys that may not store files', async () => {
  answer = () => 403;
  await assert.rejects((await openBucket()).check(), /bucket photos: access denied/);
});

it('links are signed by the clock of the storage server when that of this machine is off', async () => {
  answer = () => 200;
  const file = { kind: 'photo', id: 1, storage_key: '0'.repeat(32), content_type: 'image/jpeg', original_name: 'a.jpg' } as const;
  const signedAt = async (now: Date): Promise<number> => {
    const storage = await openBucket();
    await storage.check();
    const date = new URL(await storage.linkTo(file, now, '')).searchParams.get('X-Amz-Date') ?? '';
    return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  };
  for (const minutes of [20, -20]) {
    clockOffsetMs = minutes * 60_000;
    const now = new Date();
    const offset = (await signedAt(now)) - now.getTime();
    assert(Math.abs(offset - clockOffsetMs) < 5_000, `${offset}`);
  }
  clockOffsetMs = 3_000;
  const now = new Date('2030-01-01T08:00:00Z');
  assert.equal(await signedAt(now), now.getTime());
});
