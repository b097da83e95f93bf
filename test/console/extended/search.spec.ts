import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone } from '../page-helpers.ts';

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
  expect(await auditPage(client, 'search', allAppearances)).toEqual([]);
  await field.fill('okonkwo');
  await expect(dialog.getByRole('region', { name: 'Requests' }).getByRole('link')).toHaveCount(1);
  await field.fill('zzz');
  await dialog.getByText('Nothing found').waitFor();
  await field.fill('lobby');
  await dialog.getByRole('region', { name: 'Buildings' }).getByRole('link', { name: /Lobby/ }).waitFor();
  await field.fill('chandelier');
  await dialog.getByText('9 requests', { exact: true }).waitFor();
  await field.press('ArrowDown');
  await expect(dialog.getByRole('link').first()).toBeFocused();
  await client.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await dialog.getByRole('link', { name: 'Show all 9 requests' }).click();
  await heading(client, 'Requests').waitFor();
  await expect(client.getByText('9 requests', { exact: true })).toBeVisible();
  await expect(button(client, 'Remove filter: Text: chandelier')).toBeVisible();
  expect(await auditPage(client, 'list of a search', allAppearances)).toEqual([]);

  await button(client, 'Text').click();
  const words = client.getByRole('dialog').getByRole('searchbox');
  await words.fill('radiator');
  await words.press('Enter');
  await expect(client.locator('article, tbody tr').filter({ hasText: 'radiator' })).toHaveCount(1);
  await expect(client.getByText('1 request', { exact: true })).toBeVisible();
  await button(client, 'Remove filter: Text: radiator').click();
  await expect(client).not.toHaveURL(/q=/);
});

test('a worker opens a job by its number on a phone, and an admin finds people and pages', async ({ app, lobby }) => {
  const { wanda, report } = lobby;
  const id = await report('The shutter is stuck');
  const worker = await app.open(wanda, phone);
  await button(worker, 'Search').click();
  const field = worker.getByRole('dialog').getByRole('searchbox');
  await field.fill(`#${id}`);
  await worker
    .getByRole('dialog')
    .getByRole('link', { name: /The shutter is stuck/ })
    .waitFor();
  expect(await auditPage(worker, 'search of a worker', allAppearances)).toEqual([]);
  await field.press('Enter');
  await heading(worker, 'The shutter is stuck').waitFor();
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
