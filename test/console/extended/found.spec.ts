import { expect, test } from '../fixtures.ts';
import { button, chooseFiles, desktop, heading, phone, serviceWorkerReady, visit, withServiceWorker } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import { countTaps } from '../tap-counter.ts';

const report = 'Report another defect';

test('a worker reports another defect in three taps without a connection, and the client accepts it', async ({ app, lobby }) => {
  const { anna, wanda } = lobby;
  const id = await lobby.report('The cellar lamp is dark', 'take', 'start');
  const page = await app.open(wanda, { ...phone, ...withServiceWorker }, `/tickets/${id}`);
  await serviceWorkerReady(page);
  await page.getByRole('link', { name: report }).waitFor();
  app.link.disconnect();
  const taps = await countTaps(page);
  await page.getByRole('link', { name: report }).click();
  await heading(page, report).waitFor();
  await chooseFiles(page, button(page, 'Take photo'), photoFile('rail.png'));
  await page.getByRole('img', { name: 'Photo 1 of 1: rail.png' }).waitFor();
  await button(page, 'Send report').click();
  expect(await taps()).toBe(3);
  const entry = page.locator('.timeline [role=listitem]').first();
  await expect(entry).toContainText('Report of another defect');
  await expect(entry).toContainText('Waiting for connection');
  await expect(entry.locator('img')).toHaveCount(1);
  app.link.restore();
  await expect(page.getByText('Waiting for the client')).toBeVisible({ timeout: 30_000 });

  const office = await app.open(anna, phone, '/reports');
  const card = office.locator('.reports > li', { hasText: 'See the photo.' });
  await expect(card).toContainText('Found by Wanda');
  await expect(card.locator('img')).toHaveCount(1);
  await card.getByRole('button', { name: 'Create request' }).click();
  await expect(office.getByText(/^Request #\d+ was created/)).toBeVisible();
  await visit(office, '/reports?status=accepted');
  await office.getByRole('link', { name: `Request #${id}`, exact: true }).click();
  await heading(office, 'The cellar lamp is dark').waitFor();
  await expect(office.getByText('Followed by')).toBeVisible();
});

test('a report whose answer was lost is not sent twice', async ({ app, lobby }) => {
  const { anna, wanda } = lobby;
  const id = await lobby.report('A tap drips', 'take');
  const page = await app.open(wanda, desktop, `/tickets/${id}/found?text=Emergency%20light`);
  const field = page.getByRole('textbox', { name: 'What is broken?' });
  await expect(field).toHaveValue('Emergency light');
  let isLost = false;
  await page.route(/\/reports$/, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await field.fill('Emergency light: the battery is empty');
  await button(page, 'Send report').click();
  await expect(page.getByText('Waiting for the client')).toBeVisible({ timeout: 30_000 });
  const { items } = await app.call(anna, 'GET', `/ext/reports?from_ticket_id=${id}`);
  expect([isLost, items.map(({ text }: { text: string }) => text)]).toEqual([true, ['Emergency light: the battery is empty']]);
});
