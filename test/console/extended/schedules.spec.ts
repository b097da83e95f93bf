import type { BrowserContextOptions } from '@playwright/test';
import { type App, expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';
import type { Lobby } from '../seed.ts';
import { countTaps } from '../tap-counter.ts';

const timezoneId = 'Europe/Berlin';
const berlinPhone: BrowserContextOptions = { ...phone, timezoneId };

const createRule = async (app: App, { anna, object }: Lobby, rule: { anchor_at: string; period_days: number }): Promise<number> =>
  (await app.call(anna, 'POST', '/recurring', { category: 'other', description: 'Inspect the lift', object_id: object, ...rule }))
    .id;

test('a schedule repeats every two weeks on a day of the week, with seven taps', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, berlinPhone);
  await visit(page, '/rules');
  await heading(page, 'Schedules').waitFor();
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'New schedule' }).click();
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByLabel('What needs to be done?').fill('Inspect the lift');
  await page.getByLabel('Repeat every').fill('2');
  await expect(page.getByLabel('Unit').locator('option:checked')).toHaveText('weeks');
  await page.getByLabel('On', { exact: true }).selectOption('Monday');
  await page.getByLabel('At', { exact: true }).fill('09:30');
  await expect(page.locator('.dates li').first()).toHaveText(/^Mon.* 09:30/);
  await button(page, 'Create').click();
  await page.getByText('every 2 weeks').waitFor();
  expect(await taps()).toBeLessThanOrEqual(7);
  const [, id] = /rules\/(\d+)/.exec(page.url()) ?? [];
  const rule = await app.call(anna, 'GET', `/recurring/${id}`);
  expect(rule.period_days).toBe(14);
  const anchor = new Date(rule.anchor_at).toLocaleString('en-GB', { timeZone: timezoneId, weekday: 'long' });
  expect(anchor).toBe('Monday');
});

test('a schedule in months says that a month counts as 30 days', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, berlinPhone);
  await visit(page, '/rules/new');
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByLabel('What needs to be done?').fill('Inspect the lift');
  await page.getByLabel('Unit').selectOption('month');
  await page.getByText('A month counts as 30 days: every 30 days.').waitFor();
  await expect(page.getByLabel('On', { exact: true })).toHaveCount(0);
  await page.getByLabel('Repeat every').fill('3');
  await page.getByText('every 90 days.').waitFor();
  await button(page, 'Create').click();
  await page.getByText('every 90 days').first().waitFor();
});

test('a schedule that is edited keeps its dates when they are not changed', async ({ app, lobby }) => {
  const anchor_at = '2026-01-05T08:00:30Z';
  const id = await createRule(app, lobby, { anchor_at, period_days: 14 });
  const page = await app.open(lobby.anna, berlinPhone);
  await visit(page, `/rules/${id}`);
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Repeat every')).toHaveValue('2');
  await expect(dialog.getByLabel('On', { exact: true }).locator('option:checked')).toHaveText('Monday');
  await expect(dialog.getByLabel('At', { exact: true })).toHaveValue('09:00');
  await dialog.getByLabel('What needs to be done?').fill('Inspect both lifts');
  await button(page, 'Save').click();
  await page.getByText('Inspect both lifts').first().waitFor();
  const rule = await app.call(lobby.anna, 'GET', `/recurring/${id}`);
  expect([Date.parse(rule.anchor_at), rule.period_days]).toEqual([Date.parse(anchor_at), 14]);
});

test('the list of schedules and the page of one say when the next request is created', async ({ app, lobby }) => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const id = await createRule(app, lobby, { anchor_at: tomorrow, period_days: 7 });
  const { expected_at, next_run_at } = await app.call(lobby.anna, 'GET', `/ext/recurring/${id}/next-run`);
  expect(Date.parse(expected_at)).toBeGreaterThan(Date.parse(next_run_at));
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezoneId, ...options }).format(new Date(expected_at));
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const page = await app.open(lobby.anna, berlinPhone);
  await visit(page, '/rules');
  const time = format({ hour: '2-digit', minute: '2-digit' });
  await page.getByText(`Next: ${day}, created about ${time}`).waitFor();
  await page
    .getByRole('link', { name: /Inspect the lift|Lobby/ })
    .first()
    .click();
  await page.getByText(/^Next run: about /).waitFor();
});

test('Create request now asks first, and Edit is the first button of a schedule', async ({ app, lobby }) => {
  const id = await createRule(app, lobby, { anchor_at: '2030-01-01T08:00:00Z', period_days: 7 });
  const page = await app.open(lobby.anna, desktop);
  await visit(page, `/rules/${id}`);
  const count = async (): Promise<number> => (await app.call(lobby.anna, 'GET', '/tickets')).total;
  await expect(page.locator('.page-head .mantine-Button-root:not([data-variant])')).toHaveText('Edit');
  await button(page, 'Create request now').click();
  await button(page, 'Cancel').click();
  expect(await count(), 'nothing was created').toBe(0);
  await button(page, 'Create request now').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create request now' }).click();
  await page.getByText(/Request #\d+ created\./).waitFor();
  expect(await count()).toBe(1);
});
