import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, currentStatus, finishJob, phone, stopClock, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// A photo is removed when the notice with its undo has gone.

/** Wanda's phone with the photos a, b and c, and the first letters of those that are stored. */
const test = base.extend<{ page: Page; stored: () => Promise<string> }>({
  page: async ({ app, begun, lobby: { wanda } }, use) => {
    for (const name of ['a.png', 'b.png', 'c.png']) await app.addPhoto(wanda, begun, photoFile(name));
    await use(await app.openWithClock(wanda, phone, `/tickets/${begun}`));
  },
  stored: async ({ app, begun, lobby: { wanda } }, use) => {
    await use(async () => (await app.photoNames(wanda, begun)).map((name) => name[0]).join(''));
  },
});

const photo = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`: ${name}.png`) });

async function remove(page: Page, name: string): Promise<void> {
  await photo(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Photo removed.').waitFor();
}

test('a photo is stored as long as its removal can be undone', async ({ page, stored }) => {
  await photo(page, 'a').waitFor();
  await stopClock(page);
  await remove(page, 'a');
  await page.clock.fastForward(5_000);
  await expect(button(page, 'Undo')).toBeVisible();
  expect(await stored()).toBe('abc');
  await button(page, 'Undo').click();
  await photo(page, 'a').waitFor();
  await remove(page, 'b');
  await page.clock.fastForward(10_000);
  await expect.poll(stored).toBe('ac');
});

for (const [cause, leave] of [
  ['the notice is dismissed', (page: Page) => button(page, 'Dismiss').click()],
  ['the page is reloaded', (page: Page) => page.reload()],
] as const) {
  test(`a photo is removed when ${cause}`, async ({ begun, page, stored }) => {
    await remove(page, 'b');
    await leave(page);
    await expect.poll(stored).toBe('ac');
    await visit(page, `/tickets/${begun}`);
    await photo(page, 'c').waitFor();
    await expect(photo(page, 'b')).toHaveCount(0);
  });
}

test('the open photo stays open when others remove one before it', async ({ app, begun, page, lobby: { wanda } }) => {
  await photo(page, 'b').click();
  const { items } = await app.call(wanda, 'GET', `/tickets/${begun}/photos`);
  await app.call(adminEmail, 'DELETE', `/tickets/${begun}/photos/${items[0].id}`);
  await page.getByRole('dialog').getByText('Photo 1 of 2').waitFor();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('alt', 'b.png');
});

/** Expects that b and c are compared: with a before them, b would be listed. */
async function expectComparison(page: Page): Promise<void> {
  for (const name of ['Before', 'After']) await page.getByRole('img', { name }).waitFor();
  await expect(photo(page, 'b')).toHaveCount(0);
}

test('photos are removed before Finish job is sent, also when both wait for a link', async ({
  app,
  begun,
  page,
  stored,
  lobby,
}) => {
  await remove(page, 'a');
  app.link.disconnect();
  await finishJob(page);
  await currentStatus(page, 'Done').waitFor();
  await expectComparison(page);
  expect([await stored(), await app.ticketStatus(lobby.wanda, begun)]).toEqual(['abc', 'in_progress']);
  app.link.restore();
  await page.clock.fastForward(30_000);
  await expect.poll(() => app.ticketStatus(lobby.wanda, begun), { timeout: 30_000 }).toBe('done');
  expect(await stored()).toBe('bc');
  await expectComparison(page);
});

test('a photo is shown again when the Finish job that would have removed it is undone', async ({ app, page, stored }) => {
  await photo(page, 'a').waitFor();
  await stopClock(page);
  await remove(page, 'a');
  app.link.disconnect();
  await finishJob(page);
  const undo = page.getByRole('button', { name: 'Undo Finish job' });
  await undo.waitFor();
  await page.clock.resume(); // a button is paused after it has changed
  await undo.click();
  await photo(page, 'a').waitFor();
  app.link.restore();
  expect(await stored()).toBe('abc');
});
