import { expect, test } from './fixtures.ts';
import { button, chooseFiles, currentStatus, offlineBanner, phone } from './page-helpers.ts';
import { photoFile } from './pictures.ts';
import { countTaps } from './tap-counter.ts';

// What a worker does most, on a phone, and with how many taps.

test('a worker accepts a request with three taps, and starts and finishes it with two photos and five more', async ({
  app,
  lobby: { wanda, report },
}) => {
  const id = await report('A lamp is dark');
  const page = await app.open(wanda, phone);
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'Available', exact: true }).last().tap();
  await page.getByRole('link', { name: 'A lamp is dark' }).tap();
  await button(page, 'Take job').tap();
  await currentStatus(page, 'Assigned').waitFor();
  expect(await taps()).toBeLessThanOrEqual(3);
  await button(page, 'Start').tap();
  await currentStatus(page, 'In progress').waitFor();
  for (const [index, name] of ['before.png', 'after.png'].entries()) {
    await chooseFiles(page, button(page, 'Take photo'), photoFile(name));
    await page.getByRole('button', { name: `Photo ${index + 1} of ${index + 1}` }).waitFor();
  }
  await button(page, 'Finish job').tap();
  const sheet = page.getByRole('dialog', { name: 'Finish job' });
  await expect(sheet.locator('.gallery img')).toHaveCount(2);
  await expect(sheet.getByText('No after photo yet.')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Finish', exact: true }).tap();
  await currentStatus(page, 'Done').waitFor();
  expect(await taps()).toBeLessThanOrEqual(8);
  await expect.poll(() => app.ticketActions(wanda, id)).toMatch(/photo_added photo_added done$/);
});

test('what a worker finishes offline is sent without a tap', async ({ app, begun: id, lobby: { wanda } }) => {
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await button(page, 'Finish job').waitFor();
  app.link.disconnect();
  await offlineBanner(page).waitFor();
  await chooseFiles(page, button(page, 'Take photo'), photoFile('after.png'));
  await page.getByAltText('after.png').waitFor();
  await button(page, 'Finish job').tap();
  await page.getByRole('dialog', { name: 'Finish job' }).getByRole('button', { name: 'Finish without after photo' }).tap();
  await currentStatus(page, 'Done').waitFor();
  expect(await app.ticketActions(wanda, id)).toBe('created assigned started');
  app.link.restore();
  await page.getByText('Everything is sent.').waitFor({ timeout: 30_000 });
  await expect.poll(() => app.ticketActions(wanda, id), { timeout: 30_000 }).toBe('created assigned started photo_added done');
  await offlineBanner(page).waitFor({ state: 'detached' });
});
