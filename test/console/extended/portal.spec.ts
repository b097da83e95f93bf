import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { realPhoto } from '../../../testing/real-photos.ts';
import { auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { type App, expect, test } from '../fixtures.ts';
import { button, desktop, download, heading, phone } from '../page-helpers.ts';
import { turnedWebp, uprightLook } from '../pictures.ts';
import { openPortal, readLabels } from '../portal-helpers.ts';

const picture = { name: 'hall.jpg', mimeType: 'image/jpeg', buffer: await realPhoto({ width: 64, height: 48 }) };
const withoutScript = { ...phone, javaScriptEnabled: false };
const maxPageBytes = 100 * 1024;

test('a resident without JavaScript reports a problem with one photo', async ({ app, lobby: { anna, object } }) => {
  const url = await openPortal(app, anna, object);
  const page = await app.newPage(withoutScript);
  await page.goto(url);
  await page.getByLabel('Photo').setInputFiles(picture);
  await page.getByLabel('Lift').check();
  await page.getByLabel('What is broken?').fill('The lift stops between floors');
  // The service takes the form when its page was open for three seconds.
  const openedAt = performance.now();
  await expect.poll(() => performance.now() - openedAt, { timeout: 10_000 }).toBeGreaterThan(3_100);
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  const { items } = await app.call(anna, 'GET', '/ext/reports');
  expect(items[0]).toMatchObject({ text: 'The lift stops between floors', category: 'elevator' });
});

test('the public page is small, loads nothing from elsewhere and sets no cookie', async ({ app, lobby: { anna, object } }) => {
  const url = await openPortal(app, anna, object);
  const page = await app.newPage(phone);
  const loaded = new Set<string>();
  page.on('response', (response) => {
    if (response.request().method() === 'GET') loaded.add(response.url());
    expect(response.headers()['set-cookie']).toBeUndefined();
  });
  await page.goto(url);
  await page.getByLabel('What is broken?').fill('The door does not close');
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  const files = [...loaded].filter((address) => /^https?:/.test(address));
  expect(files.length).toBeGreaterThan(4);
  expect(new Set(files.map((address) => new URL(address).origin))).toEqual(new Set([app.url]));
  const bodies = await Promise.all(files.map(async (address) => Buffer.from(await (await fetch(address)).arrayBuffer())));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThan(maxPageBytes);
  expect(await page.context().cookies()).toEqual([]);
});

test('photos are made smaller and lose their metadata in the page, three at most', async ({ app, lobby: { anna, object } }) => {
  const url = await openPortal(app, anna, object);
  const page = await app.newPage(phone);
  await page.goto(url);
  const large = { ...picture, buffer: await realPhoto({ width: 4_000, height: 1_000, orientation: 6 }) };
  const input = page.getByLabel('Photos (up to 3)');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await expect(page.getByRole('alert')).toContainText('cannot be used');
  await input.setInputFiles([large, picture, picture, picture]);
  await expect(page.locator('.previews img')).toHaveCount(3);
  await expect(input).toBeDisabled();
  await button(page, 'Remove 2').click();
  await expect(page.locator('.previews img')).toHaveCount(2);
  await page.getByLabel('What is broken?').fill('The door does not close');
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  const { items } = await app.call(anna, 'GET', '/ext/reports');
  expect(items[0].photos.length).toBe(2);
  const stored = Buffer.from(await (await fetch(items[0].photos[0].url)).arrayBuffer());
  expect(stored.includes('SECRET')).toBe(false);
  const { width, height } = await sharp(stored).metadata();
  expect([width, height]).toEqual([640, 2_560]);
});

/** Sends a report with photos at once. @returns its photos as they are stored */
async function sendPhotos(
  app: App,
  client: string,
  page: Page,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<Buffer[]> {
  await page.getByLabel('What is broken?').fill('The door does not close');
  await page.getByLabel('Photos (up to 3)').setInputFiles(files);
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  const { items } = await app.call(client, 'GET', '/ext/reports');
  return Promise.all(
    items[0].photos.map(async ({ url }: { url: string }) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
}

test('a report that is sent while its photos are being prepared has all of them, a transparent one on white', async ({
  app,
  lobby: { anna, object },
}) => {
  const page = await app.newPage(phone);
  await page.addInitScript(`{
    const decode = createImageBitmap;
    window.createImageBitmap = async (...input) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return decode(...input);
    };
  }`);
  await page.goto(await openPortal(app, anna, object));
  const transparent = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const drawing = { name: 'drawing.png', mimeType: 'image/png', buffer: transparent };
  const stored = await sendPhotos(app, anna, page, [picture, drawing, picture]);
  expect(stored).toHaveLength(3);
  const { dominant } = await sharp(stored[1]).stats();
  expect(dominant.r + dominant.g + dominant.b).toBeGreaterThan(700);
});

test('a WebP that is mirrored or turned is sent upright', async ({ app, lobby: { anna, object } }) => {
  const page = await app.newPage(phone);
  await page.goto(await openPortal(app, anna, object));
  const files = await Promise.all([2, 6, 8].map(turnedWebp));
  const stored = await sendPhotos(
    app,
    anna,
    page,
    files.map((buffer) => ({ name: 'turned.webp', mimeType: 'image/webp', buffer })),
  );
  for (const [i, file] of files.entries()) {
    const bytes = stored[i] ?? Buffer.alloc(0);
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
    expect(await uprightLook(bytes)).toBe(await uprightLook(file));
  }
});

test('a photo that the browser cannot decode is sent as it is, and HEIC is named', async ({ app, lobby: { anna, object } }) => {
  const page = await app.newPage(phone);
  await page.addInitScript('window.createImageBitmap = () => Promise.reject(new Error("no memory"))');
  await page.goto(await openPortal(app, anna, object));
  const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), Buffer.alloc(100)]);
  await page.getByLabel('Photos (up to 3)').setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic });
  await expect(page.getByRole('alert')).toContainText('HEIC');
  const [stored] = await sendPhotos(app, anna, page, [picture]);
  expect((await sharp(stored).metadata()).width).toBe(64);
  expect(stored?.includes('SECRET')).toBe(false);
});

test('a report that cannot be sent keeps what was typed', async ({ app, lobby: { anna, object } }) => {
  const url = await openPortal(app, anna, object);
  const page = await app.newPage(phone);
  await page.goto(url);
  await page.getByLabel('What is broken?').fill('The door does not close');
  await page.route('**/ext/portal/**', (route) => route.abort());
  await button(page, 'Send report').click();
  await expect(page.getByRole('alert')).toContainText('There is no connection');
  await page.unroute('**/ext/portal/**');
  await app.call(anna, 'POST', `/ext/objects/${object}/portal`);
  await button(page, 'Send report').click();
  await expect(page.getByRole('alert')).toContainText('no longer valid');
  await expect(page.getByLabel('What is broken?')).toHaveValue('The door does not close');
});

/** Sends a report from the public page. */
async function report(app: App, url: string, text: string): Promise<Page> {
  const page = await app.newPage(phone);
  await page.goto(url);
  await page.getByLabel('What is broken?').fill(text);
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  return page;
}

test('a client merges one report into an open request and dismisses another one with a reason', async ({ app, lobby }) => {
  const { anna, object } = lobby;
  const ticket = await lobby.report('The lift does not stop');
  const url = await openPortal(app, anna, object);
  const merged = await report(app, url, 'The lift is broken again');
  const dismissed = await report(app, url, 'The stairs are grey');
  const page = await app.open(anna, desktop, '/notifications');
  await page.getByRole('link', { name: 'The lift is broken again' }).click();
  await heading(page, 'Inbox').waitFor();
  const cardOf = (text: string) => page.locator('.reports > li', { hasText: text });
  await cardOf('The lift is broken again').getByRole('button', { name: 'Add to a request' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /The lift does not stop/ })
    .click();
  await expect(page.getByText(`The report was added to request #${ticket}.`)).toBeVisible();
  await cardOf('The stairs are grey').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('They are meant to be grey');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect(page.getByText('The report was dismissed.')).toBeVisible();
  await merged.reload();
  await expect(heading(merged, 'Accepted')).toBeVisible();
  await dismissed.reload();
  await expect(dismissed.getByText('They are meant to be grey')).toBeVisible();
  const { items } = await app.call(anna, 'GET', `/ext/tickets/${ticket}/comments`);
  expect(items[0].text).toContain('The lift is broken again');
  await page.getByLabel('Status').selectOption('dismissed');
  await expect(cardOf('The stairs are grey')).toContainText('Dismissed by Anna');
});

test('a report that somebody else answers is marked by itself', async ({ app, lobby }) => {
  const { anna, object } = lobby;
  const url = await openPortal(app, anna, object);
  await report(app, url, `The roof leaks ${object}`);
  const admin = await app.open(adminEmail, desktop, '/reports');
  const card = admin.locator('.reports > li', { hasText: `The roof leaks ${object}` });
  await expect(card.getByRole('button', { name: 'Create request' })).toBeVisible();
  const { items } = await app.call(anna, 'GET', '/ext/reports?status=open');
  await app.call(anna, 'POST', `/ext/reports/${items[0].id}/accept`, { category: 'other', priority: 'low' });
  await expect(card).toContainText('This report has been answered.');
  await expect(card.getByRole('button', { name: 'Create request' })).toHaveCount(0);
});

test('an accepted report can be undone for some seconds, and an admin assigns its request from the message', async ({
  app,
  lobby: { anna, wanda, object },
}) => {
  const url = await openPortal(app, anna, object);
  const text = `The gutter leaks ${object}`;
  await report(app, url, text);
  const admin = await app.open(adminEmail, desktop, '/reports');
  const card = admin.locator('.reports > li', { hasText: text });
  const accept = card.getByRole('button', { name: 'Create request' });
  await card.getByLabel('Priority').selectOption('high');
  await accept.click();
  await expect(card.getByRole('button', { name: 'Undo' })).toBeFocused();
  await admin.keyboard.press('Control+z');
  await expect(card.getByLabel('Priority'), 'what was chosen stays').toHaveValue('high');
  await accept.click();
  await card.getByRole('button', { name: 'Undo' }).click();
  expect((await app.call(anna, 'GET', '/tickets')).total).toBe(0);
  await accept.click();
  await admin
    .locator('.toast', { hasText: /was created/ })
    .getByRole('button', { name: 'Assign' })
    .click();
  await admin.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  await expect(admin).toHaveURL(/tickets\/\d+$/);
  const assigned = async () => (await app.call(anna, 'GET', '/tickets')).items[0].worker_id;
  await expect.poll(assigned, { timeout: 20_000 }).toBe(await app.idOf(wanda));
});

test('a client turns the reporting page of a building on, changes its address and turns it off', async ({ app, lobby }) => {
  const { anna, project } = lobby;
  const page = await app.open(anna, desktop, `/projects/${project}`);
  await button(page, 'QR code Lobby').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Only this computer can open this address').waitFor();
  await expect(dialog.getByRole('img')).toHaveCount(0);
  const address = (await dialog.locator('code').textContent()) ?? '';
  const visitor = await app.newPage(phone);
  await visitor.goto(address);
  await expect(heading(visitor, 'Report a problem')).toBeVisible();
  await dialog.getByRole('button', { name: 'New address' }).click();
  await dialog.getByRole('button', { name: 'New address' }).click();
  await expect(dialog.locator('code')).not.toHaveText(address);
  await visitor.reload();
  await expect(heading(visitor, 'This code is no longer valid')).toBeVisible();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('the QR codes of printed labels are read back, in order, over two pages', async ({ app, lobby: { anna, project } }) => {
  const urls: string[] = [];
  for (let number = 1; number <= 9; number++) {
    const place = { name: `House ${number}`, address: `River Street ${number}` };
    const { id } = await app.call(anna, 'POST', `/projects/${project}/objects`, place);
    urls.push(await openPortal(app, anna, id));
  }
  const page = await app.open(anna, desktop, `/projects/${project}`);
  await button(page, 'Print QR labels').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Select all' }).click();
  const file = await download(page, dialog.getByRole('button', { name: 'Download PDF' }));
  expect(file.name).toBe('labels.pdf');
  const codes = await readLabels(await app.newPage(), file.bytes);
  expect(codes).toEqual(urls);
  const tenant = await app.newPage(phone);
  await tenant.goto(codes[8] ?? '');
  await tenant.getByText('House 9').first().waitFor();
});

test('the public page and the page of a report are accessible and fit a small phone', async ({ app, lobby }) => {
  const { anna, object, report } = lobby;
  const url = await openPortal(app, anna, object);
  await report('The lamp is dark');
  const page = await app.newPage(phone);
  await page.goto(url);
  await page.getByLabel('Photos (up to 3)').setInputFiles(picture);
  await expect(page.getByText('Already reported and not solved yet:')).toBeVisible();
  await page.getByLabel('What is broken?').fill('The door does not close');
  expect(await auditPage(page, 'portal-form')).toEqual([]);
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  expect(await auditPage(page, 'portal-report')).toEqual([]);
  await page.goto(`${url}x`);
  await expect(heading(page, 'This code is no longer valid')).toBeVisible();
  expect(await auditPage(page, 'portal-gone')).toEqual([]);
});

test('a report whose answer got lost is sent again, and leads to the one that was made', async ({
  app,
  lobby: { anna, object },
}) => {
  const page = await app.newPage(phone);
  await page.goto(await openPortal(app, anna, object));
  await page.getByLabel('What is broken?').fill('The door does not close');
  await page.route('**/reports', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Send report').click();
  await expect(page.getByRole('alert')).toContainText('There is no connection');
  await page.unroute('**/reports');
  await button(page, 'Send report').click();
  await expect(heading(page, 'Received')).toBeVisible();
  const { items, total } = await app.call(anna, 'GET', '/ext/reports');
  expect(total).toBe(1);
  expect(page.url()).toContain(items[0].id);
});

test('reporter and client write to each other, and the client sees who it is and the rating', async ({ app, lobby }) => {
  const { anna, wanda, object, report: create } = lobby;
  const reporter = await app.newPage(phone);
  await reporter.goto(await openPortal(app, anna, object));
  await reporter.getByLabel('What is broken?').fill('The door does not close');
  await reporter.getByLabel('How can you be reached?').fill('Eve Weiss, 030 5550100');
  await button(reporter, 'Send report').click();
  await expect(heading(reporter, 'Received')).toBeVisible();
  const { items } = await app.call(anna, 'GET', '/ext/reports');
  const { id } = await app.call(anna, 'POST', `/ext/reports/${items[0].id}/accept`, { category: 'other', priority: 'normal' });
  await reporter.reload();
  await reporter.getByLabel('Write a message').fill('It is the door to the yard');
  await button(reporter, 'Send message').click();
  await expect(reporter.getByText('It is the door to the yard')).toBeVisible();

  const client = await app.open(anna, desktop, `/tickets/${id}`);
  await expect(client.getByText('Eve Weiss').first()).toBeVisible();
  await expect(client.locator('a[href="tel:0305550100"]')).toBeVisible();
  const entries = client.locator('.timeline [role=listitem]');
  await expect(entries.filter({ hasText: 'It is the door to the yard' })).toContainText('Reporter');
  await client.getByRole('textbox', { name: 'Comment' }).fill('Nobody outside reads this');
  await button(client, 'Send comment').click();
  await client.getByRole('textbox', { name: 'Comment' }).fill('We come tomorrow');
  const shown = client.getByLabel('Also show to the person who reported it');
  await shown.check();
  await button(client, 'Send comment').click();
  await expect(client.getByText('Sending…')).toHaveCount(0);
  await expect(entries.filter({ hasText: 'We come tomorrow' })).toContainText('Also shown to the person who reported it');
  await expect(shown).not.toBeChecked();
  await reporter.reload();
  await expect(reporter.getByText('We come tomorrow')).toBeVisible();
  await expect(reporter.getByText('Nobody outside')).toHaveCount(0);
  expect(await auditPage(reporter, 'portal-messages')).toEqual([]);

  for (const op of ['take', 'start', 'done']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
  await app.call(anna, 'PATCH', `/tickets/${id}/confirm`);
  await reporter.reload();
  await reporter.getByLabel('Very satisfied').check();
  await button(reporter, 'Send rating').click();
  await expect(reporter.getByText('You rated the work 5 out of 5.')).toBeVisible();
  const inbox = await app.open(anna, desktop, '/reports?status=accepted');
  await expect(inbox.getByText('Rated 5 out of 5')).toBeVisible();

  const own = await app.open(anna, desktop, `/tickets/${await create('A lamp is dark')}`);
  await own.getByRole('textbox', { name: 'Comment' }).waitFor();
  await expect(own.getByLabel('Also show to the person who reported it')).toHaveCount(0);
});
