import { adminEmail } from './console-service.ts';
import { expect, test } from './fixtures.ts';
import { button, fileInput, visit } from './page-helpers.ts';
import { photoFile } from './pictures.ts';

test('an error while a dialog is open is shown inside the dialog', async ({ app, lobby: { wanda } }) => {
  const admin = await app.open(adminEmail);
  await visit(admin, `/users?q=${encodeURIComponent(wanda)}`);
  await admin.getByRole('button', { name: /Wanda/ }).click();
  const error = 'cannot change this account now';
  await admin.route('**/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 409, json: { error } }) : route.continue(),
  );
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Disable/ }).click();
  await dialog.getByText('Cannot change this account now.').waitFor();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await admin.getByText('Cannot change this account now.').waitFor({ state: 'detached' });
  await expect(dialog).toBeVisible();
});

test('a notice stays while the pointer is over it or the focus is in it', async ({ app, lobby: { anna, project } }) => {
  const client = await app.open(anna);
  await client.clock.install();
  await visit(client, `/projects/${project}`);
  const notice = client.locator('.toast');
  await client
    .getByRole('button', { name: /Lobby$/ })
    .last()
    .click();
  await notice.waitFor();
  await notice.hover();
  await client.clock.runFor(30_000);
  expect(await notice.isVisible(), 'held by the pointer').toBe(true);
  await notice.getByRole('button').last().focus();
  await client.mouse.move(10, 10);
  await client.clock.runFor(30_000);
  expect(await notice.isVisible(), 'held by the focus').toBe(true);
  await client.locator('h1').focus();
  await client.clock.runFor(10_000);
  await notice.waitFor({ state: 'detached' });
});

test('the security page promises no mail where none is sent', async ({ app, lobby: { anna } }) => {
  const client = await app.open(anna);
  await visit(client, '/security');
  await client.getByText("This server doesn't send email").waitFor();
  await expect(button(client, 'Email me a link')).toHaveCount(0);
});

test('the percentage of an upload is shown and not announced', async ({ app, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start');
  const worker = await app.open(wanda);
  await visit(worker, `/tickets/${id}`);
  const released = Promise.withResolvers<void>();
  await worker.route(/\/photos$/, async (route) => {
    if (route.request().method() === 'POST') await released.promise;
    await route.continue();
  });
  await fileInput(worker).setInputFiles(photoFile('lamp.png'));
  const tile = worker.locator('.upload.sending');
  await tile.getByText(/%/).waitFor();
  expect(await tile.getByRole('status').textContent()).not.toMatch(/%/);
  released.resolve();
  await worker.getByRole('button', { name: /Photo 1 of 1: lamp/ }).waitFor();
});
