import type { Page } from '@playwright/test';
import { adminEmail, password } from '../console-service.ts';
import { expect, testWithService } from '../fixtures.ts';
import { button, enterCredentials, heading, login, signOut, visit } from '../page-helpers.ts';

// Passkeys with the virtual devices of Chromium (Chrome DevTools Protocol, WebAuthn).

const test = testWithService({}, 'localhost');
// Each worker would start a service of its own.
test.describe.configure({ mode: 'default' });

/** A device with a fingerprint sensor. @returns what decides whether its owner touches it */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    clear: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await visit(page, '/security');
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`Passkey “${name}” added.`).waitFor();
}

const rows = (page: Page) => page.locator('section[aria-labelledby=passkeys] li');

test('a passkey is added on the security page, signs in alone, and is renamed and removed', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna);
  const device = await addDevice(page);
  await addPasskey(page, 'My phone');
  await expect(rows(page)).toHaveText([/My phone.*Not used yet/]);
  await button(page, 'Add a passkey').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Again');
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await button(page, 'Continue').click();
  await page.getByText('This device already has a passkey for your account.').waitFor();
  await page.keyboard.press('Escape');

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.locator('.app-layout').waitFor();
  await page.goto(`${app.url}/app/security`); // what was read before the sign-in is shown for some seconds
  await expect(rows(page)).toHaveText([/My phone.*Last used/]);
  await button(page, 'Rename My phone').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Key');
  await button(page, 'Save').click();
  await button(page, 'Remove Key').click();
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Passkey “Key” removed.').waitFor();
  await expect(rows(page)).toHaveCount(0);

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('The passkey was not accepted.').waitFor();
  await device.clear();
});

test('a passkey that is required is asked for after the password, also after a wrong try', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda);
  const device = await addDevice(page);
  await addPasskey(page, 'My phone');
  await button(page, 'Require a passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Require a passkey' }).click();
  await page.getByText('A passkey is also required after the password').waitFor();
  await signOut(page);
  await enterCredentials(page, wanda);
  await heading(page, 'Confirm with your passkey').waitFor();
  await device.verifies(false);
  await button(page, 'Use a passkey').click();
  await page.getByText('No passkey was used. Try again.').waitFor();
  await device.verifies(true);
  await button(page, 'Use a passkey').click();
  await page.locator('.app-layout').waitFor();
  await visit(page, '/security');
  await button(page, 'Stop requiring it').click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Stop requiring it' }).click();
  await page.getByText('no longer requires a passkey').waitFor();
  await signOut(page);
  await login(page, wanda);
});

test('with two-factor authentication a passkey takes the place of the code', async ({ app, lobby: { anna } }) => {
  const totp = await app.turnOnTotp(anna);
  const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const page = await app.open();
  await addDevice(page);
  await enterCredentials(page, anna);
  await page.locator('.one-time-code input').fill(at(0));
  await page.locator('.app-layout').waitFor();
  await visit(page, '/security');
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByLabel('Code from the app').fill(at(1));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey “Laptop” added.').waitFor();
  await signOut(page);
  await enterCredentials(page, anna);
  await page.locator('.one-time-code').waitFor();
  await button(page, 'Use a passkey').click();
  await page.locator('.app-layout').waitFor();
});

test('an admin removes the passkeys of somebody who has lost the device', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda);
  await addDevice(page);
  await addPasskey(page, 'Lost phone');
  const admin = await app.open(adminEmail, {}, `/users?q=${encodeURIComponent(wanda)}`);
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  await button(admin, 'Remove passkeys').click();
  await admin.getByText('Remove all passkeys of this account (1)?').waitFor();
  await button(admin, 'Remove passkeys').click();
  await admin.getByText(/Passkeys of .* removed/).waitFor();
  await page.reload();
  await page.getByText('No passkeys yet').waitFor();
});

test('a browser without passkeys is offered none', async ({ app, lobby: { anna } }) => {
  const page = await app.newPage();
  await page.addInitScript('delete window.PublicKeyCredential');
  await page.goto(`${app.url}/app/`);
  await button(page, 'Sign in').waitFor();
  await expect(button(page, 'Sign in with a passkey')).toHaveCount(0);
  await login(page, anna);
  await visit(page, '/security');
  await page.getByText('This browser has no passkeys.').waitFor();
  await expect(button(page, 'Add a passkey')).toHaveCount(0);
});
