import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { adminEmail, password } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, download, enterCredentials, heading, login, offlineBanner, phone, signOut, visit } from '../page-helpers.ts';

const ownPassword = 'quiet-otter-lantern-7';

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await button(page, 'Change password').click();
}

test('a password that somebody else chose is changed before any page is shown', async ({ app, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark', 'take');
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await button(page, 'Start').waitFor();
  await page.context().setOffline(true);
  await button(page, 'Start').click();
  await offlineBanner(page).getByText('Waiting to be sent: Start.').waitFor();
  await app.call(adminEmail, 'POST', `/users/${await app.idOf(wanda)}/password-set`, { password: 'temporary-horse-2' });
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
  await page.route('**/ext/me', () => {}); // no answer: the page does not wait for one
  await page.goto(`${app.url}/app/`);
  await heading(page, 'My work').waitFor();
});

test('a password change keeps this session, lists the others by device and ends them', async ({ app, lobby: { anna } }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
  const other = await app.open(anna);
  // With the console open it would notice the end of the session at the next heartbeat, and say so before it is looked at.
  await other.goto('about:blank');
  const iPhone = await app.open(anna, { userAgent });
  const page = await app.open(anna, {}, '/security');
  const attempts: number[] = [];
  page.on('response', (response) => response.url().endsWith('/ext/password') && attempts.push(response.status()));
  const rows = page.locator('section[aria-labelledby=sessions] li');
  await expect(rows.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  await button(page, 'Sign out Safari on iPhone').click();
  await page.getByText('Safari on iPhone signed out.').waitFor();
  await expect(rows.filter({ hasText: 'Safari on iPhone' })).toHaveCount(0);
  await iPhone.reload();
  await iPhone.getByText('Your session has ended').waitFor();

  await changePassword(page, 'a wrong password 1', ownPassword);
  await page.getByText('Incorrect password.').waitFor();
  await changePassword(page, password, ownPassword);
  await page.getByText('Password changed. Your other sessions have ended.').waitFor();
  expect(attempts, 'a wrong password is not sent twice').toEqual([401, 200]);
  await page.reload();
  await heading(page, 'Security').waitFor();
  await other.goto(`${app.url}/app/`);
  await other.getByText('Your session has ended').waitFor();
  await login(other, anna, ownPassword);
});

test('the strength of a new password is told in words, and only the service refuses it', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, '/security');
  await page.getByLabel('New password').fill('schmetterling1');
  await page.getByText('Weak Add another, less common word.').waitFor();
  await page.route('**/ext/password', (route) => route.fulfill({ status: 400, json: { error: 'new is too common' } }));
  await changePassword(page, password, 'schmetterling1');
  await page.getByText('This password is too common.').waitFor();
  await page.getByLabel('New password').fill(ownPassword);
  await page.getByText('Strong', { exact: true }).waitFor();
});

test('two-factor authentication is turned on, asked for and turned off', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, '/security');
  const dialog = page.getByRole('dialog');
  await button(page, 'Turn on').click();
  await dialog.getByLabel('Your password').fill(password);
  await button(page, 'Continue').click();
  const secret = Secret.fromBase32(((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', ''));
  const totp = new TOTP({ secret });
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('The code is wrong or was used before.').waitFor();
  await dialog.getByLabel('Code from the app').fill(totp.generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const recoveryCodes = await dialog.locator('.recovery-codes code').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await page.keyboard.press('Escape');
  await dialog.getByText('Save the codes and tick the box').waitFor();
  expect(String((await download(page, button(page, 'Download'))).bytes)).toContain(recoveryCodes.join('\n'));
  await dialog.getByLabel('I have saved these codes').check();
  await button(page, 'Done').click();
  await button(page, 'Turn off').waitFor();

  // With the next code of the app, since each works once.
  await signOut(page);
  await enterCredentials(page, anna);
  const code = page.getByLabel('One-time code');
  await code.fill('000000'); // the sixth digit sends it
  await page.getByText('This code is wrong, expired or already used.').waitFor();
  await expect(code).toHaveValue('');
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.locator('.app-layout').waitFor();

  await signOut(page);
  await enterCredentials(page, anna);
  await button(page, 'Use a recovery code instead').click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await button(page, 'Sign in').click();
  await page.locator('.app-layout').waitFor();

  await visit(page, '/security');
  await button(page, 'Turn off').click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByLabel('Code from the app, or a recovery code').fill(recoveryCodes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-factor authentication is off.').waitFor();
  await signOut(page);
  await login(page, anna);
});

test('an API token is created, shown once, used and deleted', async ({ app, lobby: { anna, project } }) => {
  const page = await app.open(anna, {}, '/tokens');
  await button(page, 'New token').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Building dashboard');
  await button(page, 'Create').click();
  const token = (await dialog.locator('.copyable-text code').textContent()) ?? undefined;
  await page.mouse.click(5, 5); // a click beside the dialog does not hide the token
  await button(page, 'Done').click();
  const row = page.locator('main li', { hasText: 'Building dashboard' });
  await expect(row).toContainText('Read only, never used, expires in');
  const read = () => app.service.request(token, 'GET', `/projects/${project}`);
  expect((await read()).body).toMatchObject({ name: 'Tower' });
  await button(page, 'Delete Building dashboard').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Building dashboard” deleted.').waitFor();
  expect((await read()).status).toBe(401);
});
