import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import Fastify from 'fastify';
import sharp from 'sharp';
import { installedAppRoutes } from '../src/appliance/console/installed-app-routes.ts';
import type { Branding } from '../src/platform/config/branding.ts';

// What a device shows of the installed console: the manifest and the icons.

const root = mkdtempSync(join(tmpdir(), 'callout-installed-'));
cpSync(join(import.meta.dirname, '..', 'web', 'public'), root, { recursive: true });
after(() => rmSync(root, { recursive: true }));

const product: Branding = { name: 'Callout', color: undefined, logo: undefined };
const config = { branding: product };
const app = Fastify();
await installedAppRoutes(app, config, root);
after(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url: `/app/${url}`, headers });
const manifest = async (language = 'en') => {
  const { headers, json, statusCode } = await get('manifest.webmanifest', { 'accept-language': language });
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/manifest+json; charset=utf-8']);
  assert.deepEqual([headers['cache-control'], headers['vary']], ['no-cache', 'Accept-Language']);
  return json();
};
const logoOf = async (background: string, version: string) => ({
  version,
  content: await sharp({ create: { width: 480, height: 120, channels: 3, background } })
    .png()
    .toBuffer(),
});

it('the manifest has shortcuts and takes shared photos, at addresses within its scope, in the language of the browser', async () => {
  const { scope, shortcuts, share_target, name } = await manifest();
  assert.equal(name, 'Callout');
  const addresses = [share_target.action, ...shortcuts.map(({ url }: { url: string }) => url)];
  assert.deepEqual(addresses, ['/app/share', '/app/go/new', '/app/go/requests', '/app/notifications']);
  assert(addresses.every((address) => address.startsWith(scope)));
  const names = async (language: string) => (await manifest(language)).shortcuts.map((one: { name: string }) => one.name);
  assert.deepEqual(await names('de-AT,de;q=0.9'), ['Neuer Auftrag', 'Aufträge', 'Mitteilungen']);
  assert.deepEqual(await names('pl'), ['Nowe zgłoszenie', 'Zgłoszenia', 'Powiadomienia']);
});

it('name, color and icons follow the settings at once, and a browser with the old manifest gets the new one', async () => {
  config.branding = product;
  const { headers } = await get('manifest.webmanifest');
  const etag = String(headers['etag']);
  assert.equal((await get('manifest.webmanifest', { 'if-none-match': etag })).statusCode, 304);
  config.branding = { name: 'Nordbau Service', color: '#123456', logo: await logoOf('#00f', 'v1') };
  assert.equal((await get('manifest.webmanifest', { 'if-none-match': etag })).statusCode, 200);
  const { name, short_name, theme_color, icons } = await manifest();
  assert.deepEqual([name, short_name, theme_color], ['Nordbau Service', 'Nordbau Service', '#123456']);
  assert.deepEqual(
    icons.map(({ src }: { src: string }) => src),
    ['/app/icon-192.png?v=v1', '/app/icon-512.png?v=v1', '/app/icon-maskable-512.png?v=v1'],
  );
});

it('an icon shows the logo on white in its size, and is kept for a year only at the address of this logo', async () => {
  config.branding = { ...product, logo: await logoOf('#00f', 'v1') };
  for (const [file, side, edge] of [
    ['icon-192.png', 192, 20],
    ['icon-512.png', 512, 50],
    ['icon-maskable-512.png', 512, 110],
  ] as const) {
    const { rawPayload, headers } = await get(`${file}?v=v1`);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable', file);
    const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const colorAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    assert.deepEqual([info.width, info.height], [side, side], file);
    assert.deepEqual(colorAt(side / 2, side / 2), [0, 0, 255], file);
    assert.deepEqual(
      [colorAt(edge, side / 2), colorAt(2, side / 2)],
      [
        [0, 0, 255],
        [255, 255, 255],
      ],
      file,
    );
  }
  for (const address of ['icon-192.png', 'icon-192.png?v=v0'])
    assert.equal((await get(address)).headers['cache-control'], 'no-cache', address);
});

it('an icon follows another logo, and is that of the product without one, or when the logo cannot be drawn', async () => {
  config.branding = product;
  const ofProduct = (await get('icon-192.png')).rawPayload;
  config.branding = { ...product, logo: await logoOf('#00f', 'v1') };
  const blue = (await get('icon-192.png')).rawPayload;
  config.branding = { ...product, logo: await logoOf('#f00', 'v2') };
  const red = (await get('icon-192.png')).rawPayload;
  assert(!blue.equals(red) && !blue.equals(ofProduct));
  config.branding = { ...product, logo: { version: 'v3', content: Buffer.from('damaged') } };
  assert((await get('icon-192.png')).rawPayload.equals(ofProduct));
  config.branding = product;
  assert((await get('icon-192.png')).rawPayload.equals(ofProduct));
});

it('a photo that is shared without the service worker leads to the page that says so, and its body is not read', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { statusCode, headers: answer } = await app.inject({ method: 'POST', url: '/app/share', headers, payload: '--x--' });
  assert.deepEqual([statusCode, answer['location']], [303, '/app/share']);
});
