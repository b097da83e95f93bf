import type { Page, Route } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';

// Lists keep their rows, the focus and the scroll position while tickets change.

/** Thirty tickets of one project, and the list of them as an admin sees it. */
const test = base.extend<{ ids: number[]; admin: Page; list: string }>({
  ids: async ({ lobby: { report } }, use) => {
    const ids: number[] = [];
    for (let i = 1; i <= 30; i++) ids.push(await report(`Lamp ${i} is dark`));
    await use(ids);
  },
  admin: async ({ app }, use) => {
    await use(await app.open(adminEmail, desktop));
  },
  list: async ({ ids, lobby: { project } }, use) => {
    expect(ids).toHaveLength(30);
    await use(`/tickets?project_id=${project}`);
  },
});

/** Holds back matching requests until they are released. */
async function holdRequests(page: Page, path: RegExp): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    asked.resolve();
    await released.promise;
    await route.continue().catch(() => {}); // the page may have cancelled it
  };
  await page.route(path, hold);
  return {
    asked: asked.promise,
    release: async () => {
      released.resolve();
      await page.unroute(path, hold);
    },
  };
}

const gone = (page: Page) => page.getByText('No longer in this list');
const announcement = (page: Page) => page.getByRole('button', { name: /new requests?$/ });

test('a new ticket that pushes the last row off a full page does not mark that row as gone', async ({ admin, list, lobby }) => {
  await visit(admin, list);
  await admin.getByText('1–25 of 30').waitFor();
  await lobby.report('Lamp 31 is dark');
  await button(admin, 'Show 1 new request').waitFor();
  await admin.getByText('1–25 of 31').waitFor();
  await expect(gone(admin)).toHaveCount(0);
  await admin.getByRole('link', { name: 'Lamp 6 is dark' }).waitFor();
});

test('a row that moves over from the page before is not announced as new', async ({ admin, list, lobby }) => {
  await visit(admin, `${list}&offset=25`);
  await admin.getByText('26–30 of 30').waitFor();
  await lobby.report('Lamp 31 is dark');
  await admin.getByText('of 31').first().waitFor();
  await expect(announcement(admin)).toHaveCount(0);
  await expect(gone(admin)).toHaveCount(0);
});

test('a ticket that leaves a full page is marked as gone', async ({ app, admin, ids, list, lobby: { wanda } }) => {
  await visit(admin, `${list}&status=new`);
  await admin.getByText('1–25 of 30').waitFor();
  await app.transition(wanda, ids[20] ?? 0, 'take');
  await gone(admin).waitFor();
  await expect(gone(admin)).toHaveCount(1);
  await expect(announcement(admin)).toHaveCount(0);
});

test('Show more keeps the rows, the scroll position and the focus while it loads', async ({ app, ids, lobby: { wanda } }) => {
  const worker = await app.open(wanda, phone);
  await visit(worker, '/free');
  const cards = worker.locator('.card');
  await cards.nth(24).waitFor();
  const held = await holdRequests(worker, /\/tickets\?.*limit=50/);
  const more = button(worker, 'Show more');
  await more.scrollIntoViewIfNeeded();
  const scrolled = await worker.evaluate<number>('scrollY');
  await more.focus();
  await worker.keyboard.press('Enter');
  await held.asked;
  await expect(cards, 'the rows stay while more are loaded').toHaveCount(25);
  expect(await worker.evaluate<number>('scrollY')).toBe(scrolled);
  await held.release();
  await cards.nth(ids.length - 1).waitFor();
  expect(await worker.evaluate<string>('document.activeElement?.tagName ?? ""')).not.toBe('BODY');
});

test('a search keeps the rows until its results are there', async ({ app, lobby: { anna } }) => {
  await app.call(anna, 'POST', '/projects', { name: 'Harbour' });
  const client = await app.open(anna, desktop);
  await visit(client, '/projects');
  await client.getByRole('link', { name: 'Tower' }).waitFor();
  const held = await holdRequests(client, /\/ext\/projects\?.*q=H/);
  await client.getByRole('searchbox').fill('Har');
  await held.asked;
  await expect(client.getByRole('link', { name: 'Tower' })).toBeVisible();
  await held.release();
  await client.getByRole('link', { name: 'Tower' }).waitFor({ state: 'detached' });
  await client.getByRole('link', { name: 'Harbour' }).waitFor();
});

test('a number on the home of a client leads to the list of its status', async ({ app, ids, lobby }) => {
  for (const id of ids.slice(0, 21)) await app.transition(lobby.wanda, id, 'take');
  const client = await app.open(lobby.anna, desktop);
  await client.getByRole('link', { name: '21 Assigned' }).click();
  await heading(client, 'Requests').waitFor();
  await client.waitForURL(/status=assigned/);
  await client.getByText('21 requests').waitFor();
});

test('a list is read again now and then while live updates are refused, and live once they are not', async ({
  app,
  lobby: { anna, report },
}) => {
  await report('The first lamp');
  const page = await app.open(anna, desktop);
  await page.route('**/ext/live', (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
  await page.goto(`${app.url}/app/tickets`);
  await page.getByText('The first lamp').first().waitFor();
  await report('The second lamp');
  await announcement(page).waitFor({ timeout: 30_000 });
  await page.unroute('**/ext/live');
  await page.waitForResponse((response) => response.url().endsWith('/ext/live') && response.ok(), { timeout: 70_000 });
});
