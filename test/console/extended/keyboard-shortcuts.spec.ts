import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { hasFocus } from '../keyboard-helpers.ts';
import { button, currentStatus, desktop, heading, moveUndoMs, phone, visit } from '../page-helpers.ts';

// Shortcuts of one key, for users with a keyboard.

test('one key creates, searches and goes to the pages', async ({ app, lobby: { anna } }) => {
  const client = await app.open(anna, desktop);
  await heading(client, 'Home').waitFor();
  for (const [second, title] of [
    ['p', 'Projects'],
    ['r', 'Requests'],
    ['b', 'Home'],
  ] as const) {
    await client.keyboard.press('g');
    await client.keyboard.press(second);
    await heading(client, title).waitFor();
  }
  await client.keyboard.press('/');
  await expect(client.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')).toBeFocused();
  await client.keyboard.press('Escape');
  await expect(client.getByRole('dialog')).toHaveCount(0);
  await client.locator('h1').focus();
  await client.keyboard.press('c');
  await heading(client, 'New request').waitFor();
});

test('J and K move through the rows, Enter opens one, and A assigns it', async ({ app, lobby }) => {
  const ids = [await lobby.report('The first lamp is dark'), await lobby.report('The second lamp is dark')];
  const admin = await app.openWithClock(adminEmail, desktop);
  await visit(admin, `/tickets?status=open&project_id=${lobby.project}`);
  await expect(heading(admin, 'Requests')).toBeFocused(); // before the first key, which moves the focus on
  await admin.locator('.table .title').first().waitFor();
  for (const [key, title] of [
    ['j', 'The second lamp is dark'],
    ['j', 'The first lamp is dark'],
    ['k', 'The second lamp is dark'],
  ] as const) {
    await admin.keyboard.press(key);
    await hasFocus(admin, title);
  }
  await admin.keyboard.press('Enter');
  const drawer = admin.locator('.drawer');
  await drawer.getByRole('heading', { level: 2, name: 'The second lamp is dark' }).waitFor();
  await admin.keyboard.press('j');
  await drawer.getByRole('heading', { level: 2, name: 'The first lamp is dark' }).waitFor();
  await drawer.getByRole('button', { name: 'Assign' }).waitFor();
  await admin.keyboard.press('a');
  await admin.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await admin.locator('.toast', { hasText: 'Assigned to Wanda.' }).waitFor();
  await admin.clock.runFor(moveUndoMs);
  await expect.poll(() => app.ticketStatus(adminEmail, ids[0] ?? 0)).toBe('assigned');
});

test('the buttons with a shortcut name its key', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark');
  const client = await app.open(lobby.anna, desktop);
  await expect(client.getByRole('link', { name: 'New request' }).first()).toHaveAttribute('title', 'New request (C)');
  await visit(client, '/tickets');
  const box = client.getByRole('checkbox', { name: `Select request #${id}` });
  await expect(box).toHaveAttribute('title', `Select request #${id} (X)`);
  await box.press('Space');
  await expect(button(client, 'Assign to…')).toHaveAttribute('title', 'Assign to… (A)');
  await visit(client, `/tickets/${id}`);
  await expect(button(client, 'Assign')).toHaveAttribute('title', 'Assign (A)');
});

test('E confirms the ticket that is open, and not while a text is typed or a key is held down', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const client = await app.open(anna, desktop, `/tickets/${id}`);
  await button(client, 'Confirm').waitFor();
  await client.keyboard.press('Control+e');
  await client.keyboard.press('Shift+E');
  await button(client, 'Request rework').click();
  await client.getByLabel('Reason').pressSequentially('e?c/');
  await expect(client.getByLabel('Reason')).toHaveValue('e?c/');
  await client.getByRole('dialog').getByRole('heading').click();
  await client.keyboard.press('e');
  await client.keyboard.press('Escape');
  await client.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await app.ticketStatus(anna, id)).toBe('done');
  await client.keyboard.press('e');
  await currentStatus(client, 'Closed').waitFor();
});

test('? shows the shortcuts of the role, and the profile turns them off', async ({ app, lobby: { anna } }) => {
  const client = await app.open(anna, desktop);
  await heading(client, 'Home').waitFor();
  await client.keyboard.press('?');
  const sheet = client.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('New request').waitFor();
  await client.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await visit(client, '/profile');
  const setting = client.getByRole('switch', { name: 'Keyboard shortcuts' });
  await expect(setting).toBeChecked();
  await setting.press('Space');
  await expect(setting).not.toBeChecked();
  await client.reload();
  await expect(client.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked();
  await client.keyboard.press('?');
  await client.keyboard.press('c');
  await client.keyboard.press('g');
  await client.keyboard.press('p');
  await expect(heading(client, 'Profile')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await visit(client, '/');
  await expect(client.getByRole('link', { name: 'New request' }).first()).not.toHaveAttribute('title');
});

test('a touch screen has no shortcuts', async ({ app, lobby: { anna } }) => {
  const client = await app.open(anna, { ...phone, isMobile: true });
  await heading(client, 'Home').waitFor();
  await client.keyboard.press('c');
  await visit(client, '/profile');
  await heading(client, 'Profile').waitFor();
  await expect(client.getByRole('switch', { name: 'Keyboard shortcuts' })).toHaveCount(0);
});
