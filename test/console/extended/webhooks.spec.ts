import { webhookEvents } from '../../../src/outbound/webhooks/events.ts';
import { expect, test } from '../fixtures.ts';
import { button } from '../page-helpers.ts';
import { deliveriesPath, showDeliveries } from '../webhook-helpers.ts';

const url = 'https://hooks.example.com/callout';

test('a webhook is created, edited, switched off, given another secret and deleted', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, '/settings');
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await button(page, 'New webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://10.0.0.1/');
  await expect(dialog.getByText('Events', { exact: true }).last()).toBeVisible();
  await dialog.getByLabel('Work done').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText("This address can't be used.").waitFor();
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('heading', { name: 'Copy the secret' }).waitFor();
  const secret = await dialog.locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.locator('.list-rows li');
  await expect(row).toContainText('1 event');

  await row.getByRole('button', { name: `Edit ${url}` }).click();
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(`${webhookEvents.length} events`);

  await row.getByRole('switch').click(); // it moves when the service has answered
  await expect(row.getByRole('switch', { name: `Enabled: ${url}` })).not.toBeChecked();
  await expect(row, 'beside a switch that is labelled Enabled').not.toContainText('Disabled');
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).toBeChecked();

  await row.getByRole('button', { name: `New secret ${url}` }).click();
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByRole('heading', { name: 'Copy the new secret' }).waitFor();
  expect(await dialog.locator('code').innerText()).not.toBe(secret);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await row.getByRole('link', { name: url }).click();
  await page.getByText('No deliveries').waitFor();
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await row.getByRole('button', { name: `Delete ${url}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks').waitFor();
});

test('deliveries show what was sent and answered, and are sent again', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, deliveriesPath);
  await showDeliveries(page);
  const sent: string[] = [];
  await page.route('**/redeliver', async (route) => {
    sent.push(new URL(route.request().url()).pathname);
    await route.fulfill({ json: {} });
  });
  await button(page, 'Details Request created #42').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('webhook-id: msg_');
  await expect(dialog).toContainText('"type": "ticket_created"');
  await expect(dialog.getByLabel('Answer')).toContainText('xxx');
  await page.keyboard.press('Escape');
  await button(page, 'Send again Request created #42').click();
  await page.getByText('It is being sent.').waitFor();
  expect(sent).toEqual([`/ext${deliveriesPath}/deliveries/1/redeliver`]);
});

test('the result of a delivery that waits is shown without a reload', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, deliveriesPath);
  await showDeliveries(page);
  await page.locator('.list-rows').getByText('Waiting').first().waitFor();
  await page.route('**/deliveries?*', (route) => route.fulfill({ json: { items: [], total: 0, limit: 25, offset: 0 } }));
  await page.getByText('No deliveries').waitFor();
});
