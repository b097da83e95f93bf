import type { Page } from '@playwright/test';
import { realPhoto } from '../../../testing/real-photos.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, phone, visit } from '../page-helpers.ts';
import type { PictureFile } from '../pictures.ts';

// Pictures and counts in the lists of tickets, which are read after the list, with one request for all of its tickets.

const jpeg = async (name: string): Promise<PictureFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await realPhoto({ width: 640, height: 480 }),
});

const rowOf = (page: Page, ticket: number) => page.locator('article, tr', { hasText: `#${ticket}` });
const coverOf = (page: Page, ticket: number) => rowOf(page, ticket).locator('img.ticket-cover');

async function expectCover(page: Page, ticket: number, path: RegExp): Promise<void> {
  await expect(coverOf(page, ticket)).toHaveAttribute('src', path);
  await expect.poll(() => coverOf(page, ticket).evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(480);
}

/** The ids in the requests that a page sends for what belongs to the tickets of its lists. */
function recordRequests(page: Page): string[][] {
  const requests: string[][] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const ids = searchParams.get('ids'); // the open jobs, which are read ahead, are asked for by status
    if (pathname === '/ext/tickets' && ids) requests.push(ids.split(',').sort());
  });
  return requests;
}

test('lists show the newest picture, and how many there are', async ({ app, lobby: { anna, wanda, project, report } }) => {
  const [plain, leaking] = [await report('A lamp is dark'), await report('A pipe leaks')];
  for (const name of ['leak.jpg', 'pipe.jpg']) await app.addAttachment(anna, leaking, await jpeg(name));

  const worker = await app.open(wanda, phone);
  const requests = recordRequests(worker);
  await visit(worker, '/free');
  await expectCover(worker, leaking, /\/ext\/attachments\/\d+\/thumb/);
  await expect(rowOf(worker, leaking).getByText('2 photos')).toHaveCount(1);
  await expect(rowOf(worker, plain)).toBeVisible();
  await expect(coverOf(worker, plain)).toHaveCount(0);
  for (const ids of requests) expect(ids).toEqual([plain, leaking].map(String).sort()); // again for changes

  await app.transition(wanda, leaking, 'take', 'start');
  await app.addPhoto(wanda, leaking, await jpeg('repaired.jpg'));
  const client = await app.open(anna, phone, `/tickets?project_id=${project}`);
  await expectCover(client, leaking, /\/ext\/photos\/\d+\/thumb/);
  await expect(rowOf(client, leaking).getByText('3 photos')).toHaveCount(1);
  await app.addPhoto(wanda, leaking, await jpeg('dry.jpg'));
  await expect(rowOf(client, leaking).getByText('4 photos'), 'by live updates').toHaveCount(1);

  const admin = await app.open(adminEmail, desktop, `/tickets?project_id=${project}`);
  await expectCover(admin, leaking, /\/ext\/photos\/\d+\/thumb/);
  await visit(admin, '/');
  await expectCover(admin, leaking, /\/ext\/photos\/\d+\/thumb/);
});

test('lists are shown without pictures that cannot be read', async ({ app, lobby: { anna, wanda, report } }) => {
  const leaking = await report('A pipe leaks');
  await app.addAttachment(anna, leaking, await jpeg('leak.jpg'));
  const page = await app.open(wanda, phone);
  await page.route('**/ext/tickets?*', (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }));
  const failed = page.waitForResponse('**/ext/tickets?*');
  await visit(page, '/free');
  await failed;
  await expect(rowOf(page, leaking)).toBeVisible();
  await expect(coverOf(page, leaking)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
