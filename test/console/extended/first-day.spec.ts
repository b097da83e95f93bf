import type { Locator, Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { type App, expect, test } from '../fixtures.ts';
import { button, phone } from '../page-helpers.ts';
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
  await dialog.getByRole('button', { name: 'Copy message' }).click();
  await dialog.getByRole('button', { name: 'Copied.' }).waitFor();
  expect((await allTaps()) - tapsBefore, 'for the worker').toBeLessThanOrEqual(5);
  expect(await allTaps(), 'for all steps').toBeLessThanOrEqual(9);

  const link = (await dialog.locator('code').textContent()) ?? '';
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(link);
  await dialog.getByText('Only this computer can open this address').waitFor();
  await expect(dialog.getByRole('img')).toHaveCount(0);
  await page.mouse.click(5, 5); // a click beside the dialog does not hide the link
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(button(page, 'Add worker'), 'the step is done').toHaveCount(0);

  const worker = await app.open(undefined, phone);
  await worker.goto(link);
  await worker.getByLabel('New password').fill('own-horse-battery-3');
  await button(worker, 'Save and sign in').click();
  await button(worker, 'Join').waitFor();
});

test('the first steps of a client are gone when they are done, and can be hidden', async ({ app, lobby: { anna, report } }) => {
  const page = await app.open(anna, phone);
  const card = page.getByRole('region', { name: 'Get started' });
  await expect(card.getByRole('button')).toHaveText(['Hide', 'Send first request']);
  await report('The lamp is dark');
  await page.getByRole('link', { name: 'The lamp is dark' }).waitFor();
  await expect(card).toHaveCount(0);
  const other = await app.open(await app.account('Nora', 'client'), phone);
  const otherCard = other.getByRole('region', { name: 'Get started' });
  await otherCard.getByRole('button', { name: 'Hide' }).click();
  await expect(otherCard).toHaveCount(0);
  await other.reload();
  await other.getByText('Requests appear here as soon as they are created.').waitFor();
  await expect(otherCard).toHaveCount(0);
});

/** Fills in the dialog for a new worker of the project. */
async function fillInWorker(page: Page, email: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await button(page, 'Add worker').click();
  await dialog.getByRole('button', { name: 'New worker' }).click();
  await dialog.getByLabel('Name').fill('Ottmar Weber');
  await dialog.getByLabel('Email').fill(email);
  return dialog;
}

test('a worker whose account was created and who could not be invited is invited with another try', async ({ app, lobby }) => {
  const email = newEmail(app, 'ottmar');
  const page = await app.open(lobby.anna, phone, `/projects/${lobby.project}`);
  const dialog = await fillInWorker(page, email);
  const failure = { status: 500, json: { error: 'internal error' } };
  await page.route('**/users/*/confirm', (route) => route.fulfill(failure), { times: 1 });
  await dialog.getByRole('button', { name: 'Add worker' }).click();
  await dialog.getByText('Something went wrong on the server.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Invited to Tower.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.locator('.list-rows > li', { hasText: 'Ottmar Weber' }).getByText('Invited').waitFor();
});

test('a worker who shall not sign in yet is not invited and waits for the approval', async ({ app, lobby }) => {
  const email = newEmail(app, 'ottmar');
  const page = await app.open(lobby.anna, phone, `/projects/${lobby.project}`);
  const dialog = await fillInWorker(page, email);
  await dialog.getByRole('switch', { name: 'Can sign in right away' }).click();
  await expect(dialog.getByLabel('Invite to Tower')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Add worker' }).click();
  await dialog.locator('code').waitFor();
  await dialog.getByRole('status').getByText('They can sign in once you approve the account.').waitFor();
  const [account] = (await app.call(adminEmail, 'GET', `/users?q=${email}`)).items;
  expect(account.confirmed_at).toBeNull();
});
