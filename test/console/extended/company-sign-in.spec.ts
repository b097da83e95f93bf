import { type CompanyProvider, settingsFor, startCompanyProvider } from '../../../testing/company-provider.ts';
import { freePort } from '../../../testing/free-port.ts';
import { adminEmail, type ConsoleService, startConsoleService } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { heading, login, signOut, withServiceWorker } from '../page-helpers.ts';

// The sign-in with a company's account, at a real provider in the same browser.

const test = base.extend<object, { service: ConsoleService; provider: CompanyProvider; port: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  service: [
    async ({ port }, use) => {
      const service = await startConsoleService({ ...settingsFor(port), OIDC_NAME: 'Acme' });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  provider: [
    async ({ port, service }, use) => {
      const provider = await startCompanyProvider([`${service.url}/ext/oidc/callback`], { port });
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'serial' });

test('the provider leads to the page that was asked for', async ({ app, lobby, provider }) => {
  provider.person = { sub: 'anna', email: lobby.anna, email_verified: true };
  const page = await app.newPage(withServiceWorker);
  await page.goto(`${app.url}/app/projects`);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await heading(page, 'Projects').waitFor();
  expect(addresses.some((address) => address.startsWith(provider.issuer))).toBe(true);
  const { token } = await page.evaluate<{ token?: string }>(`fetch('/auth/refresh', { method: 'POST' }).then((r) => r.json())`);
  expect(token).toBeTruthy();
  expect(addresses.filter((address) => address.includes(token ?? '-'))).toEqual([]);
  await page.goBack();
  await heading(page, 'Projects').waitFor();
});

test('an account with two-factor authentication enters its code', async ({ app, lobby: { wanda }, provider }) => {
  const totp = await app.turnOnTotp(wanda);
  provider.person = { sub: 'wanda', email: wanda, email_verified: true };
  const page = await app.open();
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await heading(page, 'Two-factor authentication').waitFor();
  await page.reload();
  await page.locator('.one-time-code input').fill('000000');
  await page.getByText('This code is wrong, expired or already used.').waitFor();
  await page.locator('.one-time-code input').fill(totp.generate());
  await heading(page, 'My work').waitFor();
});

test('the console says in words why a sign-in failed, and passwords go on', async ({ app, lobby: { anna }, provider }) => {
  provider.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true };
  const page = await app.open();
  const noAccount = page.getByText('There is no Callout account for your email address.');
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await noAccount.waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await noAccount.waitFor();
  await page.goto(`${app.url}/app/company-sign-in?error=unavailable`);
  await page.getByText("Your company's sign-in can't be reached right now.").waitFor();
  await page.getByRole('link', { name: 'Sign in with your password' }).click();
  await login(page, anna);
});

test('a sign-in as somebody else changes the account', async ({ app, lobby: { anna }, provider }) => {
  const page = await app.open(adminEmail);
  provider.person = { sub: 'anna-2', email: anna, email_verified: true };
  await page.goto(`${app.url}/ext/oidc/start?to=/profile`);
  await expect(page.locator('main')).toContainText(anna);
  await signOut(page);
});
