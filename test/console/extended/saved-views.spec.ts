import type { Locator, Page } from '@playwright/test';
import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, visit } from '../page-helpers.ts';

// Saved filters above the list of requests.

const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name, exact: true });

test('a client saves the filters of the list, uses, renames and deletes them', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets?status=new&category=other,electric&date_from=2026-01-01&q=lamp&sort=due&order=asc');
  await button(client, 'Save view').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Dark lamps');
  expect(await auditPage(client, 'saving a view', allAppearances)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const view = tab(client, 'Dark lamps');
  await expect(view).toHaveAttribute('aria-current', 'page');
  await expect(button(client, 'Save view')).toHaveCount(0);
  await visit(client, '/tickets');
  await expect(view).not.toHaveAttribute('aria-current');
  await view.click();
  for (const part of [/status=new/, /category=other%2Celectric/, /date_from=2026-01-01/, /q=lamp/, /sort=due/])
    await expect(client).toHaveURL(part);
  await expect(view).toHaveAttribute('aria-current', 'page');
  expect(await auditPage(client, 'saved views', allAppearances)).toEqual([]);
  await button(client, 'Edit view Dark lamps').click();
  await dialog.getByLabel('Name').fill('Lamps');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await button(client, 'Edit view Lamps').click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(tab(client, 'Lamps')).toHaveCount(0);
});

test('an admin shares a view, which a client uses and cannot change', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, '/tickets?status=open&overdue=true');
  await button(admin, 'Save view').click();
  await admin.getByRole('dialog').getByLabel('Name').fill('Late everywhere');
  await admin.getByRole('dialog').getByRole('switch', { name: 'Share with everybody' }).check();
  await admin.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(tab(admin, 'Late everywhere (Shared)')).toHaveAttribute('aria-current', 'page');
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets');
  await tab(client, 'Late everywhere (Shared)').click();
  await expect(client).toHaveURL(/overdue=true/);
  await expect(tab(client, 'Late everywhere (Shared)')).toHaveAttribute('aria-current', 'page');
  await expect(button(client, 'Edit view Late everywhere')).toHaveCount(0);
  await button(admin, 'Edit view Late everywhere').click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(tab(admin, 'Late everywhere (Shared)')).toHaveCount(0);
});

test('more views than tabs are in a menu, the current one among the tabs', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  for (let number = 1; number <= 8; number++)
    await app.call(anna, 'POST', '/ext/views', { name: `View ${number}`, query: { q: `lamp ${number}` } });
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets');
  await client.getByRole('button', { name: /^\d+ more$/ }).click();
  await client.getByRole('dialog').getByRole('link', { name: 'View 8' }).click();
  await expect(client).toHaveURL(/q=lamp\+8|q=lamp%208/);
  await expect(tab(client, 'View 8')).toHaveAttribute('aria-current', 'page');
  expect(await auditPage(client, 'many views', allAppearances)).toEqual([]);
});
