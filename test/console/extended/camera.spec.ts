import type { BrowserContextOptions, Page } from '@playwright/test';
import config from '../../../playwright.config.ts';
import { auditPage } from '../audit.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, chooseFiles, phone } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// The camera in the page, with the device of Chromium that draws a moving picture.

const launchOptions = config.use?.launchOptions;
const bothSchemes = (['light', 'dark'] as const).map((colorScheme) => ({ widthPx: 390, colorScheme }));
const withCamera: BrowserContextOptions = { ...phone, permissions: ['camera'] };

const test = base.extend<{
  open: (options: BrowserContextOptions) => Promise<Page>;
}>({
  open: async ({ app, begun, lobby: { wanda } }, use) => {
    await use(async (options) => {
      const page = await app.open(wanda, options, `/tickets/${begun}`);
      await button(page, 'Take photo').waitFor();
      await page.getByRole('heading', { name: 'Photos', exact: true }).waitFor();
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

// Each worker would start a service of its own.
test.describe.configure({ mode: 'default' });

const camera = (page: Page) => page.getByRole('dialog', { name: 'Take photos' });

/** Opens the camera and waits for its picture. */
async function openCamera(page: Page): Promise<void> {
  await button(page, 'Take photo').click();
  await camera(page).locator('video').waitFor();
}

test('photos are taken in a row with the earlier photo over the camera', async ({ app, begun, open, lobby: { wanda } }) => {
  await app.addPhoto(wanda, begun, photoFile('before.png'));
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
  expect(await auditPage(page, 'camera', bothSchemes)).toEqual([]);
  await camera(page).getByRole('button', { name: 'Done' }).click();
  await camera(page).waitFor({ state: 'detached' });
  await expect.poll(() => app.photoNames(wanda, begun), { timeout: 30_000 }).toHaveLength(3);
  const [, second, third] = await app.photoNames(wanda, begun);
  expect(second).toMatch(/^photo-\d{4}-.*\.jpg$/);
  expect(third).not.toBe(second);
  await page.getByRole('button', { name: /^Photo 3 of 3/ }).waitFor();
});

test('a picture of the report lies over the camera, and can be changed', async ({ app, begun, open, lobby: { anna, wanda } }) => {
  for (const name of ['hall.png', 'lamp.png']) await app.addAttachment(anna, begun, photoFile(name));
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
  expect(await auditPage(page, 'camera-guides', bothSchemes)).toEqual([]);
  await camera(page).getByRole('button', { name: 'Take photo' }).click();
  await camera(page).getByText('1 photo added').waitFor();
  await expect.poll(() => app.photoNames(wanda, begun), { timeout: 30_000 }).toHaveLength(1);
  await expect(choices.getByRole('radio'), 'a photo that was just taken is no guide').toHaveCount(2);
});

test('the camera opens over Finish job, and its photos are queued', async ({ app, begun, open, lobby: { wanda } }) => {
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
  await expect.poll(() => app.photoNames(wanda, begun), { timeout: 30_000 }).toHaveLength(2);
});

test('the camera app takes the place of a refused camera', async ({ app, begun, open, lobby: { wanda } }) => {
  const page = await open(withCamera);
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError') }`);
  await button(page, 'Take photo').click();
  await camera(page).getByText('This site may not use the camera.').waitFor();
  expect(await auditPage(page, 'camera-refused')).toEqual([]);
  expect((await chooseFiles(page, camera(page).getByRole('button', { name: 'Camera app' }), photoFile('lamp.png'))).camera).toBe(
    'environment',
  );
  await camera(page).getByText('1 photo added').waitFor();
  await button(page, 'Close').click();
  await expect.poll(() => app.photoNames(wanda, begun), { timeout: 30_000 }).toEqual(['lamp.png']);

  const next = await open({ ...phone, permissions: [] }); // the browser has stored that the camera is refused
  expect((await chooseFiles(next, button(next, 'Take photo'), photoFile('bulb.png'))).camera).toBe('environment');
  await expect(camera(next)).toHaveCount(0);
});
