import type { Page } from '@playwright/test';
import { type App, expect, test } from './fixtures.ts';
import { button, currentStatus, login, phone } from './page-helpers.ts';
import { photoFile } from './pictures.ts';
import type { Lobby } from './seed.ts';
import { countTaps } from './tap-counter.ts';

/** Reports a ticket and takes it to `done`. */
async function finish(app: App, { wanda, report }: Lobby, description: string, photos: string[] = []): Promise<number> {
  const id = await report(description, 'take', 'start');
  for (const name of photos) await app.addPhoto(wanda, id, photoFile(name));
  await app.transition(wanda, id, 'done');
  return id;
}

test('the home of a client shows tickets to confirm in the order in which their work was done', async ({ app, lobby }) => {
  const first = await finish(app, lobby, 'Done an hour ago');
  const second = await finish(app, lobby, 'Done two days ago', ['before.png', 'after.png']);
  await app.backdate(first, '1 hour');
  await app.backdate(second, '2 days');
  const page = await app.open(lobby.anna, phone);
  const cards = page.locator('.decision');
  await expect(cards.getByRole('heading')).toHaveText(['Done two days ago', 'Done an hour ago']);
  await expect(cards.first()).toContainText('Wanda');
  await expect(cards.first()).toContainText('finished 2 days ago');
  await cards.first().getByRole('slider', { name: 'Compare before and after' }).waitFor();
  await expect(cards.last().locator('img')).toHaveCount(0);
});

/** The home page of the client, whose time stands still: what is held for some seconds is not sent meanwhile. */
async function openWithoutTime(app: App, email: string): Promise<Page> {
  const page = await app.newPage(phone);
  await page.clock.install();
  await page.goto(`${app.url}/app/`);
  await login(page, email);
  await page.locator('.decision').getByRole('button', { name: 'Confirm' }).waitFor();
  await page.clock.pauseAt(Date.now() + 5_000);
  return page;
}

test('a client confirms on the home page with one tap, which can be undone for some seconds', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lamp is dark');
  const page = await openWithoutTime(app, lobby.anna);
  const card = page.locator('.decision');
  const confirm = card.getByRole('button', { name: 'Confirm' });
  const taps = await countTaps(page);
  await confirm.click();
  expect(await taps()).toBe(1);
  await card.getByText('Confirmed').waitFor();
  await page.clock.runFor(4_000);
  await expect(card.getByRole('button', { name: 'Undo' })).toBeFocused();
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(confirm).toBeFocused();
  await page.clock.runFor(10_000);
  expect(await app.ticketStatus(lobby.anna, id), 'nothing was sent').toBe('done');

  await confirm.click();
  await page.clock.runFor(6_000);
  await expect(card.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect.poll(() => app.ticketStatus(lobby.anna, id)).toBe('closed');
  await expect(card, 'the cards below keep their places').toContainText('Confirmed');
});

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

test('a client requests rework on the home page with three taps', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lamp is dark');
  const page = await app.open(lobby.anna, phone);
  const taps = await countTaps(page);
  await page.locator('.decision').getByRole('button', { name: 'Request rework' }).click();
  await page.getByLabel('Reason').fill('It still flickers');
  await page.getByRole('dialog').getByRole('button', { name: 'Request rework' }).click();
  await page.locator('.decision').getByText('Rework requested').waitFor();
  expect(await taps()).toBeLessThanOrEqual(3);
  await expect.poll(() => app.ticketStatus(lobby.anna, id)).toBe('rejected');
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
  const taps = await countTaps(page);
  await tiles.filter({ hasText: 'In progress' }).getByRole('link').click();
  await page.waitForURL(/status=in_progress/);
  await page.getByRole('link', { name: 'Wanda works on this' }).waitFor();
  expect(await taps()).toBe(1);
});

test('a client sees the progress of a recent ticket with one tap', async ({ app, lobby: { anna, report } }) => {
  await report('The lamp is dark', 'take');
  const page = await app.open(anna, phone);
  const taps = await countTaps(page);
  await page.getByRole('region', { name: 'Recent requests' }).getByRole('link', { name: 'The lamp is dark' }).click();
  await currentStatus(page, 'Assigned').waitFor();
  expect(await taps()).toBe(1);
  await button(page, 'Cancel request').waitFor();
});
