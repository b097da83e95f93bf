import { finish, openWithoutTime } from './client-helpers.ts';
import { expect, test } from './fixtures.ts';
import { phone } from './page-helpers.ts';
import { countTaps } from './tap-counter.ts';

test('the home of a client shows tickets to confirm in the order of their work, and requests rework with three taps', async ({
  app,
  lobby,
}) => {
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
  const taps = await countTaps(page);
  await cards.first().getByRole('button', { name: 'Request rework' }).click();
  await page.getByLabel('Reason').fill('It still flickers');
  await page.getByRole('dialog').getByRole('button', { name: 'Request rework' }).click();
  await cards.first().getByText('Rework requested').waitFor();
  expect(await taps()).toBeLessThanOrEqual(3);
  await expect.poll(() => app.ticketStatus(lobby.anna, second)).toBe('rejected');
});

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
