import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, openFilter, phone } from '../page-helpers.ts';

test('admins filter the audit log, and the filters are in the URL', async ({ app }) => {
  const name = '<b>Wanda</b> Klein';
  const wanda = await app.account('Wanda', 'worker');
  await app.call(adminEmail, 'POST', '/users', {
    email: `klein.${app.suffix}@example.com`,
    name,
    password: 'correct-horse-1',
    role: 'worker',
  });
  const { items } = await app.call(adminEmail, 'GET', `/users?q=klein.${app.suffix}`);
  await app.call(adminEmail, 'PATCH', `/users/${items[0].id}`, { is_active: false });
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(wanda)}`, { is_active: false });
  const admin = await app.open(adminEmail, desktop);
  await admin.getByRole('link', { name: 'Settings' }).click();
  await admin.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  await heading(admin, 'Audit log').waitFor();
  const rows = admin.locator('.audit-events > li');

  await openFilter(admin, 'Event');
  await admin.getByRole('dialog', { name: 'Event' }).getByRole('button', { name: 'Account disabled' }).click();
  await admin.waitForURL(/event=user_disabled/);
  await expect(rows.first()).toContainText('Admin disabled Wanda');
  await expect(rows.nth(1)).toContainText(`Admin disabled ${name}`); // a text, not HTML
  await expect(rows.nth(1).locator('bdi').last(), 'no name reverses the words after it').toHaveText(name);
  await expect(rows.filter({ hasText: 'signed in' })).toHaveCount(0);

  await openFilter(admin, 'Account affected');
  const dialog = admin.getByRole('dialog', { name: 'Account affected' });
  await dialog.getByLabel('Role').selectOption('Workers');
  await dialog.getByRole('searchbox').fill(`klein.${app.suffix}`);
  await dialog.getByRole('button', { name }).click(); // a disabled account
  await admin.waitForURL(new RegExp(`subject_id=${items[0].id}`));
  await expect(rows).toHaveCount(1);

  await admin.reload();
  await button(admin, `Remove filter: Account affected: ${name}`).waitFor();
  await expect(rows).toHaveCount(1);
  await rows.locator('summary').click();
  await expect(rows).toContainText('Request ID');
  await rows.getByRole('link', { name: 'Everything done by Admin' }).click();
  await admin.waitForURL(/audit\?actor_id=[\w-]+$/);
  await button(admin, 'Clear all').click();
  await admin.waitForURL(/audit$/);
});

test('on a phone the keyboard stays on the filters of the audit log when the last one is removed', async ({ app }) => {
  const page = await app.open(adminEmail, phone, '/audit?event=user_disabled');
  await button(page, 'Remove filter: Event: Account disabled').focus();
  await page.keyboard.press('Delete');
  await page.waitForURL(/audit$/);
  await expect(button(page, 'Filter')).toBeFocused();
});
