import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, chooseFiles, currentStatus, heading, lowerEdge, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import { countTaps } from '../tap-counter.ts';

// The lists and the sheets of a worker, on a phone.

const test = base.extend<{ page: Page }>({
  page: async ({ app, lobby: { wanda } }, use) => {
    await use(await app.open(wanda, phone));
  },
});

const tab = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true }).last();
const cardLink = (page: Page, title: string): Locator => page.getByRole('link', { name: title });

test('work without photos is finished with a quiet button, beside the one that adds a photo', async ({ app, page, lobby }) => {
  const id = await lobby.report('A lamp is dark', 'take', 'start');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Finish job').click();
  const sheet = page.getByRole('dialog', { name: 'Finish job' });
  await sheet.getByText('No after photo yet.').waitFor();
  await expect(sheet.getByRole('button', { name: 'Add photo' })).toHaveAttribute('data-variant', 'filled');
  await expect(sheet.getByRole('button', { name: 'Finish without photo' })).toHaveAttribute('data-variant', 'subtle');
  await expect.poll(() => lowerEdge(sheet), 'the sheet is at the lower edge').toBe(844);
  await chooseFiles(page, sheet.getByRole('button', { name: 'Add photo' }), photoFile('before.png'));
  await sheet.getByAltText('Photo 1 of 1: before.png').waitFor();
  await sheet.getByText('No after photo yet.').waitFor();
  await sheet.getByText('Before', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Finish without after photo' }).waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await app.ticketStatus(lobby.wanda, id)).toBe('in_progress');
});

test('a request that was sent back comes first at once, with its reason', async ({ app, page, lobby }) => {
  const { anna, report } = lobby;
  // What comes to a list that has rows waits behind a button.
  await report('A door sticks', 'take');
  await cardLink(page, 'A door sticks').waitFor();
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
  await expect(page.locator('.card').first()).toContainText('It still flickers');
  // A row that was shown before stays in the list below.
  await cardLink(page, 'A lamp is dark').first().tap();
  await page.locator('.reason-note', { hasText: 'It still flickers' }).waitFor();
});

test('a request that was finished yesterday and confirmed is found with two taps', async ({ app, page, lobby }) => {
  const { anna, report } = lobby;
  const confirmed = await report('Old lamp', 'take', 'start', 'done');
  await report('New lamp', 'take', 'start', 'done');
  const sentBack = await report('Odd lamp', 'take', 'start', 'done');
  const canceled = await report('No lamp', 'take');
  await app.call(anna, 'PATCH', `/tickets/${canceled}/cancel`, { reason: 'Not needed' });
  await app.backdate(confirmed, '1 day');
  await app.transition(anna, confirmed, 'confirm');
  await app.call(anna, 'PATCH', `/tickets/${sentBack}/reject`, { reason: 'It still flickers' });
  const taps = await countTaps(page);
  await tab(page, 'Done').tap();
  await heading(page, 'Done').waitFor();
  const yesterday = page.getByRole('region', { name: 'Yesterday' });
  await expect(yesterday.locator('.card')).toHaveText([/Old lamp.*Confirmed/]);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.locator('.card')).toHaveText([
    /Odd lamp.*Needs rework.*It still flickers/,
    /New lamp.*Waiting for the client to confirm/,
  ]);
  await expect(cardLink(page, 'No lamp'), 'its work was never finished').toHaveCount(0);
  await cardLink(page, 'Old lamp').tap();
  await currentStatus(page, 'Closed').waitFor();
  expect(await taps()).toBe(2);
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
