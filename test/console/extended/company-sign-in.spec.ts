import { Secret, TOTP } from 'otpauth';
import { type CompanyProvider, settingsFor, startCompanyProvider } from '../../../testing/company-provider.ts';
import { freePort } from '../../../testing/free-port.ts';
import { adminEmail, type ConsoleService, password, startConsoleService } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, heading, signOut, withServiceWorker } from '../page-helpers.ts';

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

test('the button of the sign-in page leads over the provider to the page that was asked for', async ({
  app,
  lobby,
  provider,
}) => {
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

test('an account with two-factor authentication enters its code, and reloading the page asks for it again', async ({
  app,
  lobby: { wanda },
  provider,
}) => {
  const { secret } = await app.call(wanda, 'POST', '/ext/mfa/totp', { password });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await app.call(wanda, 'POST', '/ext/mfa/totp/confirm', { code: totp.generate({ timestamp: Date.now() - 30_000 }) });
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
  const page = await app.open(undefined, { locale: 'de-DE' });
  await page.getByRole('link', { name: 'Mit Acme anmelden' }).click();
  await page.getByText('Zu Ihrer E-Mail-Adresse gibt es kein Callout-Konto.').waitFor();
  await page.getByRole('link', { name: 'Noch einmal versuchen' }).click();
  await page.getByText('Zu Ihrer E-Mail-Adresse gibt es kein Callout-Konto.').waitFor();
  await page.goto(`${app.url}/app/company-sign-in?error=unavailable`);
  await page.getByText('Die Anmeldung Ihrer Firma ist gerade nicht erreichbar.').waitFor();
  await page.getByRole('link', { name: 'Mit dem Passwort anmelden' }).click();
  await page.getByLabel('E-Mail').fill(anna);
  await page.locator('input[type=password]').fill(password);
  await button(page, 'Anmelden').click();
  await page.locator('.app-layout').waitFor();
});

test('somebody who is signed in and comes from the provider as somebody else is that account afterwards', async ({
  app,
  lobby: { anna },
  provider,
}) => {
  const page = await app.open(adminEmail);
  provider.person = { sub: 'anna-2', email: anna, email_verified: true };
  await page.goto(`${app.url}/ext/oidc/start?to=/profile`);
  await expect(page.locator('main')).toContainText(anna);
  await signOut(page);
});
