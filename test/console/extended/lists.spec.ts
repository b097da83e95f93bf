import type { Locator, Page, Route } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, desktop, heading, openFilter, phone, visit } from '../page-helpers.ts';

// The state of a list is kept in the address, and lists keep their rows while tickets change.

/** Thirty tickets of one project, by the number in their description. */
const test = base.extend<{ ids: number[] }>({
  ids: async ({ lobby: { report } }, use) => {
    const ids: number[] = [];
    for (let i = 1; i <= 30; i++) ids.push(await report(`Lamp ${i} is dark`));
    await use(ids);
  },
});

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Status' }).getByRole('link');
const tab = (page: Page, name: string): Locator => tabs(page).filter({ hasText: new RegExp(`^${name} `) });
/** The titles of the shown tickets. */
const titles = (page: Page): Locator => page.locator('.table .title, .card-link');

test('the pages of a list are one after the other, and an offset beyond the end shows the last', async ({ app, ids, lobby }) => {
  const { anna, project } = lobby;
  const client = await app.open(anna, desktop, `/tickets?project_id=${project}&status=open&sort=id&order=desc`);
  const lamps = ids.map((_, index) => `Lamp ${30 - index} is dark`);
  await expect(titles(client)).toHaveText(lamps.slice(0, 25));
  await button(client, 'Next page').click();
  await expect(titles(client)).toHaveText(lamps.slice(25));
  await visit(client, `/tickets?project_id=${project}&offset=500`);
  await client.getByText('26–30 of 30').waitFor();
  await client.waitForURL(/offset=25/);
});

test('Show more keeps the rows, the scroll position and the focus while it loads', async ({ app, ids, lobby: { wanda } }) => {
  const worker = await app.open(wanda, phone, '/free');
  const cards = worker.locator('.card');
  await cards.nth(24).waitFor();
  const held = Promise.withResolvers<Route>();
  await worker.route(/\/tickets\?.*limit=50/, (route) => held.resolve(route), { times: 1 });
  const more = button(worker, 'Show more');
  await more.scrollIntoViewIfNeeded();
  await more.focus();
  const scrolled = await worker.evaluate<number>('scrollY');
  await worker.keyboard.press('Enter');
  const route = await held.promise;
  await expect(cards, 'the rows stay while more are loaded').toHaveCount(25);
  expect(await worker.evaluate<number>('scrollY')).toBe(scrolled);
  await route.continue();
  await cards.nth(ids.length - 1).waitFor();
  await expect(worker.locator('body')).not.toBeFocused();
});

test('the middle of a card and any part of a row open the request', async ({ app, lobby }) => {
  await lobby.report('A lamp is dark');
  const worker = await app.open(lobby.wanda, phone, '/free');
  const card = worker.getByRole('article').filter({ hasText: 'A lamp is dark' });
  await expect(card.getByRole('link', { name: /^Open map: / })).toBeVisible();
  await card.tap();
  await heading(worker, 'A lamp is dark').waitFor();
  const admin = await app.open(adminEmail, desktop, `/tickets?project_id=${lobby.project}`);
  const row = admin.locator('[data-ticket]');
  await row.waitFor();
  const { width } = (await row.boundingBox()) ?? { width: 0 };
  await row.click({ position: { x: width - 40, y: 20 } }); // the last cell
  await admin.waitForURL(/open=\d+/);
});

test('Back and Close close the drawer, and a phone shows its ticket', async ({ app, lobby }) => {
  const ids = [await lobby.report('The first lamp is dark'), await lobby.report('The second lamp is dark')];
  const list = `/tickets?project_id=${lobby.project}`;
  const admin = await app.open(adminEmail, desktop);
  await heading(admin, 'Board').waitFor();
  await visit(admin, list);
  await heading(admin, 'Requests').waitFor();
  const drawer = admin.locator('.drawer');
  for (const close of [() => admin.goBack(), () => drawer.getByRole('button', { name: 'Close' }).click()]) {
    for (const id of ids) {
      // Anywhere in the row: its link covers it.
      await admin.locator(`.table tr:has([href$="open=${id}"]) td`).last().click({ force: true });
      await drawer.getByText(`Request #${id}`).first().waitFor();
    }
    await close();
    await drawer.waitFor({ state: 'detached' });
    await heading(admin, 'Requests').waitFor();
  }
  await admin.goBack();
  await heading(admin, 'Board').waitFor();
  await visit(admin, `${list}&open=${ids[0]}`);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  await expect(titles(admin), 'Close stays on the list').toHaveCount(2);
  await admin.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/tickets?status=open&', '/?']) {
    await visit(admin, `${path}open=${ids[1]}`);
    await heading(admin, 'The second lamp is dark').waitFor();
    await visit(admin, '/projects');
    await heading(admin, 'Projects').waitFor();
  }
});

test('the tabs count the tickets of their statuses, and open together those of several', async ({ app, lobby }) => {
  const { anna, project, report } = lobby;
  const fresh = await report('The first lamp is dark');
  const started = await report('The second lamp is dark', 'take', 'start');
  const done = await report('The third lamp is dark', 'take', 'start', 'done');
  const closed = await report('The fourth lamp is dark');
  await app.call(anna, 'PATCH', `/tickets/${closed}/cancel`, { reason: 'No longer needed' });
  const client = await app.open(anna, desktop);
  await visit(client, `/tickets?project_id=${project}&status=open`);
  const expected: [name: string, ids: number[]][] = [
    ['Open', [done, started, fresh]],
    ['Unassigned', [fresh]],
    ['To confirm', [done]],
    ['Closed', [closed]],
    ['All', [closed, done, started, fresh]],
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

test('a building beyond the first hundred is found, and filters the list', async ({ app, lobby: { anna } }) => {
  const name = `Campus ${app.suffix}`;
  const { id: project } = await app.call(anna, 'POST', '/projects', { name });
  await app.query(
    `insert into objects (project_id, name, address, created_at)
     select $1, 'Room ' || number, 'River Street', now() from generate_series(101, 230) as number`,
    [project],
  );
  const client = await app.open(anna, {}, '/tickets/new');
  await client.getByRole('button', { name: /Room 101/ }).waitFor();
  await expect(client.getByRole('button', { name: /Room 230/ })).toHaveCount(0);
  await client.getByRole('searchbox').fill('campus room 230');
  await client.getByRole('button', { name: /Room 230/ }).click();
  await client.getByRole('radio', { name: 'Lift' }).check();
  await client.getByLabel("What's wrong?").fill('The lift stands still');
  await button(client, 'Send request').click();
  await heading(client, 'The lift stands still').waitFor();
  await expect(client.locator('.ticket-head')).toContainText('Room 230');

  const admin = await app.open(adminEmail, desktop, '/tickets');
  await titles(admin).first().waitFor();
  await selectFilter(admin, 'Building', `${name} room 230`, /Room 230/);
  await admin.getByText('1 request', { exact: true }).waitFor();
  await admin.reload();
  await button(admin, 'Remove filter: Building: Room 230').waitFor();
  await selectFilter(admin, 'Project', name, new RegExp(name));
  await expect(button(admin, 'Remove filter: Building: Room 230'), 'it may be of another project').toHaveCount(0);
  await admin.getByText('1 request', { exact: true }).waitFor();
});

async function selectFilter(page: Page, label: string, text: string, choice: RegExp): Promise<void> {
  await openFilter(page, label);
  await page.getByRole('dialog').getByRole('searchbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: choice }).first().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

test('a list is read again while live updates are refused', async ({ app, lobby: { anna, report } }) => {
  await report('The first lamp');
  const page = await app.openWithClock(anna, desktop);
  await page.route('**/ext/live', (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
  const refused = page.waitForResponse((response) => response.url().endsWith('/ext/live') && response.status() === 403);
  await page.goto(`${app.url}/app/tickets`);
  await page.getByText('The first lamp').first().waitFor();
  await refused;
  await report('The second lamp');
  // The polling begins a moment after the refusal.
  const isShown = async (): Promise<boolean> => {
    await page.clock.runFor(16_000);
    return button(page, 'Show 1 new request').isVisible();
  };
  await expect.poll(isShown).toBe(true);
  await page.unroute('**/ext/live');
  const live = page.waitForResponse((response) => response.url().endsWith('/ext/live') && response.ok());
  await page.clock.runFor(31_000);
  await live;
});

const savedView = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name, exact: true });

test('a client saves the filters of the list, uses, renames and deletes them', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const filters = '/tickets?status=new&category=other,electric&date_from=2026-01-01&q=lamp&sort=due&order=asc';
  const client = await app.open(anna, desktop, filters);
  await button(client, 'Save view').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Dark lamps');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const view = savedView(client, 'Dark lamps');
  await expect(view).toHaveAttribute('aria-current', 'page');
  await expect(button(client, 'Save view')).toHaveCount(0);
  await visit(client, '/tickets');
  await expect(view).not.toHaveAttribute('aria-current');
  await view.click();
  for (const part of [/status=new/, /category=other%2Celectric/, /date_from=2026-01-01/, /q=lamp/, /sort=due/])
    await expect(client).toHaveURL(part);
  await expect(view).toHaveAttribute('aria-current', 'page');
  await button(client, 'Edit view Dark lamps').click();
  await dialog.getByLabel('Name').fill('Lamps');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await button(client, 'Edit view Lamps').click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(savedView(client, 'Lamps')).toHaveCount(0);
});

test('an admin shares a view, which a client uses and cannot change', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  await report('A lamp is dark');
  const name = `Late everywhere ${app.suffix}`;
  const shared = `${name} (Shared)`;
  const admin = await app.open(adminEmail, desktop, '/tickets?status=open&overdue=true');
  await button(admin, 'Save view').click();
  await admin.getByRole('dialog').getByLabel('Name').fill(name);
  await admin.getByRole('dialog').getByRole('switch', { name: 'Share with everybody' }).check();
  await admin.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(savedView(admin, shared)).toHaveAttribute('aria-current', 'page');
  const client = await app.open(anna, desktop, '/tickets');
  await savedView(client, shared).click();
  await expect(client).toHaveURL(/overdue=true/);
  await expect(savedView(client, shared)).toHaveAttribute('aria-current', 'page');
  await expect(button(client, `Edit view ${name}`)).toHaveCount(0);
  await button(admin, `Edit view ${name}`).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(savedView(admin, shared)).toHaveCount(0);
});
