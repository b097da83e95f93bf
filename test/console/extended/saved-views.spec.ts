import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, visit } from '../page-helpers.ts';

// Saved filters above the list of requests.

test('a client saves the filters of the list, uses, renames and deletes them', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets?status=new&category=other&date_from=2026-01-01&q=lamp&sort=due&order=asc');
  await button(client, 'Save view').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Dark lamps');
  expect(await auditPage(client, 'saving a view', allAppearances)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const view = button(client, 'Dark lamps');
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await expect(button(client, 'Save view')).toHaveCount(0);
  await visit(client, '/tickets');
  await expect(view).toHaveAttribute('aria-pressed', 'false');
  await view.click();
  for (const part of [/status=new/, /category=other/, /date_from=2026-01-01/, /q=lamp/, /sort=due/])
    await expect(client).toHaveURL(part);
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  expect(await auditPage(client, 'saved views', allAppearances)).toEqual([]);
  await button(client, 'Edit view Dark lamps').click();
  await dialog.getByLabel('Name').fill('Lamps');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await button(client, 'Edit view Lamps').click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(button(client, 'Lamps')).toHaveCount(0);
});

test('an admin shares a view, which a client uses and cannot change', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, '/tickets?status=open&overdue=true');
  await button(admin, 'Save view').click();
  await admin.getByRole('dialog').getByLabel('Name').fill('Late everywhere');
  await admin.getByRole('dialog').getByRole('switch', { name: 'Share with everybody' }).check();
  await admin.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(button(admin, 'Late everywhere')).toHaveAttribute('aria-pressed', 'true');
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets');
  await button(client, 'Late everywhere').click();
  await expect(client).toHaveURL(/overdue=true/);
  await expect(button(client, 'Late everywhere')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(client, 'Edit view Late everywhere')).toHaveCount(0);
  await button(admin, 'Edit view Late everywhere').click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(button(admin, 'Late everywhere')).toHaveCount(0);
});
