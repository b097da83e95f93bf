import type { Locator, Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// Filters with several values, and the heads of the columns that sort.

const titles = (page: Page): Locator => page.locator('.table .title, .card-link');
const chips = (page: Page): Locator =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^Remove/ });
const columnHead = (page: Page, name: string): Locator => page.locator(`th[abbr="${name}"]`);

test('a filter takes several values, whose chips the keyboard removes', async ({ app, lobby: { anna, object } }) => {
  for (const category of ['electric', 'plumbing', 'other'])
    await app.call(anna, 'POST', '/tickets', { category, description: `Trouble: ${category}`, object_id: object });
  const client = await app.open(anna, desktop, '/tickets');
  await expect(titles(client)).toHaveCount(3);
  await button(client, 'Filter').click();
  const menu = client.getByRole('region', { name: 'Category' });
  await menu.getByRole('button', { name: 'Plumbing' }).click();
  await menu.getByRole('button', { name: 'Electrical' }).click();
  await expect(menu.getByRole('button', { name: 'Electrical' })).toHaveAttribute('aria-pressed', 'true');
  await client.keyboard.press('Escape');
  await expect(titles(client)).toHaveText(['Trouble: plumbing', 'Trouble: electric']);
  await expect(client).toHaveURL(/category=plumbing%2Celectric/);
  await expect(chips(client)).toHaveText(['Category: Plumbing', 'Category: Electrical']);

  await button(client, 'Remove filter: Category: Plumbing').focus();
  await client.keyboard.press('Delete');
  await expect(chips(client)).toHaveText(['Category: Electrical']);
  await expect(button(client, 'Remove filter: Category: Electrical')).toBeFocused();
  await expect(client.getByRole('status').filter({ hasText: 'Filter removed: Category: Plumbing' })).toHaveCount(1);
  await expect(titles(client)).toHaveText(['Trouble: electric']);
  await client.keyboard.press('Enter');
  await expect(chips(client)).toHaveCount(0);
  await expect(titles(client)).toHaveCount(3);
  await expect(button(client, 'Filter'), 'the focus stays on the filters').toBeFocused();
});

test('a link has filters of several values, and Clear all keeps the tab', async ({
  app,
  lobby: { anna, wanda, project, object, report },
}) => {
  await report('A lamp is dark');
  await report('The lift stands still', 'take');
  const [client_id, worker_id] = [await app.idOf(anna), await app.idOf(wanda)];
  const admin = await app.open(
    adminEmail,
    desktop,
    `/tickets?status=new,assigned&client_id=${client_id}&project_id=${project},999&object_id=${object}`,
  );
  await expect(titles(admin)).toHaveText(['The lift stands still', 'A lamp is dark']);
  await expect(chips(admin).filter({ hasText: 'Client: Anna' })).toHaveCount(1);
  await expect(chips(admin).filter({ hasText: 'Building: Lobby' })).toHaveCount(1);
  await button(admin, 'Remove filter: Status: Assigned').click();
  await expect(titles(admin)).toHaveText(['A lamp is dark']);
  await expect(admin.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')).toHaveText(/^Unassigned 1/);
  await visit(admin, `/tickets?status=assigned,in_progress&worker_id=${worker_id}`);
  await chips(admin).filter({ hasText: 'Worker: Wanda' }).waitFor();
  await admin.getByRole('button', { name: 'Clear all' }).click();
  await expect(admin).toHaveURL(/status=active$/);
  await admin.goBack();
  await expect(titles(admin)).toHaveText(['A lamp is dark']);
});

test('the heads of the columns sort, in both directions, and by relevance while words are searched', async ({ app, lobby }) => {
  const { anna, object } = lobby;
  for (const priority of ['normal', 'high', 'low'])
    await app.call(anna, 'POST', '/tickets', { category: 'other', description: `${priority} one`, object_id: object, priority });
  const client = await app.open(anna, desktop, '/tickets');
  await expect(titles(client)).toHaveText(['low one', 'high one', 'normal one']);
  await expect(columnHead(client, 'Created')).toHaveAttribute('aria-sort', 'descending');
  await button(client, 'Sort by: Priority').click();
  await expect(titles(client)).toHaveText(['high one', 'normal one', 'low one']);
  await expect(columnHead(client, 'Request')).toHaveAttribute('aria-sort', 'descending');
  await expect(columnHead(client, 'Created')).toHaveAttribute('aria-sort', 'none');
  await button(client, 'Sort by: Priority').click();
  await expect(titles(client)).toHaveText(['low one', 'normal one', 'high one']);
  await button(client, 'Sort by: Due').click();
  await expect(columnHead(client, 'Due')).toHaveAttribute('aria-sort', 'ascending');
  await visit(client, '/tickets?q=low');
  await button(client, 'Sort by: Best match').click();
  await expect(client).toHaveURL(/sort=relevance/);
  await expect(button(client, 'Sort by: Best match')).toHaveAttribute('aria-pressed', 'true');
});

test('a phone sorts with a menu, filters with buttons, and finds the elevator of last month in 6 taps', async ({
  app,
  lobby,
}) => {
  await lobby.report('The first lamp is dark');
  await lobby.report('The second lamp is dark');
  const client = await app.open(lobby.anna, phone);
  await heading(client, 'Home').waitFor();
  const menu = client.getByRole('dialog');
  const taps = await countTaps(client);
  await client.locator('.bottom-nav').getByRole('link', { name: 'Requests' }).tap();
  await client.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^All/ }).tap();
  await button(client, 'Filter').tap();
  await menu.getByRole('button', { name: 'Lift' }).tap();
  await button(client, 'Created on').tap();
  await menu.getByRole('button', { name: 'Last month' }).tap();
  await client.waitForURL(/category=elevator.*date_from=.*date_to=/);
  await client.getByRole('heading', { name: 'No matching requests' }).waitFor();
  expect(await taps()).toBeLessThanOrEqual(6);
  await client.keyboard.press('Escape');
  await client.keyboard.press('Escape');
  await client.locator('.empty-state').getByRole('button', { name: 'Clear filters' }).click();
  await expect(titles(client)).toHaveText(['The second lamp is dark', 'The first lamp is dark']);
  await button(client, 'Sort by: Newest first').click();
  await menu.getByRole('button', { name: 'Oldest first' }).click();
  await expect(titles(client)).toHaveText(['The first lamp is dark', 'The second lamp is dark']);
});

test('the search offers actions that fit the role', async ({ app, lobby: { anna, wanda, report } }) => {
  await report('A lamp is dark');
  const expectActions = async (page: Page, names: string[]): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Actions' }).getByRole('listitem')).toHaveText(names);
  };
  const general = ['Switch to dark theme', 'Language: Deutsch', 'Language: Polski', 'Sign out'];
  const client = await app.open(anna, desktop);
  await heading(client, 'Home').waitFor();
  await expectActions(client, ['New request', 'New schedule', ...general]);

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
});

// The search of the header, and the same words as a filter of the list.

test('a client finds a request by words of it and of its comments, and lists all of them', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const leak = await report('The radiator drips onto the parquet');
  for (let lamp = 1; lamp <= 9; lamp++) await report(`Chandelier ${lamp} is dark`);
  await app.call(anna, 'POST', `/ext/tickets/${leak}/comments`, { text: 'Ask Mr Okonkwo for the key' });
  const client = await app.open(anna, desktop);
  await client.keyboard.press('Control+k');
  const dialog = client.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill('PARQU rádiator');
  await expect(dialog.getByRole('region', { name: 'Requests' }).getByRole('link')).toHaveText([
    /The radiator drips.*#\d+ · Lobby · New/,
  ]);
  await field.fill('okonkwo');
  await expect(dialog.getByRole('region', { name: 'Requests' }).getByRole('link')).toHaveCount(1);
  await field.dispatchEvent('keydown', { key: 'Escape', isComposing: true }); // for the input method
  await expect(dialog).toBeVisible();
  await field.fill('chandelier');
  await dialog.getByText('9 requests', { exact: true }).waitFor();
  await field.press('ArrowDown');
  await expect(dialog.getByRole('link').first()).toBeFocused();
  await dialog.getByRole('link', { name: 'Show all 9 requests' }).click();
  await heading(client, 'Requests').waitFor();
  await expect(client.getByText('9 requests', { exact: true })).toBeVisible();
  await expect(button(client, 'Remove filter: Text: chandelier')).toBeVisible();
});

test('a worker opens a job by its number on a phone, and an admin finds people and pages', async ({ app, lobby }) => {
  const { wanda, report } = lobby;
  const id = await report('The shutter is stuck');
  const worker = await app.open(wanda, phone);
  const taps = await countTaps(worker);
  await button(worker, 'Search').click();
  const field = worker.getByRole('dialog').getByRole('searchbox');
  await field.fill('#999999999');
  await worker.getByRole('dialog').getByText('Nothing found').waitFor();
  await field.fill(`#${id}`);
  await field.press('Enter'); // before the results are there
  await heading(worker, 'The shutter is stuck').waitFor();
  expect(await taps()).toBe(1);
  await expect(worker.getByRole('dialog')).toHaveCount(0);

  const admin = await app.open(adminEmail, desktop);
  await button(admin, 'Search').click();
  await admin.getByRole('dialog').getByRole('searchbox').fill(wanda);
  const person = admin.getByRole('dialog').getByRole('region', { name: 'People' }).getByRole('link');
  await expect(person).toHaveText([/Wanda/]);
  await person.click();
  await heading(admin, 'Users').waitFor();
  await admin.keyboard.press('Control+k');
  await admin.getByRole('dialog').getByRole('searchbox').fill('audit');
  await admin.getByRole('dialog').getByRole('region', { name: 'Pages' }).getByRole('link').click();
  await heading(admin, /audit/i).waitFor();
});
