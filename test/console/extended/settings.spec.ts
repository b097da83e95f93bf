import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { phone, startSession } from '../page-helpers.ts';

test('an admin reads and changes the settings of the installation, and sees what the environment sets', async ({ app }) => {
  const page = await app.open(adminEmail, {}, '/settings');
  await page.getByRole('heading', { name: 'Installation' }).waitFor();

  const address = page.getByRole('region', { name: 'Public address' });
  await expect(address.getByLabel('Address', { exact: true })).toBeDisabled();
  await expect(address).toContainText('PUBLIC_URL');
  await address.getByText('Only this computer can open this address').waitFor();
  await expect(address.getByRole('img')).toHaveCount(0);
  await address.getByRole('button', { name: 'Test address', exact: true }).click();
  await address.getByText('The address leads to this installation.').waitFor();

  const mail = page.getByRole('region', { name: 'Mail server' });
  await expect(mail.getByLabel('Password', { exact: true })).toBeDisabled();
  await mail.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await mail.getByLabel('Port', { exact: true }).fill('1');
  await mail.getByRole('button', { name: 'Save', exact: true }).click();
  await mail.getByRole('button', { name: 'Send test mail', exact: true }).click();
  await mail.getByText('The mail server cannot be reached.').waitFor();
  await mail.getByLabel('Server', { exact: true }).fill('');
  await mail.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(mail.getByRole('button', { name: 'Send test mail', exact: true })).toHaveCount(0);

  const look = page.getByRole('region', { name: 'Name and look' });
  await look.getByLabel('Color', { exact: true }).fill('#ffcc00');
  await look.getByRole('button', { name: 'Save', exact: true }).click();
  await look.getByText('too light').waitFor();
  await look.getByLabel('Color', { exact: true }).fill('#8a1c4a');
  await look.getByLabel('Name', { exact: true }).fill('Acme');
  await look.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.brand')).toContainText('Acme');
  await expect(page).toHaveTitle('Installation · Acme');
  const accent = () => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()");
  await expect.poll(accent).toBe('#8a1c4a');
  await page.reload();
  await expect(page.locator('.brand')).toContainText('Acme');
  await expect.poll(accent).toBe('#8a1c4a');
  await look.getByLabel('Name', { exact: true }).fill('');
  await look.getByRole('button', { name: 'Save', exact: true }).click();
  await look.getByRole('button', { name: 'Use default color', exact: true }).click();
  await expect(page.locator('.brand')).toContainText('Callout');
});

test('the settings show when another device has opened the public address, and an expired link says so', async ({ app }) => {
  const admin = await app.newPage();
  // The address of the tests is one of this computer only, for which no code is shown.
  await admin.route('**/ext/settings', async (route) => {
    const response = await route.fetch();
    const { public_url, ...settings } = await response.json();
    await route.fulfill({ response, json: { ...settings, public_url: { ...public_url, value: 'https://callout.example.com' } } });
  });
  await startSession(admin, app.url, adminEmail);
  await admin.goto(`${app.url}/app/settings/installation`);
  const address = admin.getByRole('region', { name: 'Public address' });
  await address.getByRole('img', { name: 'QR code of the console' }).waitFor();
  await expect(address.getByText('Opened on another device')).toHaveCount(0);

  const { url } = await app.call(adminEmail, 'GET', '/ext/settings/test-link');
  const device = await app.newPage(phone);
  const expired = device.getByText('This link has expired.');
  for (const wrong of [url.replace(/expires=\d+/, 'expires=1'), url.replace(/#.*/, '')]) {
    await device.goto('about:blank');
    await device.goto(wrong);
    await expired.waitFor();
  }
  await device.goto('about:blank');
  await device.goto(url);
  await device.getByText('The settings page shows it now.').waitFor();
  await expect(expired).toHaveCount(0);
  await address.getByText('Opened on another device').waitFor();
});
