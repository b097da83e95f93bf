import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { allAppearances, auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { bulkResult, button, desktop, visit } from '../page-helpers.ts';

// What is done with several selected requests of the list, and what became of each.

const select = (page: Page, id: number) => page.getByRole('checkbox', { name: `Select request #${id}` }).check();

test('a client hands several requests over, and reads what became of each until it is closed', async ({ app, lobby }) => {
  const { anna, wanda, project, report } = lobby;
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(walter, 'POST', `/projects/${project}/invitation/accept`);
  const ids: number[] = [];
  for (let lamp = 1; lamp <= 3; lamp++) ids.push(await report(`Lamp ${lamp} is dark`));
  for (const id of ids) await app.transition(wanda, id, 'take');
  const [first = 0, second = 0, third = 0] = ids;
  const free = await report('Lamp 4 is dark');
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets');
  await select(client, free);
  await expect(button(client, 'Hand over to…')).toBeDisabled();
  for (const id of ids) await select(client, id);
  await button(client, 'Hand over to…').click();
  const dialog = client.getByRole('dialog', { name: 'Hand over 4 requests to' });
  await dialog.getByLabel('Reason (optional)').fill('Away until Friday');
  const choice = dialog.getByRole('button', { name: /Walter/ });
  await choice.waitFor();
  expect(await auditPage(client, 'handing over', allAppearances)).toEqual([]);
  await client.setViewportSize({ width: 1440, height: 900 });
  await app.call(anna, 'PATCH', `/tickets/${second}/cancel`, { reason: 'It works again' });
  await choice.click();
  const result = bulkResult(client);
  await result.getByText('2 requests handed over to Walter. 2 not possible.').waitFor();
  const lines = result.getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.filter({ hasText: `#${first}` })).toHaveText(`#${first} handed over`);
  await expect(lines.filter({ hasText: `#${third}` })).toHaveText(`#${third} handed over`);
  await expect(lines.filter({ hasText: `#${second}` })).toContainText('not possible: ');
  await expect(lines.filter({ hasText: `#${free}` })).toContainText('not possible: ');
  const announced = client.getByRole('status').filter({ hasText: `Result: 2 requests handed over to Walter. 2 not possible.` });
  await expect(announced).toContainText(`#${second} not possible: `);
  expect(await auditPage(client, 'result of several requests', allAppearances)).toEqual([]);
  await client.setViewportSize({ width: 1440, height: 900 });
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

test('exactly the selected requests are exported, in both formats', async ({ app, lobby: { anna, report } }) => {
  const ids: number[] = [];
  for (let lamp = 1; lamp <= 4; lamp++) ids.push(await report(`Lamp ${lamp} is dark`));
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets?q=lamp&sort=created_at&order=asc');
  await client.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await client.getByText('4 selected').waitFor();
  await client.getByRole('checkbox', { name: `Select request #${ids[1]}` }).uncheck();
  await client.getByText('3 selected').waitFor();
  const download = async (format: string) => {
    await button(client, 'Export selected…').click();
    const [file] = await Promise.all([client.waitForEvent('download'), client.getByRole('button', { name: format }).click()]);
    return readFileSync(await file.path());
  };
  const rows = (await download('CSV')).toString().trimEnd().split('\r\n').slice(1);
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual([ids[0], ids[2], ids[3]]);
  expect((await download('Excel')).subarray(0, 2).toString()).toBe('PK');
  await button(client, 'Cancel requests…').click();
  await client.getByLabel('Reason').fill('The house is torn down');
  await button(client, 'Cancel request').click();
  await bulkResult(client).getByText('3 requests cancelled.').waitFor();
  expect(await app.ticketStatus(anna, ids[1] ?? 0)).toBe('new');
});
