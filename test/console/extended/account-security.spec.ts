import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { adminEmail, password } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, enterCredentials, heading, login, offlineBanner, phone, signOut, visit } from '../page-helpers.ts';

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
  await offlineBanner(page).getByText('Waiting to be sent: 1 update.').waitFor();
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
  // With the console open it would notice the end of the session at the next heartbeat, and say so before it is looked at.
  await other.goto('about:blank');
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
  await other.goto(`${app.url}/app/`);
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

test('the strength of a new password is told in words, and only the service refuses it', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, { locale: 'de-DE' });
  await visit(page, '/security');
  const field = page.getByLabel('Neues Passwort');
  await field.fill('schmetterling1');
  await page.getByText('Schwach Fügen Sie ein weiteres, selteneres Wort hinzu.').waitFor();
  await page.getByLabel('Aktuelles Passwort').fill(password);
  await page.route('**/ext/password', (route) => route.fulfill({ status: 400, json: { error: 'new is too common' } }));
  await button(page, 'Passwort ändern').click();
  await page.getByText('Dieses Passwort wird zu häufig verwendet').waitFor();
  await field.fill(ownPassword);
  await page.getByText('Stark', { exact: true }).waitFor();
});

test('two-factor authentication is turned on with an app, asked for at sign-in, and turned off', async ({
  app,
  lobby: { anna },
}) => {
  const page = await app.open(anna);
  await visit(page, '/security');
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
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(readFileSync(await download.path(), 'utf8')).toContain(recoveryCodes.join('\n'));
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

test('too many wrong one-time codes are refused with the time to wait', async ({ app, lobby: { anna } }) => {
  const page = await app.open();
  const refusal = { status: 429, headers: { 'retry-after': '840' }, json: { error: 'too many attempts, try again later' } };
  await page.route('**/auth/login', (route) =>
    route.fulfill(route.request().headers()['x-otp'] ? refusal : { status: 401, json: { error: 'one-time code required' } }),
  );
  await enterCredentials(page, anna);
  await page.getByLabel('One-time code').fill('123456');
  await page.getByText('Too many attempts. Try again in 14 minutes.').waitFor();
});

test('an API token is created, shown once, used and deleted', async ({ app, lobby: { anna, project } }) => {
  const page = await app.open(anna);
  await visit(page, '/security');
  await button(page, 'New token').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Building dashboard');
  await button(page, 'Create').click();
  const token = (await dialog.locator('.copyable-text code').textContent()) ?? undefined;
  await page.mouse.click(5, 5); // a click beside the dialog does not hide the token
  await button(page, 'Done').click();
  const row = page.locator('section[aria-labelledby=api-tokens] li', { hasText: 'Building dashboard' });
  await expect(row).toContainText('Read only, never used, expires in');
  const request = (method: string, body?: unknown) => app.service.request(token, method, `/projects/${project}`, body);
  expect((await request('GET')).body).toMatchObject({ name: 'Tower' });
  expect((await request('PATCH', { name: 'Changed' })).status, 'read only').toBe(403);
  await button(page, 'Delete Building dashboard').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Building dashboard” deleted.').waitFor();
  expect((await request('GET')).status).toBe(401);
});
