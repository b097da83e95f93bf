import type { Page } from '@playwright/test';
import { auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { type App, expect, test } from '../fixtures.ts';
import { bulkResult, button, desktop, download, heading, moveUndoMs, phone, stopClock } from '../page-helpers.ts';

// Another worker for a ticket, from the ticket, the board and the dialog of an account.

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const workerOf = async (app: App, id: number) => (await app.call(adminEmail, 'GET', `/tickets/${id}`)).worker_name;

test('a worker hands a ticket back, and the client reassigns it', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const walter = await lobby.addWorker('Walter');
  await app.call(walter, 'PUT', `/ext/users/${await app.idOf(walter)}/absences`, [{ from: dayIn(-1), to: dayIn(3) }]);
  const id = await report('A lamp is dark', 'take');
  const client = await app.open(anna, desktop, `/tickets/${id}`);
  await button(client, 'Reassign').waitFor();
  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  await button(worker, 'Hand back').click();
  const sheet = worker.getByRole('dialog', { name: 'Hand the request back?' });
  const submit = sheet.getByRole('button', { name: 'Hand back' });
  await expect(submit).toHaveAccessibleDescription('');
  await submit.click();
  await expect(submit).toHaveAccessibleDescription('Fill in: Reason.');
  await sheet.getByLabel('Reason').fill('no');
  await expect(submit).toHaveAccessibleDescription('Check: Reason.');
  await sheet.getByLabel('Reason').fill('I have no key');
  await submit.click();
  await worker.getByText('You handed this request back.').waitFor();
  await expect(button(worker, 'Hand back')).toHaveCount(0);
  await client.getByText('Wanda handed this request back', { exact: true }).waitFor();
  await expect(client.locator('.timeline').getByRole('listitem').first()).toContainText('handed the request back');
  await button(client, 'Reassign').click();
  const names = client.getByRole('dialog').locator('.option-list button');
  await expect(names).toHaveText([/Walter.*Away until/]);
  await names.click();
  await client.getByText('Assigned to Walter.').waitFor();
  await expect(client.locator('.timeline').getByRole('listitem').first()).toContainText('reassigned the request to Walter');
  await expect(client.getByText('Wanda handed this request back', { exact: true })).toHaveCount(0);
  expect(await workerOf(app, id)).toBe('Walter');
});

test('work is reassigned with a preview before the account is disabled, and says what stays', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  await lobby.addWorker('Walter');
  const first = await report('Lamp 1 is dark', 'take');
  const second = await report('Lamp 2 is dark', 'take', 'start');
  const done = await report('Lamp 3 is dark', 'take', 'start', 'done');
  const client = await app.open(anna, phone, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Manage Wanda' }).click();
  const dialog = client.getByRole('dialog');
  const disable = dialog.getByRole('button', { name: 'Disable', exact: true });
  await disable.click();
  await button(client, 'Reassign work').click();
  await dialog.locator('.option-list button', { hasText: 'Walter' }).click();
  await dialog.getByText('2 requests move to').waitFor();
  expect([await workerOf(app, first), await workerOf(app, second)]).toEqual(['Wanda', 'Wanda']);
  await button(client, 'Reassign 2 requests').click();
  await dialog.getByText('2 requests moved to').waitFor();
  for (const name of ['Lamp 1 is dark', 'Lamp 2 is dark']) await dialog.getByRole('link', { name }).waitFor();
  await dialog.getByText('1 request stays until the client confirms the work:').waitFor();
  expect([await workerOf(app, first), await workerOf(app, second)]).toEqual(['Walter', 'Walter']);
  expect(await workerOf(app, done)).toBe('Wanda');
  await disable.click();
  await dialog.getByText('Lamp 3 is dark').waitFor();
});

test('a member whose work waits for confirmation is not removed', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  await report('A lamp is dark', 'take', 'start', 'done');
  const client = await app.open(anna, phone, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Remove Wanda' }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await button(client, 'Reassign work').click();
  await dialog.getByText('There is nothing to reassign.').waitFor();
  await dialog.getByRole('link', { name: 'A lamp is dark' }).click();
  await heading(client, 'A lamp is dark').waitFor();
});

test('a worker enters absences on the own account page, and an admin in the dialog of the account', async ({ app, lobby }) => {
  const { wanda } = lobby;
  const { id } = await app.call(wanda, 'GET', '/auth/me');
  const worker = await app.open(wanda, phone, '/profile');
  await button(worker, 'Add absence').click();
  await worker.getByLabel('First day').fill('2030-08-05');
  await expect(worker.getByLabel('Last day')).toHaveValue('2030-08-05');
  await worker.getByLabel('Last day').fill('2030-08-01');
  await button(worker, 'Save absences').click();
  await expect(button(worker, 'Save absences')).toHaveAccessibleDescription('Check: Last day.');
  await worker.getByLabel('Last day').fill('2030-08-16');
  await worker.getByLabel('Note').fill('Holiday');
  await button(worker, 'Save absences').click();
  await worker.getByText('Absences saved.').waitFor();
  const { items } = await app.call(adminEmail, 'GET', `/ext/users/${id}/absences`);
  expect(items).toEqual([{ from: '2030-08-05', to: '2030-08-16', note: 'Holiday' }]);
  const admin = await app.open(adminEmail, desktop, `/projects/${lobby.project}`);
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Absences' }).click();
  await expect(admin.getByLabel('First day')).toHaveValue('2030-08-05');
  await button(admin, 'Remove absence 1').click();
  await button(admin, 'Save absences').click();
  await admin.getByText('Absences saved.').waitFor();
  expect((await app.call(adminEmail, 'GET', `/ext/users/${id}/absences`)).total).toBe(0);

  // Of somebody who is away from today, the open work can be reassigned next.
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Absences' }).click();
  await button(admin, 'Add absence').click();
  await admin.getByLabel('First day').fill(dayIn(-1));
  await admin.getByLabel('Last day').fill(dayIn(3));
  await button(admin, 'Save absences').click();
  await admin.getByText('There is nothing to reassign.').waitFor();
});

// What is done with several selected requests of the list, and what became of each.

const select = (page: Page, id: number) => page.getByRole('checkbox', { name: `Select request #${id}` }).check();

test('a client hands several requests over, and reads what became of each until it is closed', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  await lobby.addWorker('Walter');
  const ids: number[] = [];
  for (let lamp = 1; lamp <= 3; lamp++) ids.push(await report(`Lamp ${lamp} is dark`, 'take'));
  const [first = 0, second = 0] = ids;
  const free = await report('Lamp 4 is dark');
  const client = await app.openWithClock(anna, desktop, '/tickets');
  await select(client, free);
  await expect(button(client, 'Reassign to…')).toBeDisabled();
  for (const id of ids) await select(client, id);
  await button(client, 'Reassign to…').click();
  const dialog = client.getByRole('dialog', { name: 'Reassign 4 requests to' });
  await dialog.getByLabel('Reason (optional)').fill('Away until Friday');
  const choice = dialog.getByRole('button', { name: /Walter/ });
  await choice.waitFor();
  await stopClock(client);
  await choice.click();
  const result = bulkResult(client);
  await result.getByText('3 requests reassigned to Walter.').waitFor();
  await client.getByText('1 selected').waitFor(); // the one that has no worker
  await app.call(anna, 'PATCH', `/tickets/${second}/cancel`, { reason: 'It works again' });
  await client.clock.runFor(moveUndoMs);
  await client.clock.resume();
  await result.getByText('2 requests reassigned to Walter. 1 not possible.').waitFor();
  const lines = result.getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect(lines.filter({ hasText: `#${first}` })).toHaveText(`#${first} reassigned`);
  await expect(lines.filter({ hasText: `#${second}` })).toContainText('not possible: ');
  const announced = client.getByRole('status').filter({ hasText: `Result: 2 requests reassigned to Walter. 1 not possible.` });
  await expect(announced).toContainText(`#${second} not possible: `);
  expect(await auditPage(client, 'result of several requests')).toEqual([]);
  const { items } = await app.call(anna, 'GET', `/tickets/${first}/events`);
  expect(items.at(-1).comment).toBe('Away until Friday');
  await lines
    .filter({ hasText: `#${first}` })
    .getByRole('link')
    .click();
  await client.goBack();
  await expect(result, 'it stays until it is closed').toBeVisible();
  await result.getByRole('button', { name: 'Close' }).click();
  await expect(result).toHaveCount(0);
});

test('exactly the selected requests are exported and cancelled', async ({ app, lobby: { anna, report } }) => {
  const ids: number[] = [];
  for (let lamp = 1; lamp <= 4; lamp++) ids.push(await report(`Lamp ${lamp} is dark`));
  const client = await app.open(anna, desktop, '/tickets?q=lamp&sort=created_at&order=asc');
  await client.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await client.getByText('4 selected').waitFor();
  await client.getByRole('checkbox', { name: `Select request #${ids[1]}` }).uncheck();
  await client.getByText('3 selected').waitFor();
  await button(client, 'Export selected…').click();
  const file = await download(client, client.getByRole('button', { name: 'CSV' }));
  const rows = String(file.bytes).trimEnd().split('\r\n').slice(1);
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual([ids[0], ids[2], ids[3]]);
  await button(client, 'Cancel requests…').click();
  await client.getByLabel('Reason').fill('The house is torn down');
  await button(client, 'Cancel request').click();
  await bulkResult(client).getByText('3 requests cancelled.').waitFor();
  expect(await app.ticketStatus(anna, ids[1] ?? 0)).toBe('new');
});
