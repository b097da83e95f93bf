import { adminEmail } from '../console-service.ts';
import { type App, expect, test } from '../fixtures.ts';
import { button, desktop, enterCredentials, login, phone, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

const newEmail = (app: App, name: string): string => `${name}.${app.suffix}@example.com`;

test('a client goes from an empty account to an invited worker who can sign in on the home page', async ({ app }) => {
  await app.account('Wanda', 'worker'); // with workers to search the dialog needs one tap more
  const anna = await app.account('Anna', 'client');
  const email = newEmail(app, 'ottmar');
  const page = await app.open(anna, { ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const dialog = page.getByRole('dialog');
  await button(page, 'Create project').waitFor();
  const allTaps = await countTaps(page);

  await button(page, 'Create project').click();
  await dialog.getByLabel('Name').fill('Tower');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await button(page, 'Add building').click();
  await dialog.getByLabel('Name').fill('Lobby');
  await dialog.getByLabel('Address').fill('River Street 12');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await button(page, 'Send first request').waitFor();
  const tapsBefore = await allTaps();
  await button(page, 'Add worker').click();
  await dialog.getByRole('button', { name: 'New worker' }).click();
  await dialog.getByLabel('Name').fill('Ottmar Weber');
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog.getByLabel('Can sign in right away')).toBeChecked();
  await expect(dialog.getByLabel('Invite to Tower')).toBeChecked();
  await dialog.getByRole('button', { name: 'Add worker' }).click();
  await dialog.getByText('Invited to Tower.').waitFor();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Copied.' }).waitFor();
  expect((await allTaps()) - tapsBefore, 'for the worker').toBeLessThanOrEqual(5);
  expect(await allTaps(), 'for all steps').toBeLessThanOrEqual(9);

  const secret = (await dialog.locator('code').textContent()) ?? '';
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  for (const part of [`${app.url}/app/`, email, secret]) expect(copied).toContain(part);
  await dialog.getByRole('img', { name: 'QR code of the address' }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(button(page, 'Add worker'), 'the step is done').toHaveCount(0);

  const worker = await app.open(undefined, phone);
  await enterCredentials(worker, email, secret);
  await worker.getByRole('heading', { name: 'Choose your own password' }).waitFor();
});

test('the first steps of a client are gone when they are done', async ({ app, lobby: { anna, report } }) => {
  const page = await app.open(anna, phone);
  const card = page.getByRole('region', { name: 'Get started' });
  await expect(card.getByRole('button')).toHaveText(['Hide', 'Send first request']);
  await report('The lamp is dark');
  await page.getByRole('link', { name: 'The lamp is dark' }).waitFor();
  await expect(card).toHaveCount(0);
});

test('the first steps of a client can be hidden', async ({ app }) => {
  const page = await app.open(await app.account('Nora', 'client'), phone);
  const card = page.getByRole('region', { name: 'Get started' });
  await card.getByRole('button', { name: 'Hide' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await page.getByText('Requests appear here as soon as they are created.').waitFor();
  await expect(card).toHaveCount(0);
});

test('a worker whose account was created and who could not be invited is invited with another try', async ({ app, lobby }) => {
  const email = newEmail(app, 'ottmar');
  const page = await app.open(lobby.anna, phone);
  await visit(page, `/projects/${lobby.project}`);
  const dialog = page.getByRole('dialog');
  await button(page, 'Add worker').click();
  await dialog.getByRole('button', { name: 'New worker' }).click();
  await dialog.getByLabel('Name').fill('Ottmar Weber');
  await dialog.getByLabel('Email').fill(email);
  const failure = { status: 500, json: { error: 'internal error' } };
  await page.route('**/users/*/confirm', (route) => route.fulfill(failure), { times: 1 });
  await dialog.getByRole('button', { name: 'Add worker' }).click();
  await dialog.getByText('Something went wrong on the server.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Invited to Tower.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.locator('.list-rows > li', { hasText: 'Ottmar Weber' }).getByText('Invited').waitFor();
});

test('the temporary password of a new worker stays on the screen after a click beside its dialog', async ({ app, lobby }) => {
  const page = await app.open(lobby.anna, desktop);
  await visit(page, `/projects/${lobby.project}`);
  const dialog = page.getByRole('dialog');
  await button(page, 'Add worker').click();
  await dialog.getByRole('button', { name: 'New worker' }).click();
  await dialog.getByLabel('Name').fill('Ottmar Weber');
  await dialog.getByLabel('Email').fill(newEmail(app, 'ottmar'));
  await dialog.getByRole('button', { name: 'Add worker' }).click();
  await dialog.getByText('Invited to Tower.').waitFor();
  await page.mouse.click(5, 5);
  await dialog.locator('code').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a worker who shall not sign in yet is not invited and waits for the approval', async ({ app, lobby }) => {
  const email = newEmail(app, 'ottmar');
  const page = await app.open(lobby.anna, phone);
  await visit(page, `/projects/${lobby.project}`);
  const dialog = page.getByRole('dialog');
  await button(page, 'Add worker').click();
  await dialog.getByRole('button', { name: 'New worker' }).click();
  await dialog.getByLabel('Name').fill('Ottmar Weber');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('switch', { name: 'Can sign in right away' }).click();
  await expect(dialog.getByLabel('Invite to Tower')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Add worker' }).click();
  await dialog.locator('code').waitFor();
  await dialog.getByRole('status').getByText('They can sign in once you approve the account.').waitFor();
  const [account] = (await app.call(adminEmail, 'GET', `/users?q=${email}`)).items;
  expect(account.confirmed_at).toBeNull();
});

test('the board of an admin starts with the first steps, each of which opens its dialog', async ({ app }) => {
  const page = await app.newPage(phone);
  const none = { status: 200, json: { items: [], total: 0, limit: 1, offset: 0 } };
  await page.route(/\/users\?role=client&limit=1$/, (route) => route.fulfill(none));
  await page.goto(`${app.url}/app/`);
  await login(page, adminEmail);
  const card = page.getByRole('region', { name: 'Get started' });
  await card.getByRole('button', { name: 'Create client account' }).click();
  await expect(page.getByRole('dialog').getByLabel('Role').locator('option:checked')).toHaveText('Client');
  await button(page, 'Cancel').click();
  await card.getByRole('button', { name: 'Hide' }).click();
  await expect(card).toHaveCount(0);
});

test('the users page says that there are no workers yet, and what to try after a search', async ({ app }) => {
  const page = await app.open(adminEmail, desktop);
  const none = { status: 200, json: { items: [], total: 0, limit: 50, offset: 0 } };
  await page.route(/\/users\?role=worker/, (route) => route.fulfill(none));
  await visit(page, '/users');
  await page.getByText('No workers yet').waitFor();
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('Try a different name, email or role.').waitFor();
});
