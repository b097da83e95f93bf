import { en } from '../../../web/src/i18n/en.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, fileInput, heading, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

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

test('a name that is written from right to left is set apart in dialog titles and notices', async ({ app }) => {
  const email = await app.account('Ida \u202e\u05d3\u05d5\u05d3', 'worker');
  const shown = '\u2068Ida \u05d3\u05d5\u05d3\u2069';
  const admin = await app.open(adminEmail);
  await visit(admin, `/users?q=${encodeURIComponent(email)}`);
  await admin.getByRole('button', { name: /Ida/ }).click();
  await expect(admin.getByRole('dialog').getByRole('heading')).toHaveText(en.people.manage(shown));
  await button(admin, 'Disable').click();
  await expect(admin.locator('.toast')).toContainText(en.people.disabledNow(shown));
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
  await client.clock.runFor(10_500);
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

test('one notice is shown at a time, and an error stays until it is dismissed', async ({ app, lobby: { anna, project } }) => {
  const client = await app.open(anna);
  await client.clock.install();
  await visit(client, `/projects/${project}`);
  const notices = client.locator('.toast');
  const toggle = client.getByRole('button', { name: /Lobby$/ }).last();
  await toggle.click();
  await notices.filter({ hasText: 'Undo' }).waitFor();
  const first = await notices.textContent();
  await client
    .getByRole('button', { name: /Lobby$/ })
    .last()
    .click();
  await expect(notices).not.toHaveText(String(first));
  await expect(notices).toHaveCount(1);
  // The installed clock also goes on by itself, as long as the steps of the test take.
  await client.clock.runFor(2_000);
  await expect(notices).toHaveCount(1);
  await client.clock.runFor(8_500);
  await expect(notices).toHaveCount(0);

  await client.route('**/objects/*', (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }));
  await client
    .getByRole('button', { name: /Lobby$/ })
    .last()
    .click();
  await client.locator('.toast.error').waitFor();
  await client.clock.runFor(60_000);
  await client.unroute('**/objects/*');
  await client
    .getByRole('button', { name: /Lobby$/ })
    .last()
    .click();
  await notices.filter({ hasText: 'Undo' }).waitFor();
  await expect(notices).toHaveCount(1);
  await client.clock.runFor(10_500);
  await expect(notices, 'the error was not dismissed').toHaveText(/Something went wrong on the server/);
  await button(client, 'Dismiss').click();
  await expect(notices).toHaveCount(0);
});

test('a notice on a phone is above the action bar', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start', 'done');
  const client = await app.open(anna, phone);
  await visit(client, `/tickets/${id}`);
  await button(client, 'Confirm').waitFor();
  await client.route('**/confirm', (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }));
  await button(client, 'Confirm').tap();
  const [notice, bar] = await Promise.all([client.locator('.toast').boundingBox(), client.locator('.action-bar').boundingBox()]);
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('the notice about a new request of a schedule leads to it', async ({ app, lobby: { anna, object } }) => {
  const template = { category: 'other', description: 'Inspect the lift', object_id: object };
  const { id } = await app.call(anna, 'POST', '/recurring', { ...template, anchor_at: '2030-01-01T08:00:00Z', period_days: 7 });
  const client = await app.open(anna);
  await visit(client, `/rules/${id}`);
  await button(client, 'Create request now').click();
  await client.getByRole('dialog').getByRole('button', { name: 'Create request now' }).click();
  await client.locator('.toast').getByRole('button', { name: 'View' }).click();
  await heading(client, 'Inspect the lift').waitFor();
});

test('a disabled button says what is missing', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start', 'done');
  const client = await app.open(anna);
  await visit(client, `/tickets/${id}`);
  await button(client, 'Request rework').click();
  const dialog = client.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Request rework' });
  await expect(submit).toHaveAccessibleDescription('Fill in: Reason.');
  await dialog.getByLabel('Reason').fill('Still dark');
  await expect(submit).toHaveAccessibleDescription('');
  await expect(submit).toBeEnabled();

  await visit(client, '/rules/new');
  const createRule = client.getByRole('main').getByRole('button', { name: 'Create', exact: true });
  await expect(createRule).toHaveAccessibleDescription('Fill in: Building, What needs to be done.');

  const admin = await app.open(adminEmail);
  await visit(admin, '/users');
  await button(admin, 'New account').click();
  const create = admin.getByRole('dialog').locator('button[type=submit]');
  await expect(create).toHaveAccessibleDescription(/^Fill in: Name, Email/);
});
