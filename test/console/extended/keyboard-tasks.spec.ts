import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { enterOn, hasFocus, tabTo } from '../keyboard-helpers.ts';
import { bulkResult, button, currentStatus, desktop, heading, visit } from '../page-helpers.ts';
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
      // The heading takes the focus after it is shown, and would take it away from what Tab has reached.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
      counters.push(await countTaps(page));
      return page;
    });
    for (const taps of counters) expect(await taps(), 'clicks').toBe(0);
  },
});

/** Chooses an option of a native list by typing the start of its name. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(option);
}

test('a client sends a new request with the keyboard', async ({ app, open, lobby: { anna } }) => {
  const page = await open(anna);
  await page.keyboard.press('c');
  await expect(heading(page, 'New request')).toBeFocused();
  await page.getByRole('button', { name: /^Lobby/ }).waitFor();
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

test('a client confirms and requests rework on the home page with the keyboard', async ({ app, open, lobby }) => {
  const { anna, wanda, report } = lobby;
  const [confirmed, rejected] = [await report('A lamp is dark'), await report('A door sticks')];
  for (const id of [confirmed, rejected]) await app.transition(wanda, id, 'take', 'start', 'done');
  const page = await open(anna);
  await expect(page.locator('.decision')).toHaveCount(2);
  await enterOn(page, /^Confirm A lamp is dark/);
  await hasFocus(page, 'Undo A lamp is dark');
  await enterOn(page, /^Request rework A door sticks/);
  await hasFocus(page, 'Reason');
  await page.keyboard.type('It still sticks');
  await enterOn(page, 'Request rework');
  await expect.poll(() => app.ticketStatus(anna, rejected)).toBe('rejected');
  await expect.poll(() => app.ticketStatus(anna, confirmed)).toBe('closed');
});

test('a client creates a schedule with the keyboard', async ({ app, open, lobby: { anna, project } }) => {
  const page = await open(anna);
  await enterOn(page, 'Schedules');
  await expect(heading(page, 'Schedules')).toBeFocused();
  await page.getByText('No schedules yet').waitFor();
  await enterOn(page, 'New schedule');
  await page.getByRole('button', { name: /^Lobby/ }).waitFor();
  await enterOn(page, /^Lobby/);
  await page.locator('.picker-selection').waitFor();
  await tabTo(page, /^What needs to be done\?/);
  await page.keyboard.type('Inspect the lift');
  await tabTo(page, /^Repeat every/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await choose(page, 'On', 'Wed');
  await enterOn(page, 'Create');
  await page.getByText('every 2 weeks').waitFor();
  const { items } = await app.call(anna, 'GET', `/recurring?project_id=${project}`);
  expect(items[0].period_days).toBe(14);
  expect(new Date(items[0].anchor_at).getDay()).toBe(3);
});

test('a client finds requests by category and date with the keyboard', async ({ open, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const page = await open(anna);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(heading(page, 'Requests')).toBeFocused();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await enterOn(page, 'Category');
  await enterOn(page, 'Other');
  await page.waitForURL(/category=other/);
  await page.keyboard.press('Escape');
  await enterOn(page, 'Created on');
  await enterOn(page, 'Last month');
  await page.waitForURL(/date_from=/);
  await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
});

test('a client adds a project, a building and a worker with the keyboard', async ({ app, open }) => {
  const page = await open(await app.account('Nora', 'client'));
  const card = page.getByRole('region', { name: 'Get started' });
  await card.waitFor();
  await enterOn(page, 'Create project');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Tower');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await button(page, 'Add building').waitFor();
  await enterOn(page, 'Add building');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Lobby');
  await tabTo(page, /^Address/);
  await page.keyboard.type('River Street 12');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await button(page, 'Add worker').waitFor();
  await enterOn(page, 'Add worker');
  await page.getByRole('dialog').waitFor();
  await enterOn(page, 'New worker');
  await tabTo(page, /^Name/);
  await page.keyboard.type('Ottmar Weber');
  await tabTo(page, /^Email/);
  await page.keyboard.type(`ottmar.${app.suffix}@example.com`);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Invited to Tower.').waitFor();
});

test('a worker accepts, starts and finishes a request with the keyboard', async ({ app, open, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark');
  const page = await open(wanda);
  await enterOn(page, 'Available');
  await expect(heading(page, 'Available')).toBeFocused();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await button(page, 'Accept').waitFor();
  await enterOn(page, 'Accept');
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

test('a worker accepts an invitation with the keyboard', async ({ app, open, lobby: { anna, project, report } }) => {
  await report('A lamp is dark');
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  const page = await open(walter);
  await button(page, 'Accept').waitFor();
  await enterOn(page, 'Accept');
  await expect(heading(page, 'Available')).toBeFocused();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
});

test('an admin assigns five requests at once with the keyboard', async ({ app, open, lobby: { project, report } }) => {
  const ids: number[] = [];
  for (let lamp = 1; lamp <= 5; lamp++) ids.push(await report(`Lamp ${lamp} is dark`));
  const page = await open(adminEmail);
  await visit(page, `/tickets?status=open&project_id=${project}`);
  await expect(heading(page, 'Requests')).toBeFocused();
  await page.getByRole('link', { name: 'Lamp 1 is dark' }).waitFor();
  await page.keyboard.press('j');
  await hasFocus(page, 'Lamp 5 is dark');
  await page.keyboard.press('x');
  for (let row = 0; row < 4; row++) await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await page.getByText('5 selected').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('button', { name: /Wanda/ }).waitFor();
  await page.keyboard.type('wan');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await bulkResult(page).getByText('5 requests assigned to Wanda.').waitFor();
  expect(await Promise.all(ids.map((id) => app.ticketStatus(adminEmail, id)))).toEqual(Array(5).fill('assigned'));
});

test('an admin opens a request by its number with the keyboard', async ({ open, lobby: { report } }) => {
  const id = await report('A lamp is dark');
  const page = await open(adminEmail);
  await heading(page, 'Board').waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(`#${id}`);
  await page.keyboard.press('Enter');
  await heading(page, 'A lamp is dark').waitFor();
});

test('an admin creates an account, makes a reset link and disables the account with the keyboard', async ({
  app,
  open,
  lobby: _,
}) => {
  const email = `nora.new.${app.suffix}@example.com`;
  const page = await open(adminEmail);
  await enterOn(page, 'Users');
  await expect(heading(page, 'Users')).toBeFocused();
  await enterOn(page, 'New account');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Name/);
  await page.keyboard.type('Nora Feld');
  await tabTo(page, /^Email/);
  await page.keyboard.type(email);
  await tabTo(page, /^Temporary password/);
  await page.keyboard.type('a long enough password 7');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Account created for Nora Feld.').waitFor();
  // The list then shows this account alone, without Wanda.
  await expect(page.locator('.list-rows > li')).toHaveCount(1);
  await enterOn(page, 'Manage Nora Feld');
  await button(page, 'Create reset link').waitFor();
  await enterOn(page, 'Create reset link');
  await page.getByRole('heading', { name: 'Password reset link' }).waitFor();
  await enterOn(page, 'Disable');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Nora Feld disabled and signed out.').waitFor();
  const { items } = await app.call(adminEmail, 'GET', `/users?q=${email}&include_inactive=1`);
  expect(items[0].is_active).toBe(false);
});

test('a client opens a recent request of the home page with the keyboard', async ({ open, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const page = await open(anna);
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await enterOn(page, 'A lamp is dark');
  await expect(heading(page, 'A lamp is dark')).toBeFocused();
  await currentStatus(page, 'New').waitFor();
});

test('a worker reads why work was sent back, and finds finished work, with the keyboard', async ({ app, open, lobby }) => {
  const { anna, wanda, report } = lobby;
  const [rejected, confirmed] = [await report('A door sticks'), await report('A lamp is dark')];
  for (const id of [rejected, confirmed]) await app.transition(wanda, id, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${rejected}/reject`, { reason: 'It still sticks' });
  await app.transition(anna, confirmed, 'confirm');
  const page = await open(wanda);
  await page.getByText('It still sticks').waitFor();
  await enterOn(page, 'A door sticks');
  await expect(heading(page, 'A door sticks')).toBeFocused();
  await page.locator('.reason-note', { hasText: 'It still sticks' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  await enterOn(page, 'Done');
  await expect(heading(page, 'Done')).toBeFocused();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await enterOn(page, 'A lamp is dark');
  await expect(heading(page, 'A lamp is dark')).toBeFocused();
});

test('an admin sees the workload, disables a worker with open requests and reads the system status with the keyboard', async ({
  app,
  open,
  lobby: { wanda, report },
}) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  const page = await open(adminEmail);
  await page.locator('.workload a').first().waitFor();
  await enterOn(page, 'Users');
  await expect(heading(page, 'Users')).toBeFocused();
  await tabTo(page, /^Search/);
  await page.keyboard.type(wanda);
  await expect(page.locator('.list-rows > li')).toHaveCount(1);
  await enterOn(page, 'Manage Wanda');
  await button(page, 'Disable').waitFor();
  await enterOn(page, 'Disable');
  await page.getByRole('dialog').getByText('Wanda has 1 open request.').waitFor();
  await enterOn(page, 'Disable');
  // For a moment the dialog that closes shows the toast, too.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Wanda disabled and signed out.').waitFor();
  await enterOn(page, 'System status');
  await expect(heading(page, 'System status')).toBeFocused();
});
