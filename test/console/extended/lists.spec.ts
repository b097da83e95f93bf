import type { Locator, Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// The state of a list is kept in the address.

/** Thirty tickets of one project, by the number in their description. */
const test = base.extend<{ ids: number[] }>({
  ids: async ({ lobby: { report } }, use) => {
    const ids: number[] = [];
    for (let i = 1; i <= 30; i++) ids.push(await report(`Lamp ${i} is dark`));
    await use(ids);
  },
});

const tabNames = ['Open', 'Unassigned', 'In progress', 'To confirm', 'Closed', 'All'];
const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Status' }).getByRole('link');
const tab = (page: Page, name: string): Locator => tabs(page).filter({ hasText: new RegExp(`^${name} `) });
/** The titles of the shown tickets. */
const titles = (page: Page): Locator => page.locator('.table .title, .card-link');

/** Collects the requests of a page for lists of tickets. */
function ticketRequests(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/ext/tickets') found.push(search);
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
  const offered = await tabs(admin).allTextContents();
  expect(offered.map((text) => text.replace(/ \d*$/, ''))).toEqual(tabNames);
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

  test('a link to a drawer opens the page of its ticket on a phone', async ({ app, ids }) => {
    const admin = await app.open(adminEmail, phone);
    for (const path of ['/tickets?status=open&', '/?']) {
      await visit(admin, `${path}open=${ids[29]}`);
      await heading(admin, 'Lamp 30 is dark').waitFor();
      await visit(admin, '/projects');
      await heading(admin, 'Projects').waitFor();
    }
  });

  test('Close of a drawer that a link opened stays on the list', async ({ app, ids }) => {
    const admin = await app.open(adminEmail, desktop);
    await visit(admin, `/tickets?open=${ids[29]}`);
    await admin.locator('.drawer').getByRole('button', { name: 'Close' }).click();
    await admin.locator('.drawer').waitFor({ state: 'detached' });
    await heading(admin, 'Requests').waitFor();
  });
});

test('the menu opens the list of users without the search of before', async ({ app }) => {
  const admin = await app.open(adminEmail, desktop);
  const anybody = admin.locator('.list-rows li').first(); // a certain account may be on a later page: other tests add many
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await anybody.waitFor();
  await admin.getByRole('searchbox').fill('nobody.has.this.name');
  await admin.waitForURL(/q=nobody/);
  await admin.getByText('No results').waitFor();
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await anybody.waitFor();
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

test('the tabs count the tickets of their statuses, and open together those of several', async ({ app, lobby }) => {
  const { anna, wanda, project, report } = lobby;
  const fresh = await report('The first lamp is dark');
  const assigned = await report('The second lamp is dark');
  const started = await report('The third lamp is dark');
  const done = await report('The fourth lamp is dark');
  const closed = await report('The fifth lamp is dark');
  await app.transition(wanda, assigned, 'take');
  await app.transition(wanda, started, 'take', 'start');
  await app.transition(wanda, done, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${closed}/cancel`, { reason: 'No longer needed' });
  const client = await app.open(anna, desktop);
  await visit(client, `/tickets?project_id=${project}&status=open`);
  const expected: [name: string, ids: number[]][] = [
    ['Open', [done, started, assigned, fresh]],
    ['Unassigned', [fresh]],
    ['In progress', [started, assigned]],
    ['To confirm', [done]],
    ['Closed', [closed]],
    ['All', [closed, done, started, assigned, fresh]],
  ];
  for (const [name, ids] of expected) {
    await expect(tab(client, name)).toHaveText(`${name} ${ids.length}`);
    await tab(client, name).click();
    await expect(tab(client, name)).toHaveAttribute('aria-current', 'page');
    await expect(client.locator('.table .numbers')).toHaveText(ids.map((id) => `#${id}`));
  }
  await client.goBack();
  await heading(client, 'Home').waitFor();
});

test('the pages of the open tickets are in one order over all their statuses', async ({ app, ids, lobby }) => {
  const { anna, wanda, project } = lobby;
  for (const lamp of [2, 4, 6, 28, 30]) await app.transition(wanda, Number(ids[lamp - 1]), 'take');
  const client = await app.open(anna, desktop);
  await visit(client, `/tickets?project_id=${project}&status=open&sort=id&order=desc`);
  const lamps = Array.from({ length: 30 }, (_, index) => `Lamp ${30 - index} is dark`);
  await expect(titles(client)).toHaveText(lamps.slice(0, 25));
  await button(client, 'Next page').click();
  await expect(titles(client)).toHaveText(lamps.slice(25));
  await client.getByText('26–30 of 30').waitFor();
});

test('a large screen shows 13 tickets, each in a row of 56 pixels', async ({ app, ids, lobby: { anna } }) => {
  expect(ids).toHaveLength(30);
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets?status=open');
  await titles(client).first().waitFor();
  const rows = client.locator('.table tbody tr');
  const boxes = await Promise.all([...Array(13).keys()].map((index) => rows.nth(index).boundingBox()));
  expect(boxes.map((box) => Math.round(box?.height ?? 0))).toEqual(Array(13).fill(56));
  expect((boxes[12]?.y ?? 0) + (boxes[12]?.height ?? 0)).toBeLessThanOrEqual(900);
});

test('a filter is set beside its button, is in the URL and is removed by its chip', async ({ app, lobby }) => {
  await lobby.report('A lamp is dark');
  const client = await app.open(lobby.anna, phone);
  await visit(client, '/tickets');
  await titles(client).first().waitFor();
  await button(client, 'Category').click();
  await client.getByRole('dialog', { name: 'Category' }).getByRole('button', { name: 'Plumbing' }).click();
  await client.waitForURL(/category=plumbing/);
  await client.getByRole('heading', { name: 'No matching requests' }).waitFor();
  await client.keyboard.press('Escape');
  await button(client, 'Remove filter: Category: Plumbing').click();
  await expect(titles(client)).toHaveText(['A lamp is dark']);
  await button(client, 'More filters').click();
  await button(client, 'Priority').click();
  await client.getByRole('dialog', { name: 'Priority' }).getByRole('button', { name: 'High' }).click();
  await client.getByRole('heading', { name: 'No matching requests' }).waitFor();
  await client.keyboard.press('Escape');
  await client.locator('.empty-state').getByRole('button', { name: 'Clear filters' }).click();
  await expect(titles(client)).toHaveText(['A lamp is dark']);
  expect(new URL(client.url()).searchParams.get('priority')).toBe(null);
});

test('dates are days of the time zone of the device', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  // In these zones today began up to 14 hours before and 11 hours after the UTC day.
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const client = await app.open(anna, { ...desktop, timezoneId });
    const requests = ticketRequests(client);
    await visit(client, '/tickets');
    await button(client, 'Created on').click();
    await client.getByRole('dialog', { name: 'Created on' }).getByRole('button', { name: 'Today' }).click();
    await button(client, 'Remove filter: Created on: Today').waitFor();
    await expect(titles(client), timezoneId).toHaveText(['A lamp is dark']);
    await expect(tab(client, 'All')).toHaveText('All 1');
    await expect(tab(client, 'Closed')).toHaveText('Closed 0');
    const today = await client.evaluate<string>("new Intl.DateTimeFormat('sv').format(new Date())");
    expect(new URL(client.url()).searchParams.get('date_from'), timezoneId).toBe(today);
    const midnight = await client.evaluate<string>('new Date(new Date().setHours(0, 0, 0, 0)).toISOString()');
    expect(requests.some((query) => new URLSearchParams(query).get('created_from') === midnight)).toBe(true);
    await button(client, 'Created on').click();
    await client.getByRole('dialog', { name: 'Created on' }).getByRole('button', { name: 'Last month' }).click();
    await client.getByRole('heading', { name: 'No matching requests' }).waitFor();
  }
});

test('a client finds the elevator of last month in 6 taps', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const client = await app.open(anna, phone);
  await heading(client, 'Home').waitFor();
  const taps = await countTaps(client);
  await client.locator('.bottom-nav').getByRole('link', { name: 'Requests' }).tap();
  await tab(client, 'All').tap();
  await button(client, 'Category').tap();
  await client.getByRole('dialog').getByRole('button', { name: 'Elevator' }).tap();
  await button(client, 'Created on').tap();
  await client.getByRole('dialog').getByRole('button', { name: 'Last month' }).tap();
  await client.waitForURL(/category=elevator.*date_from=.*date_to=/);
  await client.getByRole('heading', { name: 'No matching requests' }).waitFor();
  expect(await taps()).toBeLessThanOrEqual(6);
});

test('an admin sees first what burns: high priority, in 1 click', async ({ app, ids, lobby: { anna, object, project } }) => {
  expect(ids).toHaveLength(30);
  const fire = { category: 'electric', description: 'Sparks fly from the fuse box', object_id: object, priority: 'high' };
  await app.call(anna, 'POST', '/tickets', fire);
  await app.call(anna, 'POST', '/tickets', { ...fire, priority: 'low', description: 'A switch is loose' });
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, `/tickets?status=open&project_id=${project}`);
  await titles(admin).first().waitFor();
  const taps = await countTaps(admin);
  await admin.getByRole('button', { name: 'Sort by: Priority' }).click();
  await expect(titles(admin).first()).toHaveText('Sparks fly from the fuse box');
  expect(await taps()).toBeLessThanOrEqual(1);
});

test('an admin sees in the list whose request it is', async ({ app, lobby: { anna, project, report } }) => {
  await report('A lamp is dark');
  const { name } = await app.call(anna, 'GET', '/auth/me');
  for (const options of [desktop, phone]) {
    const admin = await app.open(adminEmail, options);
    await visit(admin, `/tickets?project_id=${project}`);
    await expect(admin.locator('.table tbody tr, .card').filter({ hasText: 'A lamp is dark' })).toContainText(name);
  }
});

test('an admin opens a ticket by its number with 1 click', async ({ app, lobby: { report } }) => {
  const id = await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, '/tickets');
  const taps = await countTaps(admin);
  await button(admin, 'Search').click();
  const field = admin.getByRole('dialog').getByRole('searchbox');
  await field.fill('#999999999');
  await admin.getByRole('dialog').getByText('Nothing found').waitFor();
  await field.fill(`#${id}`);
  await field.press('Enter'); // before the results are there
  await admin.waitForURL(new RegExp(`/tickets/${id}$`));
  await heading(admin, 'A lamp is dark').waitFor();
  expect(await taps()).toBeLessThanOrEqual(1);
});
