import type { Page } from '@playwright/test';
import { adminEmail, password } from './console-service.ts';
import { expect, test } from './fixtures.ts';
import { button, enterCredentials, heading, login, phone, visit } from './page-helpers.ts';

const ownPassword = 'quiet-otter-lantern-7';

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await button(page, 'Change password').click();
}

test('a password that somebody else chose is changed before any page is shown, and queued work is sent meanwhile', async ({
  app,
  lobby: { wanda, report },
}) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  await button(page, 'Start').waitFor();
  await page.context().setOffline(true);
  await button(page, 'Start').click();
  await page.getByText('Offline. Waiting to be sent: 1 update.').waitFor();
  const { id: userId } = await app.call(wanda, 'GET', '/auth/me');
  await app.call(adminEmail, 'POST', `/users/${userId}/password-set`, { password: 'temporary-horse-2' });
  await page.context().setOffline(false);
  await page.getByText('Your session has ended').waitFor();

  await enterCredentials(page, wanda, 'temporary-horse-2');
  await heading(page, 'Choose your own password').waitFor();
  await expect.poll(() => app.ticketStatus(adminEmail, id)).toBe('in_progress');
  for (const path of ['/free', '/security']) {
    await page.goto(`${app.url}/app${path}`);
    await heading(page, 'Choose your own password').waitFor();
  }
  await changePassword(page, 'temporary-horse-2', ownPassword);
  await heading(page, 'Security').waitFor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${app.url}/app/`);
  await heading(page, 'My work').waitFor();
  expect(requested, 'known without a request').not.toContain('/ext/me');
});

test('a password change keeps this session and ends another one', async ({ app, lobby: { anna } }) => {
  const other = await app.open(anna);
  const page = await app.open(anna);
  const attempts: number[] = [];
  page.on('response', (response) => response.url().endsWith('/ext/password') && attempts.push(response.status()));
  await visit(page, '/security');
  await changePassword(page, 'a wrong password 1', ownPassword);
  await page.getByText('Incorrect password.').waitFor();
  await changePassword(page, password, ownPassword);
  await page.getByText('Password changed. Your other sessions have ended.').waitFor();
  expect(attempts, 'a wrong password is not sent twice').toEqual([401, 200]);
  await page.reload();
  await heading(page, 'Security').waitFor();
  await other.reload();
  await other.getByText('Your session has ended').waitFor();
  await login(other, anna, ownPassword);
});

test('the sessions are listed by device and can be ended one by one', async ({ app, lobby: { anna } }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
  const other = await app.open(anna, { userAgent });
  const page = await app.open(anna);
  await visit(page, '/security');
  const rows = page.locator('section[aria-labelledby=sessions] li');
  await expect(rows.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  await button(page, 'Sign out Safari on iPhone').click();
  await page.getByText('Safari on iPhone signed out.').waitFor();
  await expect(rows.filter({ hasText: 'Safari on iPhone' })).toHaveCount(0);
  await other.reload();
  await other.getByText('Your session has ended').waitFor();
});

test('the strength of a new password is told in words, and a weak one is not refused', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, { locale: 'de-DE' });
  await visit(page, '/security');
  const field = page.getByLabel('Neues Passwort');
  await field.fill('schmetterling1');
  await page.getByText('Schwach Fügen Sie ein weiteres, selteneres Wort hinzu.').waitFor();
  await page.getByLabel('Aktuelles Passwort').fill(password);
  await expect(button(page, 'Passwort ändern')).toBeEnabled();
  await field.fill(ownPassword);
  await page.getByText('Stark', { exact: true }).waitFor();
});
