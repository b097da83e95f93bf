import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import Fastify from 'fastify';
import { consoleRoutes } from '../../src/appliance/console/routes.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { secret } from '../../testing/fixtures.ts';

// Where the content security policy of the console lets photos come from, and which files are the console's.

const root = mkdtempSync(join(tmpdir(), 'callout-policy-'));
writeFileSync(join(root, 'index.html'), '<!doctype html>');
after(() => rmSync(root, { recursive: true }));

async function imageSources(settings: Record<string, string>): Promise<string | undefined> {
  const app = Fastify();
  await consoleRoutes(app, await openStorage(loadConfig({ JWT_SECRET: secret, ...settings })), root);
  const { headers } = await app.inject({ url: '/app/', headers: { accept: 'text/html' } });
  await app.close();
  return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
}

it('the console shows photos of this origin only when they are local files', async () => {
  assert.equal(await imageSources({}), "'self' blob:");
});

it('the console shows photos of its own bucket only, on AWS and on other servers', async () => {
  const bucket = { S3_BUCKET: 'callout-photos', S3_REGION: 'eu-central-1' };
  const minio = { ...bucket, S3_ENDPOINT: 'https://s3.example.com:9000' };
  for (const [settings, source] of [
    [bucket, 'https://callout-photos.s3.eu-central-1.amazonaws.com/photos/'],
    [{ ...bucket, S3_REGION: '' }, 'https://callout-photos.s3.us-east-1.amazonaws.com/photos/'],
    [{ ...bucket, S3_FORCE_PATH_STYLE: 'true' }, 'https://s3.eu-central-1.amazonaws.com/callout-photos/photos/'],
    [minio, 'https://callout-photos.s3.example.com:9000/photos/'],
    [{ ...minio, S3_FORCE_PATH_STYLE: 'true' }, 'https://s3.example.com:9000/callout-photos/photos/'],
  ] as const)
    assert.equal(await imageSources(settings), `'self' blob: ${source}`, JSON.stringify(settings));
});

it('a script that was built after the start is served, and nothing else that is new', async () => {
  const app = Fastify();
  await consoleRoutes(app, await openStorage(loadConfig({ JWT_SECRET: secret })), root);
  const statusOf = async (path: string): Promise<number> => (await app.inject({ url: `/app/${path}` })).statusCode;
  assert.equal(await statusOf('assets/main-new.js'), 404);
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'assets', 'main-new.js'), 'export {};');
  writeFileSync(join(root, 'notes.txt'), 'not for the web');
  assert.equal(await statusOf('assets/main-new.js'), 200);
  for (const path of ['notes.txt', 'assets/../notes.txt', 'assets/%2e%2e/notes.txt', 'assets/.'])
    assert.equal(await statusOf(path), 404, path);
  await app.close();
});
