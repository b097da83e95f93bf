import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, chooseFiles, desktop, heading, phone } from '../page-helpers.ts';
import { largePhoto, photoFile } from '../pictures.ts';

test('a request begins with a picture on a phone, which its worker sees beside the description', async ({ app, lobby }) => {
  const { anna, wanda } = lobby;
  const page = await app.open(anna, phone, '/tickets/new');
  expect((await chooseFiles(page, button(page, 'Take photo'), photoFile('leak.png'))).camera).toBe('environment');
  await page.getByRole('img', { name: 'Photo 1 of 1: leak.png' }).waitFor();
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.locator('.picker-selection').waitFor(); // the only building
  await page.getByLabel("What's wrong?").fill('Water drips from the ceiling');
  await button(page, 'Send request').click();
  await heading(page, 'Water drips from the ceiling').waitFor();
  const pictureOn = (one: Page) =>
    one.getByRole('region', { name: 'Photos of the report' }).getByRole('button', { name: 'Photo 1 of 1: leak.png' });
  await pictureOn(page).waitFor();
  const worker = await app.open(wanda, phone, `/tickets/${page.url().split('/').at(-1)}`);
  await pictureOn(worker).waitFor();
});

test('pictures of a new request are at most ten, and can be removed', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, phone, '/tickets/new');
  await page.getByLabel("What's wrong?").fill('The lamp is dark');
  await chooseFiles(
    page,
    button(page, 'Choose photos'),
    Array.from({ length: 12 }, (_, i) => photoFile(`${i + 1}.png`)),
  );
  await page.getByText('2 photos were not added.').waitFor();
  await expect(page.locator('.new-picture')).toHaveCount(10);
  await expect(button(page, 'Choose photos')).toHaveCount(0);
  await button(page, 'Remove 10.png').click();
  await expect(page.locator('.new-picture')).toHaveCount(9);
  await button(page, 'Choose photos').waitFor();
  await page.reload();
  await expect(page.getByLabel("What's wrong?")).toHaveValue('The lamp is dark');
});

test('a picture that fails does not lose the request', async ({ app, lobby: { anna, wanda } }) => {
  const page = await app.open(anna, phone, '/tickets/new');
  let refused = 0;
  await page.route('**/ext/tickets/*/attachments', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.continue();
    refused++;
    return route.fulfill({ status: 400, json: { error: 'file is not a jpeg, png or webp photo' } });
  });
  await page.getByRole('radio', { name: 'Lift' }).check();
  await page.locator('.picker-selection').waitFor(); // the only building
  await page.getByLabel("What's wrong?").fill('The lift stands still');
  await page.locator('input[type=file][multiple]').setInputFiles([photoFile('refused.png'), largePhoto('door.png')]);
  await page.getByRole('img', { name: 'Photo 2 of 2: door.png' }).waitFor();
  await button(page, 'Send request').click();
  await heading(page, 'The lift stands still').waitFor();
  const pictures = page.getByRole('region', { name: 'Photos of the report' });
  await pictures.getByRole('button', { name: /door/ }).waitFor();
  await pictures.getByText('The file is not a JPEG, PNG or WebP photo.').waitFor();
  await pictures.getByRole('button', { name: 'Try again' }).click();
  await pictures.getByRole('button', { name: 'Photo 2 of 2: refused.png' }).waitFor();

  const [id] = /\d+$/.exec(page.url()) ?? [];
  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  await worker.getByRole('button', { name: 'Photo 2 of 2: refused.png' }).click();
  const dialog = worker.getByRole('dialog', { name: 'Photo 2 of 2: refused.png' });
  await dialog.getByText(/^Anna, \d\d:\d\d$/).waitFor();
  await button(worker, 'Next photo').click();
  await worker.getByRole('dialog', { name: /^Photo 1 of 2: door/ }).waitFor();
});

test('the client and an admin add pictures, up to ten in all', async ({ app, lobby: { anna, report } }) => {
  const id = await report('The lift stands still', 'take', 'start');
  for (let number = 1; number <= 6; number++) await app.addAttachment(anna, id, photoFile(`${number}.png`));
  const page = await app.open(anna, phone, `/tickets/${id}`);
  const pictures = page.getByRole('region', { name: 'Photos of the report' });
  await button(page, 'Take photo').waitFor();
  await chooseFiles(page, button(page, 'Choose photos'), [photoFile('7.png'), photoFile('8.png')]);
  await pictures.getByRole('button', { name: 'Photo 8 of 8: 8.png' }).waitFor();

  const admin = await app.open(adminEmail, desktop, `/tickets/${id}`);
  const added = admin.getByRole('region', { name: 'Photos of the report' });
  await chooseFiles(
    admin,
    added.getByRole('button', { name: 'Add photos' }),
    ['9.png', '10.png', '11.png'].map((name) => photoFile(name)),
  );
  await admin.getByText('1 photo was not added.').waitFor();
  await admin.getByRole('button', { name: 'Photo 10 of 10: 10.png' }).waitFor();
  await admin.getByText('This request already has 10 photos, the maximum.').waitFor();
  await expect(added.getByRole('button', { name: 'Add photos' })).toHaveCount(0);
  await pictures.getByText('This request already has 10 photos, the maximum.').waitFor();
  await expect(button(page, 'Choose photos')).toHaveCount(0);
});

test('a picture for a request that was closed meanwhile is refused', async ({ app, lobby: { anna, report } }) => {
  const id = await report('The lift stands still');
  await app.addAttachment(anna, id, photoFile('lift.png'));
  const page = await app.open(anna, phone, `/tickets/${id}`);
  const pictures = page.getByRole('region', { name: 'Photos of the report' });
  await pictures.getByRole('button', { name: 'Photo 1 of 1: lift.png' }).waitFor();
  app.link.disconnect();
  await pictures.locator('input[type=file][multiple]').setInputFiles(photoFile('late.png'));
  await pictures.getByAltText('late.png').waitFor();
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It runs again' });
  app.link.restore();
  await pictures.getByText('This request is closed, so no more photos can be added.').waitFor({ timeout: 30_000 });
  await expect(button(page, 'Choose photos')).toHaveCount(0);
  await pictures.getByRole('button', { name: 'Remove' }).click();
  await expect(pictures.getByAltText('late.png')).toHaveCount(0);
});

test('a photo whose link has expired is loaded with a new link', async ({ app, begun, lobby: { wanda } }) => {
  await app.addPhoto(wanda, begun, photoFile('lamp.png'));
  const page = await app.open(wanda, phone);
  await page.route('**/ext/photos/*/thumb?*', (route) =>
    route.fulfill({ status: 404, json: { error: 'small version not found' } }),
  );
  let refused: string | undefined;
  await page.route(/\/files\/\d+\?/, (route) => {
    refused ??= route.request().url();
    return route.request().url() === refused ? route.fulfill({ status: 403, json: { error: 'expired' } }) : route.continue();
  });
  // Links that are signed in the same second are equal.
  await page.route(`${app.url}/tickets/${begun}/photos?*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { items: { url: string }[] };
    if (refused) for (const photo of body.items) photo.url += '&again';
    return route.fulfill({ response, json: body });
  });
  await page.goto(`${app.url}/app/tickets/${begun}`);
  const isLoaded = () => page.evaluate<boolean>(`document.querySelector('.gallery img')?.naturalWidth > 0`);
  await expect.poll(isLoaded).toBe(true);
  expect(refused).toBeTruthy();
});
