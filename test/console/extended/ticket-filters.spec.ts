import type { Locator, Page } from '@playwright/test';
import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';

// Filters with several values, and the heads of the columns that sort.

const titles = (page: Page): Locator => page.locator('.table .title, .card-link');
const chips = (page: Page): Locator =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^Remove/ });
const columnHead = (page: Page, name: string): Locator => page.locator(`th[abbr="${name}"]`);

test('a filter takes several values, each with a chip that the keyboard removes and a screen reader hears', async ({
  app,
  lobby: { anna, object },
}) => {
  for (const category of ['electric', 'plumbing', 'other'])
    await app.call(anna, 'POST', '/tickets', { category, description: `Trouble: ${category}`, object_id: object });
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets');
  await expect(titles(client)).toHaveCount(3);
  await button(client, 'Category').click();
  const menu = client.getByRole('dialog', { name: 'Category' });
  await menu.getByRole('button', { name: 'Plumbing' }).click();
  await menu.getByRole('button', { name: 'Electrical' }).click();
  await expect(menu.getByRole('button', { name: 'Electrical' })).toHaveAttribute('aria-pressed', 'true');
  await client.keyboard.press('Escape');
  await expect(titles(client)).toHaveText(['Trouble: plumbing', 'Trouble: electric']);
  await expect(client).toHaveURL(/category=plumbing%2Celectric/);
  await expect(chips(client)).toHaveText(['Category: Plumbing', 'Category: Electrical']);
  expect(await auditPage(client, 'filters with several values', allAppearances)).toEqual([]);
  await client.setViewportSize({ width: 1440, height: 900 });

  await button(client, 'Remove filter: Category: Plumbing').focus();
  await client.keyboard.press('Delete');
  await expect(chips(client)).toHaveText(['Category: Electrical']);
  await expect(button(client, 'Remove filter: Category: Electrical')).toBeFocused();
  await expect(client.getByRole('status').filter({ hasText: 'Filter removed: Category: Plumbing' })).toHaveCount(1);
  await expect(titles(client)).toHaveText(['Trouble: electric']);
  await client.keyboard.press('Enter');
  await expect(chips(client)).toHaveCount(0);
  await expect(titles(client)).toHaveCount(3);
  await expect(button(client, 'Text'), 'the focus stays on the filters').toBeFocused();
});

test('a link has statuses, people and places of several values; "Clear all" keeps the tab, and Back restores', async ({
  app,
  lobby: { anna, wanda, project, object, report },
}) => {
  const [fresh, taken] = [await report('A lamp is dark'), await report('The lift stands still')];
  await app.transition(wanda, taken, 'take');
  const { id: client_id } = await app.call(anna, 'GET', '/auth/me');
  const { id: worker_id } = await app.call(wanda, 'GET', '/auth/me');
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, `/tickets?status=new,assigned&client_id=${client_id}&project_id=${project},999&object_id=${object}`);
  await expect(titles(admin)).toHaveText(['The lift stands still', 'A lamp is dark']);
  await expect(chips(admin).filter({ hasText: 'Client: Anna' })).toHaveCount(1);
  await expect(chips(admin).filter({ hasText: /^Status/ })).toHaveText(['Status: New', 'Status: Assigned']);
  await expect(chips(admin).filter({ hasText: 'Building: Lobby' })).toHaveCount(1);
  await button(admin, 'Remove filter: Status: Assigned').click();
  await expect(titles(admin)).toHaveText(['A lamp is dark']);
  await expect(admin.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')).toHaveText(/^Unassigned 1/);
  await visit(admin, `/tickets?status=assigned,in_progress&worker_id=${worker_id}`);
  await expect(titles(admin)).toHaveText(['The lift stands still']);
  await chips(admin).filter({ hasText: 'Worker: Wanda' }).waitFor();
  await admin.getByRole('button', { name: 'Clear all' }).click();
  await expect(admin).toHaveURL(/status=active$/);
  await admin.goBack();
  await expect(titles(admin)).toHaveText(['A lamp is dark']);
  expect(fresh).toBeGreaterThan(0);
});

test('the days on which requests were closed are filtered in the time zone of the device', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const id = await report('A lamp is dark');
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It works again' });
  const client = await app.open(anna, { ...desktop, timezoneId: 'Pacific/Kiritimati' });
  await visit(client, '/tickets?status=closed');
  await button(client, 'More filters').click();
  await button(client, 'Closed on').click();
  const read = client.waitForRequest(/closed_from=/);
  await client.getByRole('dialog', { name: 'Closed on' }).getByRole('button', { name: 'Today' }).click();
  const midnight = await client.evaluate<string>('new Date(new Date().setHours(0, 0, 0, 0)).toISOString()');
  expect(new URL((await read).url()).searchParams.get('closed_from')).toBe(midnight);
  await expect(titles(client)).toHaveText(['A lamp is dark']);
  await button(client, 'Remove filter: Closed on: Today').waitFor();
});

test('the heads of the columns sort, in both directions, and by relevance while words are searched', async ({ app, lobby }) => {
  const { anna, object, wanda } = lobby;
  const ids: number[] = [];
  for (const priority of ['normal', 'high', 'low']) {
    const ticket = { category: 'other', description: `Lamp of ${priority} priority`, object_id: object, priority };
    ids.push((await app.call(anna, 'POST', '/tickets', ticket)).id);
  }
  await app.transition(wanda, Number(ids[0]), 'take');
  const client = await app.open(anna, desktop);
  const names = (order: string[]): string[] => order.map((priority) => `Lamp of ${priority} priority`);
  await visit(client, '/tickets');
  await expect(titles(client)).toHaveText(names(['low', 'high', 'normal']));
  await expect(columnHead(client, 'Created')).toHaveAttribute('aria-sort', 'descending');
  await button(client, 'Sort by: Priority').click();
  await expect(titles(client)).toHaveText(names(['high', 'normal', 'low']));
  await expect(columnHead(client, 'Request')).toHaveAttribute('aria-sort', 'descending');
  await expect(columnHead(client, 'Created')).toHaveAttribute('aria-sort', 'none');
  await button(client, 'Sort by: Priority').click();
  await expect(titles(client)).toHaveText(names(['low', 'normal', 'high']));
  await expect(client).toHaveURL(/sort=priority&order=asc/);
  await button(client, 'Sort by: Changed').click();
  await expect(titles(client).first()).toHaveText(names(['normal']));
  await button(client, 'Sort by: Due').click();
  await expect(columnHead(client, 'Due')).toHaveAttribute('aria-sort', 'ascending');
  await expect(client.getByRole('button', { name: /^Sort by: Newest first/ }), 'a menu would repeat the heads').toHaveCount(0);
  await visit(client, '/tickets?q=lamp');
  await button(client, 'Sort by: Best match').click();
  await expect(client).toHaveURL(/sort=relevance/);
  await expect(button(client, 'Sort by: Best match')).toHaveAttribute('aria-pressed', 'true');
  expect(await auditPage(client, 'list with heads that sort', allAppearances)).toEqual([]);
});

test('a phone sorts with a menu', async ({ app, lobby: { anna, report } }) => {
  await report('The first lamp is dark');
  await report('The second lamp is dark');
  const client = await app.open(anna, phone);
  await visit(client, '/tickets');
  await button(client, 'Sort by: Newest first').click();
  await client.getByRole('dialog').getByRole('button', { name: 'Oldest first' }).click();
  await expect(titles(client)).toHaveText(['The first lamp is dark', 'The second lamp is dark']);
});

test('the search offers people, places, pages and actions that fit the role', async ({ app, lobby: { anna, wanda, report } }) => {
  await report('A lamp is dark');
  const expectActions = async (page: Page, names: string[]): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Actions' }).getByRole('listitem')).toHaveText(names);
  };
  const general = ['Switch to dark theme', 'Language: Deutsch', 'Language: Polski', 'Sign out'];
  const client = await app.open(anna, desktop);
  await heading(client, 'Home').waitFor();
  await expectActions(client, ['New request', 'New schedule', ...general]);
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(wanda);
  await dialog.getByRole('region', { name: 'People' }).getByRole('link', { name: /Wanda/ }).click();
  await heading(client, 'Workers').waitFor();
  await expect(client.locator('.list-rows > li')).toHaveCount(1);
  await client.keyboard.press('/');
  await expect(client.getByRole('main').getByRole('searchbox')).toBeFocused();

  const worker = await app.open(wanda, desktop);
  await heading(worker, 'My work').waitFor();
  const forbidden: string[] = [];
  worker.on('response', (response) => response.status() === 403 && forbidden.push(response.url()));
  await expectActions(worker, general);
  const field = worker.getByRole('dialog').getByRole('searchbox');
  await field.fill('lamp');
  await worker.getByRole('dialog').getByRole('region', { name: 'Requests' }).waitFor();
  expect(forbidden).toEqual([]);
  await field.fill('dark theme');
  await field.press('Enter');
  await worker.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await worker.keyboard.press('Control+k');
  await worker.getByRole('dialog').getByRole('searchbox').fill('sign');
  await worker.keyboard.press('Enter');
  await worker.getByLabel('Email').waitFor();

  const admin = await app.open(adminEmail, desktop);
  await heading(admin, 'Board').waitFor();
  await expectActions(admin, general);
  await admin.getByRole('dialog').getByRole('searchbox').fill(anna);
  await admin
    .getByRole('dialog')
    .getByRole('region', { name: 'People' })
    .getByRole('link', { name: /Client/ })
    .waitFor();
});
