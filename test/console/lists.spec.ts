import type { Page } from '@playwright/test';
import { adminEmail } from './console-service.ts';
import { test as base, expect } from './fixtures.ts';
import { button, desktop, heading, phone, visit } from './page-helpers.ts';

// The state of a list is kept in the address.

/** Thirty tickets of one project, by the number in their description. */
const test = base.extend<{ ids: number[] }>({
  ids: async ({ lobby: { report } }, use) => {
    const ids: number[] = [];
    for (let i = 1; i <= 30; i++) ids.push(await report(`Lamp ${i} is dark`));
    await use(ids);
  },
});

/** Collects the requests of a page for lists of tickets. */
function ticketRequests(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/tickets') found.push(search);
  });
  return found;
}

test('invalid filters in the address of the list are ignored', async ({ app, ids }) => {
  const admin = await app.open(adminEmail, desktop);
  await heading(admin, 'Board').waitFor();
  const requests = ticketRequests(admin);
  const { total } = await app.call(adminEmail, 'GET', '/tickets?limit=1');
  expect(total).toBeGreaterThanOrEqual(ids.length);
  await visit(admin, '/tickets?status=foo&project_id=x&object_id=0&worker_id=me&date_from=2026-02-31&sort=age&nothing=1');
  await admin.getByText(`${total} requests`).waitFor();
  await admin.getByRole('link', { name: 'Lamp 30 is dark' }).first().waitFor();
  expect(requests).not.toEqual([]);
  const invalid = requests.filter((request) => /foo|NaN|=x|=0|=me|02-31|age|nothing/.test(request));
  expect(invalid).toEqual([]);
  const offered = await admin.getByLabel('Status').locator('option').allTextContents();
  expect(offered).toEqual(['Any', 'New', 'Assigned', 'In progress', 'Done', 'Needs rework', 'Closed']);
});

test.describe('the list of a project', () => {
  test.beforeEach(({ ids }) => {
    expect(ids).toHaveLength(30);
  });

  test('an offset beyond the end shows the last page', async ({ app, lobby: { project } }) => {
    const admin = await app.open(adminEmail, desktop);
    await visit(admin, `/tickets?project_id=${project}&offset=500`);
    await admin.getByText('26–30 of 30').waitFor();
    await admin.waitForURL(/offset=25/);
  });

  test('Back and Close both close the drawer', async ({ app, ids, lobby: { project } }) => {
    const admin = await app.open(adminEmail, desktop);
    await admin.getByRole('link', { name: 'Requests' }).first().click();
    await heading(admin, 'Requests').waitFor();
    const drawer = admin.locator('.drawer');
    for (const close of [() => admin.goBack(), () => drawer.getByRole('button', { name: 'Close' }).click()]) {
      for (const lamp of [30, 29]) {
        await admin.locator(`a[href*="${ids[lamp - 1]}"]`, { hasText: `Lamp ${lamp} is dark` }).click();
        await drawer
          .getByText(`Request #${ids[lamp - 1]}`)
          .first()
          .waitFor();
      }
      await close();
      await drawer.waitFor({ state: 'detached' });
      await heading(admin, 'Requests').waitFor();
    }
    await admin.goBack();
    await heading(admin, 'Board').waitFor();
    expect(project).toBeGreaterThan(0);
  });

  test('Close of a drawer that a link opened stays on the list', async ({ app, ids }) => {
    const admin = await app.open(adminEmail, desktop);
    await visit(admin, `/tickets?open=${ids[29]}`);
    await admin.locator('.drawer').getByRole('button', { name: 'Close' }).click();
    await admin.locator('.drawer').waitFor({ state: 'detached' });
    await heading(admin, 'Requests').waitFor();
  });
});

test('the menu opens the list of users without the search of before', async ({ app, lobby: { wanda } }) => {
  const admin = await app.open(adminEmail, desktop);
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await admin.getByText(wanda).waitFor();
  await admin.getByRole('searchbox').fill('jonas');
  await admin.waitForURL(/q=jonas/);
  await admin.getByText('No results').waitFor();
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await admin.getByText(wanda).waitFor();
  await expect(admin.getByRole('searchbox')).toHaveValue('');
});

test('a rule can be run by hand only when its previous ticket is closed', async ({ app, lobby: { anna, object, project } }) => {
  const template = { category: 'other', description: 'Inspect the lift', object_id: object };
  const { id } = await app.call(anna, 'POST', '/recurring', { ...template, anchor_at: '2030-01-01T08:00:00Z', period_days: 7 });
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, `/rules/${id}`);
  await button(admin, 'Create request now').click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Create request now' }).click();
  await admin.getByText('The previous request is still open.').waitFor();
  await expect(button(admin, 'Create request now')).toBeDisabled();
  const { items } = await app.call(anna, 'GET', `/tickets?project_id=${project}`);
  await app.call(anna, 'PATCH', `/tickets/${items[0].id}/cancel`, { reason: 'No longer needed' });
  await admin.getByText('On track').waitFor();
  await expect(button(admin, 'Create request now')).toBeEnabled();
});

test("the address on a worker's card opens the map, and the rest of the card opens the ticket", async ({ app, lobby }) => {
  await lobby.report('A lamp is dark');
  const worker = await app.open(lobby.wanda, phone);
  await worker.context().route(/openstreetmap/, (route) => route.fulfill({ body: 'a map' }));
  await visit(worker, '/free');
  const card = worker.locator('.card').first();
  const address = card.getByRole('link', { name: /^River Street 12/ });
  await Promise.all([worker.context().waitForEvent('page'), address.click()]);
  expect(await address.getAttribute('href')).toMatch(/River%20Street%2012/);
  expect((await address.boundingBox())?.height, 'height of a touch target').toBeGreaterThanOrEqual(24);
  await card.click({ position: { x: 30, y: 50 } });
  await heading(worker, 'A lamp is dark').waitFor();
});
