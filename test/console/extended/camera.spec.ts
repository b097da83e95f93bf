import type { BrowserContextOptions, Page } from '@playwright/test';
import config from '../../../playwright.config.ts';
import { allAppearances, auditPage } from '../audit.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// The camera in the page, with the device of Chromium that draws a moving picture.

const launchOptions = config.use?.launchOptions;
const withCamera: BrowserContextOptions = { ...phone, permissions: ['camera'] };

const test = base.extend<{
  /** A ticket that Wanda works on. */
  id: number;
  open: (options: BrowserContextOptions) => Promise<Page>;
}>({
  id: async ({ app, lobby: { wanda, report } }, use) => {
    const id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    await use(id);
  },
  open: async ({ app, id, lobby: { wanda } }, use) => {
    await use(async (options) => {
      const page = await app.open(wanda, options);
      await visit(page, `/tickets/${id}`);
      await button(page, 'Take photo').waitFor();
      await page.getByRole('heading', { name: 'Photos' }).waitFor();
      return page;
    });
  },
});

test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

const camera = (page: Page) => page.getByRole('dialog', { name: 'Take photos' });

/** Opens the camera and waits for its picture. */
async function openCamera(page: Page): Promise<void> {
  await button(page, 'Take photo').click();
  await camera(page).locator('video').waitFor();
}

test('a worker takes several photos in a row in the page, with the earlier photo over the camera', async ({
  app,
  id,
  open,
  lobby: { wanda },
}) => {
  await app.addPhoto(wanda, id, photoFile('before.png'));
  const page = await open(withCamera);
  await page.getByRole('button', { name: /before\.png/ }).waitFor();
  await openCamera(page);
  const guide = camera(page).getByRole('img', { name: 'Earlier photo' });
  await expect(guide).toHaveCSS('opacity', '0.5');
  await camera(page).getByRole('slider', { name: 'Earlier photo' }).press('ArrowLeft');
  await expect(guide).toHaveCSS('opacity', '0.4');
  const shutter = camera(page).getByRole('button', { name: 'Take photo' });
  await shutter.click();
  await camera(page).getByText('1 photo added').waitFor();
  await shutter.focus();
  await page.keyboard.press('Enter');
  await camera(page).getByText('2 photos added').waitFor();
  expect(await auditPage(page, 'camera', allAppearances)).toEqual([]);
  await camera(page).getByRole('button', { name: 'Done' }).click();
  await camera(page).waitFor({ state: 'detached' });
  await expect.poll(() => app.photoNames(wanda, id)).toHaveLength(3);
  const [, second, third] = await app.photoNames(wanda, id);
  expect(second).toMatch(/^photo-\d{4}-.*\.jpg$/);
  expect(third).not.toBe(second);
  await page.getByRole('button', { name: /^Photo 3 of 3/ }).waitFor();
});

test('a picture of the report lies over the camera when there is no photo, and others can be chosen', async ({
  app,
  id,
  open,
  lobby: { anna, wanda },
}) => {
  for (const name of ['hall.png', 'lamp.png']) await app.addAttachment(anna, id, photoFile(name));
  const page = await open(withCamera);
  await page.getByRole('button', { name: /lamp\.png/ }).waitFor();
  await openCamera(page);
  const guide = camera(page).locator('.camera-frame').getByRole('img', { name: 'Earlier photo' });
  const first = await guide.getAttribute('src');
  await button(page, 'Change Earlier photo').click();
  const choices = camera(page).getByRole('group', { name: 'Earlier photo' });
  await expect(choices.getByRole('radio', { checked: true })).toHaveAccessibleName('Photo 1 of 2: hall.png');
  await choices.getByRole('radio', { name: /lamp/ }).check();
  await expect(guide).not.toHaveAttribute('src', first ?? '');
  expect(await auditPage(page, 'camera-guides', allAppearances)).toEqual([]);
  await camera(page).getByRole('button', { name: 'Take photo' }).click();
  await camera(page).getByText('1 photo added').waitFor();
  await expect.poll(() => app.photoNames(wanda, id)).toHaveLength(1);
  await expect(choices.getByRole('radio'), 'a photo that was just taken is no guide').toHaveCount(2);
});

test('the camera stays open over the sheet of Finish job, and its photos go through the offline queue', async ({
  app,
  id,
  open,
  lobby: { wanda },
}) => {
  const page = await open(withCamera);
  await openCamera(page);
  await page.keyboard.press('Escape');
  app.link.disconnect();
  await button(page, 'Finish job').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add photo' }).click();
  await camera(page).locator('video').waitFor();
  const shutter = camera(page).getByRole('button', { name: 'Take photo' });
  for (const text of ['1 photo added', '2 photos added']) {
    await shutter.click();
    await camera(page).getByText(text).waitFor();
  }
  await page.keyboard.press('Escape');
  await camera(page).waitFor({ state: 'detached' });
  const sheet = page.getByRole('dialog', { name: 'Finish job' });
  await expect(sheet.locator('.gallery img')).toHaveCount(2);
  app.link.restore();
  await expect.poll(() => app.photoNames(wanda, id), { timeout: 30_000 }).toHaveLength(2);
});

test('a refused camera is explained, the camera app takes its place, and is opened at once the next time', async ({
  app,
  id,
  open,
  lobby: { wanda },
}) => {
  const page = await open(withCamera);
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError') }`);
  await button(page, 'Take photo').click();
  await camera(page).getByText('This site may not use the camera.').waitFor();
  expect(await auditPage(page, 'camera-refused', allAppearances)).toEqual([]);
  const chooser = page.waitForEvent('filechooser');
  await camera(page).getByRole('button', { name: 'Camera app' }).click();
  expect(await (await chooser).element().getAttribute('capture')).toBe('environment');
  await (await chooser).setFiles(photoFile('lamp.png'));
  await camera(page).getByText('1 photo added').waitFor();
  await button(page, 'Close').click();
  await expect.poll(() => app.photoNames(wanda, id)).toEqual(['lamp.png']);

  const next = await open({ ...phone, permissions: [] }); // the browser has stored that the camera is refused
  const nextChooser = next.waitForEvent('filechooser');
  await button(next, 'Take photo').click();
  expect(await (await nextChooser).element().getAttribute('capture')).toBe('environment');
  await expect(camera(next)).toHaveCount(0);
});
