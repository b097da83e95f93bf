import type { Page } from '@playwright/test';
import {
  exifData,
  photoKinds,
  photoWithMetadata,
  pngChunk,
  pngEnd,
  pngHeader,
  pngImage,
  pngStart,
  secret,
} from '../../../testing/photo-metadata.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, fileInput, phone, visit } from '../page-helpers.ts';

/** The page of a ticket that Wanda works on, and what the service has stored. */
const test = base.extend<{ id: number; page: Page; send: (name: string, mimeType: string, buffer: Buffer) => Promise<Stored> }>({
  id: async ({ app, lobby: { wanda, report } }, use) => {
    const id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    await use(id);
  },
  page: async ({ app, id, lobby: { wanda } }, use) => {
    const page = await app.open(wanda, phone);
    await visit(page, `/tickets/${id}`);
    await button(page, 'Finish job').waitFor();
    await use(page);
  },
  send: async ({ app, id, page, lobby: { wanda } }, use) => {
    let sent = 0;
    await use(async (name, mimeType, buffer) => {
      sent++;
      await fileInput(page).setInputFiles({ name, mimeType, buffer });
      await page.getByRole('button', { name: `Photo ${sent} of ${sent}` }).waitFor();
      const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
      const { url, content_type, original_name } = items[sent - 1];
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      return { bytes, type: content_type, name: original_name };
    });
  },
});

interface Stored {
  bytes: Buffer;
  type: string;
  name: string;
}

/** Size and colours of a picture as a browser shows it. */
const shownPicture = (bytes: Buffer, type: string): string => `(async () => {
  const binary = atob(${JSON.stringify(bytes.toString('base64'))});
  const file = new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))], { type: '${type}' });
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  return { width, height, pixels: context.getImageData(0, 0, width, height).data.join() };
})()`;

test('photos of every type arrive at the service without GPS position and other metadata', async ({ send }) => {
  for (const kind of photoKinds) {
    const { bytes, stripped } = photoWithMetadata(kind, { orientation: 6 });
    expect(bytes.includes(secret)).toBe(true);
    const stored = await send(`lamp.${kind}`, `image/${kind}`, bytes);
    expect(stored.type).toBe(`image/${kind}`);
    for (const trace of [secret, 'http://ns.adobe.com', 'Photoshop', 'xmpmeta'])
      expect(stored.bytes.includes(trace), trace).toBe(false);
    if (kind === 'jpeg') expect(stored.bytes.includes('Exif'), 'a JPEG is turned upright').toBe(false);
    else expect(stored.bytes.equals(stripped), `the pixels of a small ${kind} are not encoded again`).toBe(true);
  }
});

test('the bytes of a photo decide its type, not its name', async ({ send }) => {
  const jpeg = await send('lamp.png', 'image/png', photoWithMetadata('jpeg', { orientation: 6 }).bytes);
  expect([jpeg.type, jpeg.name, jpeg.bytes.includes(secret), jpeg.bytes.includes('Exif')]).toEqual([
    'image/jpeg',
    'lamp.jpg',
    false,
    false,
  ]);
  const { bytes, stripped } = photoWithMetadata('png');
  const png = await send('bulb.jpg', 'image/jpeg', bytes);
  expect([png.type, png.name, png.bytes.equals(stripped)]).toEqual(['image/png', 'bulb.jpg', true]);
});

test('a picture that the browser shows, but whose structure is damaged, is sent as a new JPEG', async ({ send }) => {
  const damaged = Buffer.concat([pngStart, pngHeader, pngChunk('eXIf', exifData()), pngImage, pngChunk('ABCD'), pngEnd]);
  const { type, name, bytes } = await send('lamp.png', 'image/png', damaged);
  expect([type, name, bytes.includes(secret)]).toEqual(['image/jpeg', 'lamp.jpg', false]);
});

test('a photo without its metadata looks the same, in every orientation', async ({ page }) => {
  const looks = new Set<string>();
  for (const kind of photoKinds) {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { bytes, stripped } = photoWithMetadata(kind, { orientation });
      const shown = await page.evaluate<{ width: number; height: number; pixels: string }>(shownPicture(bytes, `image/${kind}`));
      expect(await page.evaluate(shownPicture(stripped, `image/${kind}`)), `${kind}, orientation ${orientation}`).toEqual(shown);
      if (kind === 'jpeg') looks.add(JSON.stringify(shown));
    }
  }
  expect(looks.size, 'upright, half a turn, and a quarter in each direction').toBe(4);
});
