import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { button, currentStatus, heading, lowerEdge, offlineBanner, phone, visit } from './page-helpers.ts';
import { photoFile } from './pictures.ts';

// What a worker does most, on a phone, and with how many taps.

/** Counts the taps of a person. */
class Thumb {
  taps = 0;

  async tap(target: Locator): Promise<void> {
    this.taps++;
    await target.tap();
  }
}

const test = base.extend<{ page: Page; thumb: Thumb }>({
  page: async ({ app, lobby: { wanda } }, use) => {
    await use(await app.open(wanda, phone));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
  thumb: async ({}, use) => {
    await use(new Thumb());
  },
});

const tab = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true }).last();
const cardLink = (page: Page, title: string): Locator => page.getByRole('link', { name: title });

test('a worker accepts an available request with three taps and starts it with one more', async ({ page, thumb, lobby }) => {
  await lobby.report('A lamp is dark');
  await thumb.tap(tab(page, 'Available'));
  await thumb.tap(cardLink(page, 'A lamp is dark'));
  await thumb.tap(button(page, 'Accept'));
  await currentStatus(page, 'Assigned').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(3);
  await thumb.tap(button(page, 'Start'));
  await currentStatus(page, 'In progress').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(4);
});

test('a worker finishes with two photos and five taps', async ({ app, begun: id, page, thumb, lobby: { wanda } }) => {
  await thumb.tap(cardLink(page, 'A lamp is dark'));
  for (const [index, name] of ['before.png', 'after.png'].entries()) {
    const camera = page.waitForEvent('filechooser');
    await thumb.tap(button(page, 'Take photo'));
    await (await camera).setFiles(photoFile(name));
    await page.getByRole('button', { name: `Photo ${index + 1} of ${index + 1}` }).waitFor();
  }
  await thumb.tap(button(page, 'Finish job'));
  const sheet = page.getByRole('dialog', { name: 'Finish job' });
  await expect(sheet.locator('.gallery img')).toHaveCount(2);
  await expect(sheet.getByText('No after photo yet.')).toHaveCount(0);
  await thumb.tap(sheet.getByRole('button', { name: 'Finish', exact: true }));
  await currentStatus(page, 'Done').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(5);
  await expect.poll(() => app.ticketActions(wanda, id)).toMatch(/photo_added photo_added done$/);
});

test('what a worker finishes offline is sent without a tap', async ({ app, page, thumb, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Finish job').waitFor();
  app.link.disconnect();
  await offlineBanner(page).waitFor();
  const camera = page.waitForEvent('filechooser');
  await thumb.tap(button(page, 'Take photo'));
  await (await camera).setFiles(photoFile('after.png'));
  await page.getByAltText('after.png').waitFor();
  await thumb.tap(button(page, 'Finish job'));
  await thumb.tap(page.getByRole('dialog', { name: 'Finish job' }).getByRole('button', { name: 'Finish without after photo' }));
  await currentStatus(page, 'Done').waitFor();
  expect(thumb.taps, 'as many as with a connection').toBeLessThanOrEqual(3);
  expect(await app.ticketActions(wanda, id)).toBe('created assigned started');
  app.link.restore();
  await expect.poll(() => app.ticketActions(wanda, id), { timeout: 30_000 }).toBe('created assigned started photo_added done');
  await offlineBanner(page).waitFor({ state: 'detached' });
  expect(thumb.taps, 'none after the connection is back').toBeLessThanOrEqual(3);
});

test('work without photos is finished with a quiet button, beside the one that adds a photo', async ({ app, page, lobby }) => {
  const id = await lobby.report('A lamp is dark', 'take', 'start');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Finish job').click();
  const sheet = page.getByRole('dialog', { name: 'Finish job' });
  await sheet.getByText('No after photo yet.').waitFor();
  await expect(sheet.getByRole('button', { name: 'Add photo' })).toHaveAttribute('data-variant', 'filled');
  await expect(sheet.getByRole('button', { name: 'Finish without photo' })).toHaveAttribute('data-variant', 'subtle');
  await expect.poll(() => lowerEdge(sheet), 'the sheet is at the lower edge').toBe(844);
  const camera = page.waitForEvent('filechooser');
  await sheet.getByRole('button', { name: 'Add photo' }).click();
  await (await camera).setFiles(photoFile('before.png'));
  await sheet.getByAltText('Photo 1 of 1: before.png').waitFor();
  await sheet.getByText('No after photo yet.').waitFor();
  await sheet.getByText('Before', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Finish without after photo' }).waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await app.ticketStatus(lobby.wanda, id)).toBe('in_progress');
});

test('a request that was sent back comes first at once, with its reason', async ({ app, page, thumb, lobby }) => {
  const { anna, report } = lobby;
  // What comes to a list that has rows waits behind a button.
  await report('A door sticks', 'take');
  await cardLink(page, 'A door sticks').waitFor();
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
  await expect(page.locator('.card').first()).toContainText('It still flickers');
  expect(thumb.taps, 'the reason is on the card').toBe(0);
  // A row that was shown before stays in the list below.
  await thumb.tap(cardLink(page, 'A lamp is dark').first());
  await page.locator('.reason-note', { hasText: 'It still flickers' }).waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(1);
});

test('a request that was finished yesterday and confirmed is found with two taps', async ({ app, page, thumb, lobby }) => {
  const { anna, report } = lobby;
  const confirmed = await report('Old lamp', 'take', 'start', 'done');
  await report('New lamp', 'take', 'start', 'done');
  const sentBack = await report('Odd lamp', 'take', 'start', 'done');
  const canceled = await report('No lamp', 'take');
  await app.call(anna, 'PATCH', `/tickets/${canceled}/cancel`, { reason: 'Not needed' });
  await app.backdate(confirmed, '1 day');
  await app.transition(anna, confirmed, 'confirm');
  await app.call(anna, 'PATCH', `/tickets/${sentBack}/reject`, { reason: 'It still flickers' });
  await thumb.tap(tab(page, 'Done'));
  await heading(page, 'Done').waitFor();
  const yesterday = page.getByRole('region', { name: 'Yesterday' });
  await expect(yesterday.locator('.card')).toHaveText([/Old lamp.*Confirmed/]);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.locator('.card')).toHaveText([
    /Odd lamp.*Needs rework.*It still flickers/,
    /New lamp.*Waiting for the client to confirm/,
  ]);
  await expect(cardLink(page, 'No lamp'), 'its work was never finished').toHaveCount(0);
  await thumb.tap(cardLink(page, 'Old lamp'));
  await currentStatus(page, 'Closed').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(2);
});

test('a worker without work sees and accepts invitations first', async ({ app, thumb, lobby }) => {
  await lobby.report('A lamp is dark');
  const walter = await lobby.inviteWorker('Walter');
  const page = await app.open(walter, phone);
  await page.getByRole('heading', { name: 'Tower' }).waitFor();
  await expect(page.getByRole('link', { name: 'View available requests' })).toHaveCount(0);
  await thumb.tap(button(page, 'Accept'));
  await heading(page, 'Available').waitFor();
  await cardLink(page, 'A lamp is dark').waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(1);
});

test('a worker calls the client, writes a message and copies the address', async ({ page, lobby: { report } }) => {
  const id = await report('A lamp is dark', 'take');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, `/tickets/${id}`);
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link', { name: 'Call Anna' })).toHaveAttribute('href', 'tel:+49305550100');
  await expect(people.getByRole('link', { name: 'Message Anna' })).toHaveAttribute('href', 'sms:+49305550100');
  await expect(people.getByRole('link', { name: /Wanda/ }), 'nobody calls herself').toHaveCount(0);
  await button(page, 'Copy address').click();
  await button(page, 'Copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('River Street 12');
});
