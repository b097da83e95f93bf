import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { enterOn, tabTo } from '../keyboard-helpers.ts';
import { button, currentStatus, desktop, heading } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import { countTaps } from '../tap-counter.ts';

// What each role does most, from the first page of the role to the end, with the keyboard alone.

const test = base.extend<{ open: (email: string) => Promise<Page> }>({
  /** Opens the console of an account; afterwards no pointer may have been used. */
  open: async ({ app }, use) => {
    const counters: (() => Promise<number>)[] = [];
    await use(async (email) => {
      const page = await app.open(email, desktop);
      await page.locator('main h1').waitFor();
      await page.locator('[aria-busy], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      // The heading takes the focus a frame after it is shown, and would take it away from what Tab has reached.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      counters.push(await countTaps(page));
      return page;
    });
    for (const taps of counters) expect(await taps(), 'clicks').toBe(0);
  },
});

test('a client sends a new request with the keyboard', async ({ app, open, lobby: { anna } }) => {
  const page = await open(anna);
  await page.keyboard.press('c');
  await expect(heading(page, 'New request')).toBeFocused();
  await enterOn(page, 'Change');
  await enterOn(page, /^Lobby/);
  await page.locator('.picker-selection').waitFor();
  await tabTo(page, 'Electrical');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Plumbing' })).toBeChecked();
  await tabTo(page, /^What's wrong\?/);
  await page.keyboard.type('The tap drips');
  await enterOn(page, 'Send request');
  await heading(page, 'The tap drips').waitFor();
  const { items } = await app.call(anna, 'GET', '/tickets?limit=1');
  expect(items[0].category).toBe('plumbing');
});

test('a worker accepts, starts and finishes a request with the keyboard', async ({ app, open, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark');
  const page = await open(wanda);
  await enterOn(page, 'Available');
  await expect(heading(page, 'Available')).toBeFocused();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await button(page, 'Take job').waitFor();
  await enterOn(page, 'Take job');
  await currentStatus(page, 'Assigned').waitFor();
  await enterOn(page, 'Start');
  await currentStatus(page, 'In progress').waitFor();
  const files = page.waitForEvent('filechooser');
  await enterOn(page, 'Add photos');
  await (await files).setFiles([photoFile('before.png'), photoFile('after.png')]);
  await page.getByRole('button', { name: /^Photo 2 of 2/ }).waitFor();
  await enterOn(page, 'Finish job');
  await page.getByRole('dialog', { name: 'Finish job' }).waitFor();
  await enterOn(page, 'Finish');
  await currentStatus(page, 'Done').waitFor();
  await expect.poll(() => app.ticketActions(wanda, id)).toMatch(/started photo_added photo_added done$/);
  await enterOn(page, 'Done');
  await expect(heading(page, 'Done')).toBeFocused();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
});

test('an admin creates and disables an account with the keyboard', async ({ app, open, lobby: _ }) => {
  const email = `nora.new.${app.suffix}@example.com`;
  const page = await open(adminEmail);
  await enterOn(page, 'Users');
  await expect(heading(page, 'Users')).toBeFocused();
  await enterOn(page, 'New account');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Role/);
  await page.keyboard.type('Client');
  await tabTo(page, /^Name/);
  await page.keyboard.type('Nora Feld');
  await tabTo(page, /^Email/);
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Account created for Nora Feld.' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(page.getByRole('link', { name: 'Clients' }), 'the list is that of its role').toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.locator('.list-rows > li', { hasText: email }).waitFor();
  await enterOn(page, 'Manage Nora Feld');
  await button(page, 'Create reset link').waitFor();
  await enterOn(page, 'Create reset link');
  await page.getByRole('heading', { name: 'Password reset link' }).waitFor();
  await enterOn(page, 'Disable');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Nora Feld disabled and signed out.').waitFor();
  const { items } = await app.call(adminEmail, 'GET', `/users?role=client&q=${email}&include_inactive=1`);
  expect(items[0].is_active).toBe(false);
});
