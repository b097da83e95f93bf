import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';
import { largePhoto, photoFile } from '../pictures.ts';

test('pictures of a new request can be removed, are at most ten, and the draft keeps the text', async ({
  app,
  lobby: { anna },
}) => {
  const page = await app.open(anna, phone);
  await visit(page, '/tickets/new');
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByLabel("What's wrong?").fill('The lamp is dark');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose photos').click();
  await (await chooser).setFiles(Array.from({ length: 12 }, (_, i) => photoFile(`${i + 1}.png`)));
  await page.getByText('2 photos were not added.').waitFor();
  await expect(page.locator('.new-picture')).toHaveCount(10);
  await expect(button(page, 'Choose photos')).toHaveCount(0);
  expect(await auditPage(page, 'new-request-pictures', allAppearances)).toEqual([]);
  await button(page, 'Remove 10.png').click();
  await expect(page.locator('.new-picture')).toHaveCount(9);
  await button(page, 'Choose photos').waitFor();
  await page.reload();
  await expect(page.getByLabel("What's wrong?")).toHaveValue('The lamp is dark');
});

test('a picture that fails does not lose the request, is tried again, and opens in the viewer', async ({
  app,
  lobby: { anna, wanda },
}) => {
  const page = await app.open(anna, phone);
  await visit(page, '/tickets/new');
  let refused = 0;
  await page.route('**/ext/tickets/*/attachments', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.continue();
    refused++;
    return route.fulfill({ status: 400, json: { error: 'file is not a jpeg, png or webp photo' } });
  });
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByRole('radio', { name: 'Elevator' }).check();
  await page.getByLabel("What's wrong?").fill('The lift stands still');
  await page.locator('input[type=file][multiple]').setInputFiles([photoFile('refused.png'), largePhoto('door.png')]);
  await page.getByRole('img', { name: 'Photo 2 of 2: door.png' }).waitFor();
  await button(page, 'Send request').click();
  await heading(page, 'The lift stands still').waitFor();
  const pictures = page.getByRole('region', { name: 'Pictures of the report' });
  await pictures.getByRole('button', { name: /door/ }).waitFor();
  await pictures.getByText('The file is not a JPEG, PNG or WebP photo.').waitFor();
  await pictures.getByRole('button', { name: 'Try again' }).click();
  await pictures.getByRole('button', { name: 'Photo 2 of 2: refused.png' }).waitFor();
  expect(await auditPage(page, 'report-pictures', allAppearances)).toEqual([]);

  const [id] = /\d+$/.exec(page.url()) ?? [];
  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
  await worker.getByRole('button', { name: 'Photo 2 of 2: refused.png' }).click();
  const dialog = worker.getByRole('dialog', { name: 'Photo 2 of 2: refused.png' });
  await dialog.getByText(/^Anna, \d\d:\d\d$/).waitFor();
  expect(await auditPage(worker, 'viewer', allAppearances)).toEqual([]);
  await button(worker, 'Next photo').click();
  await worker.getByRole('dialog', { name: /^Photo 1 of 2: door/ }).waitFor();
});

test('the client and an admin add pictures to an open request, up to ten in all', async ({
  app,
  lobby: { anna, wanda, report },
}) => {
  const id = await report('The lift stands still');
  await app.transition(wanda, id, 'take', 'start');
  const page = await app.open(anna, phone);
  await visit(page, `/tickets/${id}`);
  const pictures = page.getByRole('region', { name: 'Pictures of the report' });
  await button(page, 'Take picture').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose pictures').click();
  await (await chooser).setFiles(Array.from({ length: 8 }, (_, i) => photoFile(`${i + 1}.png`)));
  await pictures.getByRole('button', { name: 'Photo 8 of 8: 8.png' }).waitFor();
  expect(await auditPage(page, 'report-pictures-added', allAppearances)).toEqual([]);

  const admin = await app.open(adminEmail, desktop);
  await visit(admin, `/tickets/${id}`);
  const adminChooser = admin.waitForEvent('filechooser');
  await button(admin, 'Add pictures').click();
  await (await adminChooser).setFiles(['9.png', '10.png', '11.png'].map((name) => photoFile(name)));
  await admin.getByText('1 photo was not added.').waitFor();
  await admin.getByRole('button', { name: 'Photo 10 of 10: 10.png' }).waitFor();
  await admin.getByText('This request already has 10 photos, the maximum.').waitFor();
  await expect(button(admin, 'Add pictures')).toHaveCount(0);
  await pictures.getByText('This request already has 10 photos, the maximum.').waitFor();
  await expect(button(page, 'Choose pictures')).toHaveCount(0);

  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
  await worker.getByRole('button', { name: 'Photo 10 of 10: 10.png' }).waitFor();
  await expect(worker.getByRole('region', { name: 'Pictures of the report' }).getByText('the maximum')).toHaveCount(0);
});

test('a picture for a request that was closed meanwhile is refused, and the page says why', async ({
  app,
  lobby: { anna, report },
}) => {
  const id = await report('The lift stands still');
  await app.addAttachment(anna, id, photoFile('lift.png'));
  const page = await app.open(anna, phone);
  await visit(page, `/tickets/${id}`);
  const pictures = page.getByRole('region', { name: 'Pictures of the report' });
  await pictures.getByRole('button', { name: 'Photo 1 of 1: lift.png' }).waitFor();
  app.link.disconnect();
  await pictures.locator('input[type=file][multiple]').setInputFiles(photoFile('late.png'));
  await pictures.getByAltText('late.png').waitFor();
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It runs again' });
  app.link.restore();
  await pictures.getByText('This request is closed, so no more pictures can be added.').waitFor({ timeout: 30_000 });
  await expect(button(page, 'Choose pictures')).toHaveCount(0);
  await pictures.getByRole('button', { name: 'Remove' }).click();
  await expect(pictures.getByAltText('late.png')).toHaveCount(0);
  expect(await auditPage(page, 'report-pictures-closed', allAppearances)).toEqual([]);
});
