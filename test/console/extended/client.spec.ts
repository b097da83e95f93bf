import { finish, openWithoutTime } from '../client-helpers.ts';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, phone } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// The home page of a client.

test('a confirmation is sent at once when the client leaves the home page', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lamp is dark');
  const page = await openWithoutTime(app, lobby.anna);
  await page.locator('.decision').getByRole('button', { name: 'Confirm' }).click();
  await page.locator('.decision').getByRole('link', { name: 'The lamp is dark' }).click();
  await expect.poll(() => app.ticketStatus(lobby.anna, id)).toBe('closed');
});

test('a confirmation that fails is shown as an error and can be tried again', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lamp is dark');
  const page = await app.open(lobby.anna, phone);
  await page.route('**/tickets/*/confirm', (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }), {
    times: 1,
  });
  const confirm = page.locator('.decision').getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await page.getByText('Something went wrong on the server.').waitFor();
  await confirm.waitFor();
  expect(await app.ticketStatus(lobby.anna, id)).toBe('done');
});

test('the numbers on the home of a client open the lists that they count', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  await report('Nobody has this');
  await report('Wanda works on this', 'take', 'start');
  const closed = await finish(app, lobby, 'This is closed');
  await app.transition(anna, closed, 'confirm');
  const page = await app.open(anna, phone);
  const tiles = page.locator('.tiles li');
  await expect(tiles).toHaveText(['1 Waiting for a worker', '0 Assigned', '1 In progress', '0 Needs rework', '1 Closed']);
  await tiles.filter({ hasText: 'In progress' }).getByRole('link').click();
  await page.waitForURL(/status=in_progress/);
  await page.getByRole('link', { name: 'Wanda works on this' }).waitFor();
});

test('a client sees the progress of a recent ticket with one tap, and cancels it', async ({ app, lobby: { anna, report } }) => {
  await report('The lamp is dark', 'take');
  const page = await app.open(anna, phone);
  const taps = await countTaps(page);
  await page.getByRole('region', { name: 'Recent requests' }).getByRole('link', { name: 'The lamp is dark' }).click();
  await currentStatus(page, 'Assigned').waitFor();
  expect(await taps()).toBe(1);
  await button(page, 'Cancel request').click();
  await page.getByLabel('Reason').fill('No longer needed');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await page.locator('.reason-note', { hasText: 'No longer needed' }).waitFor();
});

test('a recent request that is finished while it is shown is no longer called In progress', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The lamp is dark', 'take', 'start');
  const page = await app.open(anna, phone);
  const recent = page.getByRole('region', { name: 'Recent requests' });
  await expect(recent).toContainText('In progress');
  await app.transition(wanda, id, 'done');
  await page.locator('.decision', { hasText: 'The lamp is dark' }).waitFor();
  await expect(recent).not.toContainText('In progress');
});
