import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';

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
