import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// Accounts as admins manage them, and the system status.

/** Opens the dialog of an account whose name several tests use. */
async function manage(page: Page, email: string, name: string, filters = ''): Promise<void> {
  await visit(page, `/users?q=${encodeURIComponent(email)}${filters}`);
  await page
    .locator('.list-rows > li', { hasText: email })
    .getByRole('button', { name: `Manage ${name}` })
    .click();
}

test('disabling a worker with open requests first shows them', async ({ app, lobby: { anna, wanda, report } }) => {
  const ids: number[] = [];
  for (let i = 1; i <= 6; i++) ids.push(await report(`Lamp ${i} is dark`, 'take'));
  const isActive = async (): Promise<boolean> =>
    (await app.call(adminEmail, 'GET', `/users?q=${wanda}&include_inactive=1`)).items[0].is_active;
  const admin = await app.open(adminEmail, desktop, `/users?q=${encodeURIComponent(wanda)}`);
  const row = admin.locator('.list-rows > li', { hasText: wanda });
  await row.waitFor();
  const taps = await countTaps(admin);
  await row.getByRole('button', { name: 'Manage Wanda' }).click();
  const dialog = admin.getByRole('dialog');
  await button(admin, 'Disable').click();
  await dialog.getByText('Wanda has 6 open requests.').waitFor();
  expect(await isActive(), 'nothing has happened yet').toBe(true);
  await expect(dialog.getByRole('link', { name: 'Lamp 6 is dark' })).toHaveAttribute('href', `/app/tickets/${ids[5]}`);
  await dialog.getByText('and 1 more').waitFor();
  const all = dialog.getByRole('link', { name: 'View all requests of Wanda' });
  await expect(all).toHaveAttribute('href', `/app/tickets?worker_id=${await app.idOf(wanda)}`);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await admin.getByText('Wanda disabled and signed out.').waitFor();
  expect(await taps()).toBeLessThanOrEqual(3);
  expect(await isActive()).toBe(false);
  await visit(admin, `/users?disabled=1&q=${encodeURIComponent(wanda)}`);
  await expect(row.locator('.avatar'), 'a disabled account looks disabled').toHaveClass(/disabled/);
  const client = await app.open(anna, desktop, `/tickets/${ids[0]}`);
  await client.getByRole('region', { name: 'People' }).getByText('Wanda Disabled').waitFor();
});

test('a worker without open requests is disabled at once, with an undo', async ({ app }) => {
  const idle = await app.account('Ida', 'worker');
  const admin = await app.open(adminEmail, desktop);
  await manage(admin, idle, 'Ida');
  await button(admin, 'Disable').click();
  await admin.getByText('Ida disabled and signed out.').waitFor();
  await button(admin, 'Undo').click();
  await expect.poll(async () => (await app.call(adminEmail, 'GET', `/users?q=${idle}`)).total).toBe(1);
});

test('a link for another password is copied after four clicks', async ({ app, lobby: { wanda } }) => {
  const admin = await app.open(adminEmail, { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  const taps = await countTaps(admin);
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await admin.getByRole('searchbox').fill(wanda); // the first page has the workers of other tests
  const row = admin.locator('.list-rows > li', { hasText: wanda });
  await row.getByRole('button', { name: 'Manage Wanda' }).click();
  const dialog = admin.getByRole('dialog', { name: "Wanda's account" });
  await button(admin, 'Create reset link').waitFor();
  await expect(dialog.locator('input, textarea, select')).toHaveCount(0);
  await button(admin, 'Create reset link').click();
  await button(admin, 'Copy').click();
  await expect.poll(() => admin.evaluate<string>('navigator.clipboard.readText()')).toMatch(/reset-password#token=/);
  expect(await taps()).toBe(4);
  await admin.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Manage Wanda' }).click();
  await button(admin, 'Edit').click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Wanda');
});

test('an account that cannot be deleted can be disabled instead, and its requests are linked', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('A lamp is dark', 'take');
  const admin = await app.open(adminEmail, desktop);
  await manage(admin, wanda, 'Wanda');
  const dialog = admin.getByRole('dialog');
  await button(admin, 'Delete').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText("can't be deleted").waitFor();
  await expect(dialog.getByRole('button', { name: 'Delete' }), 'it would be refused again').toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'A lamp is dark' })).toHaveAttribute('href', `/app/tickets/${id}`);
  await button(admin, 'Disable instead').click();
  await admin.getByText('Wanda disabled and signed out.').waitFor();
  await manage(admin, anna, 'Anna', '&role=client');
  await button(admin, 'Delete').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('link', { name: 'View all requests of Anna' }).click();
  await heading(admin, 'Requests').waitFor();
  await admin.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await expect(dialog).toHaveCount(0);
});

test('the system status names what is switched off, and says that all is operational only when nothing is', async ({ app }) => {
  const admin = await app.open(adminEmail, desktop);
  const taps = await countTaps(admin);
  await admin.getByRole('link', { name: 'Settings' }).click();
  await admin.getByRole('link', { name: 'System status' }).click();
  const status = admin.locator('.lead [role=status]');
  await expect(status).toHaveText('No problems found. Off: Telegram, Email, Incoming mail.');
  expect(await taps()).toBe(2);
  const retention = admin.getByRole('region', { name: 'Deletion of closed requests' });
  await expect(retention).toContainText('Last run');
  await admin.route('**/ext/health', async (route) => {
    const response = await route.fetch();
    const health = await response.json();
    for (const name of ['messenger', 'mail', 'intake']) health[name].state = 'ok';
    await route.fulfill({ response, json: health });
  });
  await admin.reload();
  await expect(status).toHaveText('All systems operational.');
  await admin.setViewportSize({ width: 390, height: 844 });
  await visit(admin, '/');
  await heading(admin, 'Board').waitFor();
  const mobileTaps = await countTaps(admin);
  await admin.getByRole('link', { name: 'Settings' }).click();
  await admin.getByRole('main').getByRole('link', { name: 'System status' }).click();
  await heading(admin, 'System status').waitFor();
  expect(await mobileTaps()).toBe(2);
});

test('a client is offered to approve the workers that it created, and no others', async ({ app, lobby: { anna } }) => {
  const boris = await app.account('Boris', 'client');
  await app.account('Nina', 'worker', anna);
  const nora = await app.account('Nora', 'worker', boris);
  const client = await app.open(anna);
  await client.getByRole('link', { name: '1 new worker account to approve' }).click();
  await client.getByText(nora).waitFor();
  await client.getByText('Needs approval').waitFor();
  await expect(client.getByRole('button', { name: 'Approve Nora' })).toHaveCount(0);
  await client.getByRole('button', { name: 'Approve Nina' }).click();
  await client.getByText('Nina approved.', { exact: true }).waitFor();
  await client.getByText('Needs approval').waitFor({ state: 'detached' });
});

test('pages of other roles do not exist', async ({ app, lobby: { anna, wanda } }) => {
  const pages: [email: string, paths: string[]][] = [
    [anna, ['audit', 'health', 'incoming-mail']],
    [
      wanda,
      ['tickets', 'tickets/new', 'projects', 'rules/new', 'rules/calendar', 'reports', 'numbers', 'import/workers', 'webhooks'],
    ],
    [adminEmail, ['workers']],
  ];
  for (const [email, paths] of pages) {
    const page = await app.open(email, desktop);
    for (const path of paths) {
      await visit(page, '/profile');
      await heading(page, 'Profile').waitFor();
      await visit(page, `/${path}`);
      await heading(page, 'Page not found').waitFor();
    }
  }
});
