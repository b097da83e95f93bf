import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { auditPage } from '../audit.ts';
import { type App, expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone } from '../page-helpers.ts';
import type { Lobby } from '../seed.ts';
import { countTaps } from '../tap-counter.ts';

const timezoneId = 'Europe/Berlin';
const berlinPhone: BrowserContextOptions = { ...phone, timezoneId };

const createRule = async (app: App, { anna, object }: Lobby, rule: { anchor_at: string; period_days: number }): Promise<number> =>
  (await app.call(anna, 'POST', '/recurring', { category: 'other', description: 'Inspect the lift', object_id: object, ...rule }))
    .id;

const choose = async (page: Page, ...days: string[]): Promise<void> => {
  for (const tile of await page.locator('.radio-tiles').filter({ hasText: 'Mon' }).getByRole('checkbox').all())
    await tile.uncheck();
  for (const day of days) await page.getByRole('checkbox', { name: day, exact: true }).check();
};
const sentence = (page: Page | Locator) => page.locator('.pattern-sentence');

test('a schedule repeats every two weeks on days of the week, and is edited to the last day of the month', async ({
  app,
  lobby,
}) => {
  const { anna, object, wanda } = lobby;
  const page = await app.open(anna, berlinPhone, '/rules');
  await heading(page, 'Schedules').waitFor();
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'New schedule' }).click();
  await page.getByLabel('What needs to be done?').fill('Inspect the lift');
  await page.getByLabel('Repeat every').fill('2');
  expect(await taps()).toBeLessThanOrEqual(5);
  await choose(page, 'Monday', 'Thursday');
  await page.getByLabel('At', { exact: true }).fill('09:30');
  await expect(page.getByLabel('Time zone')).toHaveValue(timezoneId);
  await expect(sentence(page)).toHaveText('Runs every 2 weeks on Monday and Thursday at 09:30.');
  await expect(page.locator('.dates li').first()).toHaveText(/^(Mon|Thu).*, 09:30$/);
  await page.getByLabel('Assign to').selectOption({ label: 'Wanda' });
  await button(page, 'Create').click();
  await page.getByText('Runs every 2 weeks on Monday and Thursday at 09:30.').waitFor();
  await expect(page.getByText('Assigned to Wanda.')).toBeVisible();
  await expect(page.getByText(/checked/)).toHaveCount(0);
  const [, id = ''] = /rules\/(\d+)/.exec(page.url()) ?? [];
  const rule = await app.call(anna, 'GET', `/ext/recurring/${id}`);
  expect([rule.object_id, rule.pattern.rrule, rule.pattern.time]).toEqual([
    object,
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    '09:30',
  ]);

  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Repeat every').fill('1');
  await dialog.getByLabel('Unit').selectOption('month');
  await dialog.getByRole('checkbox', { name: 'Last day' }).check();
  for (const tile of await dialog.locator('.radio-tiles').getByRole('checkbox', { name: /^\d+$/ }).all()) await tile.uncheck();
  await dialog.getByRole('checkbox', { name: '31', exact: true }).check();
  await dialog.getByText('Months without a day 31 are left out').waitFor();
  await dialog.getByRole('checkbox', { name: '31', exact: true }).uncheck();
  await dialog.getByLabel('Create the request so many days before').fill('3');
  await expect(sentence(dialog)).toHaveText('Runs on the last day of each month at 09:30, created 3 days before.');
  await button(page, 'Save').click();
  await expect(dialog).toHaveCount(0);
  await page.getByText('Runs on the last day of each month at 09:30, created 3 days before.').waitFor();
  expect((await app.call(anna, 'GET', `/ext/recurring/${id}/pattern`)).rrule).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
  await button(page, 'Undo').click();
  await page.getByText('Runs every 2 weeks on Monday and Thursday at 09:30.').waitFor();

  await app.call(anna, 'POST', `/recurring/${id}/run`);
  const ticket = (await app.call(anna, 'GET', '/tickets')).items[0].id;
  for (const [who, path] of [
    [anna, '/rules'],
    [anna, `/rules/calendar`],
    [anna, `/tickets/${ticket}`],
    [wanda, `/tickets/${ticket}`],
  ] as const) {
    const other = await app.open(who, berlinPhone, path);
    // On the last days of a month the next date may be in the one that follows.
    if (path === '/rules/calendar') await other.getByRole('link', { name: 'Next month' }).click();
    await expect(other.getByText('every 2 weeks on Monday and Thursday at 09:30').first(), path).toBeVisible();
    await expect(other.getByText(/checked|on or after/), path).toHaveCount(0);
    await other.close();
  }
});

test('a schedule is about equipment of its building, and another building has none of it', async ({ app, lobby }) => {
  const { anna, object, project } = lobby;
  const { id: lift } = await app.call(anna, 'POST', `/ext/objects/${object}/equipment`, { name: 'Lift 1' });
  await app.call(anna, 'POST', `/ext/objects/${object}/equipment`, { name: 'Gate' });
  await app.call(anna, 'POST', `/projects/${project}/objects`, { name: 'Attic', address: 'River Street 14' });
  const page = await app.open(anna, phone, '/rules/new');
  const chosen = page.locator('.picker-selection', { hasText: 'Equipment' });
  const chooseEquipment = async (name: RegExp): Promise<void> =>
    page.getByRole('dialog').last().getByRole('button', { name }).click();
  await page.getByRole('button', { name: /Lobby/ }).click();
  await button(page, 'Choose equipment (optional)').click();
  await chooseEquipment(/^Lift 1/);
  await expect(chosen).toContainText('Lift 1');
  await page.locator('.picker-selection', { hasText: 'Lobby' }).getByRole('button').click();
  await page.getByRole('button', { name: /Attic/ }).click();
  await expect(page.locator('.picker-selection')).toHaveCount(1);
  await page.locator('.picker-selection', { hasText: 'Attic' }).getByRole('button').click();
  await page.getByRole('button', { name: /Lobby/ }).click();
  await button(page, 'Choose equipment (optional)').click();
  await chooseEquipment(/^Lift 1/);
  await page.getByLabel('What needs to be done?').fill('Inspect the lift');
  await button(page, 'Create').click();
  await page.getByRole('link', { name: 'Lift 1' }).waitFor();
  const [, id = ''] = /rules\/(\d+)/.exec(page.url()) ?? [];
  const equipment = async () => (await app.call(anna, 'GET', `/ext/recurring/${id}`)).pattern.equipment_id;
  expect(await equipment()).toBe(lift);

  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog').first();
  await dialog.locator('.picker-selection').getByRole('button').click();
  await chooseEquipment(/^None of them/);
  await dialog.getByRole('button', { name: 'Choose equipment (optional)', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Lift 1' })).toHaveCount(0);
  expect(await equipment()).toBeNull();
  await button(page, 'Undo').click();
  await page.getByRole('link', { name: 'Lift 1' }).waitFor();
});

test('a schedule without a pattern keeps its grid until it is to follow the calendar, and returns to it', async ({
  app,
  lobby,
}) => {
  const { anna } = lobby;
  const id = await createRule(app, lobby, { anchor_at: '2026-01-05T08:00:30Z', period_days: 14 });
  const page = await app.open(anna, berlinPhone, `/rules/${id}`);
  await page.getByText('every 2 weeks').first().waitFor();
  const followsCalendar = page.getByRole('dialog').getByLabel('Follow the calendar');
  const save = async (): Promise<void> => {
    await button(page, 'Save').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await button(page, 'Edit').click();
  await page.getByLabel('Unit').selectOption('months');
  await page.getByText('A month counts as 30 days').waitFor();
  await page.getByLabel('Unit').selectOption('weeks');
  await followsCalendar.check();
  await page.getByLabel('Unit').selectOption('month');
  await page.getByLabel('On', { exact: true }).selectOption('A day of the week');
  await page.getByLabel('Day of the week').selectOption('Monday');
  await page.getByLabel('At', { exact: true }).fill('08:00');
  await save();
  await page.getByText('Runs on the first Monday of each month at 08:00.').waitFor();
  await button(page, 'Edit').click();
  await followsCalendar.uncheck();
  await save();
  await page.getByText('every 2 weeks').first().waitFor();
  const rule = await app.call(anna, 'GET', `/ext/recurring/${id}`);
  expect([Date.parse(rule.anchor_at), rule.period_days, rule.pattern]).toEqual([Date.parse('2026-01-05T08:00:30Z'), 14, null]);
});

test('the list of schedules, the page of one and the calendar show the same moment', async ({ app, lobby }) => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const id = await createRule(app, lobby, { anchor_at: tomorrow, period_days: 7 });
  const { next_run_at } = await app.call(lobby.anna, 'GET', `/ext/recurring/${id}/next-run`);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezoneId, ...options }).format(new Date(next_run_at));
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const page = await app.open(lobby.anna, berlinPhone, '/rules');
  await page.getByText(`Next run: on or after ${day}, ${time}`).waitFor();
  await page
    .getByRole('link', { name: /Inspect the lift|Lobby/ })
    .first()
    .click();
  await page.getByText(/^Next run: on or after /).waitFor();
  await expect(page.locator('#next-run-status ~ p time')).toHaveAttribute('datetime', next_run_at);
});

test('Create request now asks first, and is possible again when that is closed', async ({ app, lobby }) => {
  const id = await createRule(app, lobby, { anchor_at: '2030-01-01T08:00:00Z', period_days: 7 });
  const page = await app.open(lobby.anna, desktop, `/rules/${id}`);
  const create = button(page, 'Create request now');
  const list = () => app.call(lobby.anna, 'GET', '/tickets');
  await expect(page.locator('.page-head .mantine-Button-root:not([data-variant])')).toHaveText('Edit');
  await create.click();
  await button(page, 'Cancel').click();
  expect((await list()).total, 'nothing was created').toBe(0);
  await create.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create request now' }).click();
  await page.getByText(/Request #\d+ created\./).waitFor();
  await page.getByText('The previous request is still open.').waitFor();
  await expect(create).toBeDisabled();
  const { items, total } = await list();
  expect(total).toBe(1);
  await app.call(lobby.anna, 'PATCH', `/tickets/${items[0].id}/cancel`, { reason: 'No longer needed' });
  await page.getByText('On track').waitFor();
  await expect(create).toBeEnabled();
});

const daily = { category: 'other', description: 'Inspect the lift', anchor_at: '2026-01-01T09:00:00Z', period_days: 1 };

test('the calendar shows the runs of a month and why some will not come', async ({ app, lobby: { anna, object } }) => {
  const rule = await app.call(anna, 'POST', '/recurring', { ...daily, object_id: object });
  await app.call(anna, 'POST', `/recurring/${rule.id}/run`);
  const page = await app.open(anna, { ...phone, timezoneId }, '/rules');
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await heading(page, 'Calendar').waitFor();
  await page.getByRole('link', { name: 'Next month' }).press('Enter');
  await expect(page).toHaveURL(/month=\d{4}-\d\d/);
  const runs = page.getByRole('main').getByRole('link', { name: 'Inspect the lift' });
  await expect.poll(() => runs.count()).toBeGreaterThanOrEqual(28);
  await page.getByRole('link', { name: 'Previous month' }).click();
  await app.call(anna, 'PATCH', `/recurring/${rule.id}`, { is_active: false });
  await page.reload();
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByText('No request: This schedule is paused.').first()).toBeVisible();
});

/** 09:00 UTC on a day of the next month, which the calendar shows as a whole. */
const inNextMonth = (day: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, 9));
};
const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
const weekly = (object_id: number) => ({ ...daily, period_days: 7, anchor_at: inNextMonth(8).toISOString(), object_id });

test('a run that is dragged to another day shifts its schedule', async ({ app, lobby: { anna, object } }) => {
  const rule = await app.call(anna, 'POST', '/recurring', weekly(object));
  const nextRun = async () => (await app.call(anna, 'GET', `/recurring/${rule.id}`)).next_run_at;
  const page = await app.open(anna, { ...desktop, timezoneId }, `/rules/calendar?month=${monthOf(inNextMonth(1))}`);
  const day = (date: number) => page.locator('td').filter({ has: page.getByText(String(date), { exact: true }) });
  const dialog = page.getByRole('dialog', { name: 'Shift schedule' });
  const dates = dialog.getByRole('row');
  await day(15).locator('.calendar-run').dragTo(day(17));
  await dialog.getByText('All coming requests of this schedule move 2 days later.').waitFor();
  await expect(dates).toHaveCount(7);
  await expect(dates.nth(1)).toHaveText(/ 8 .* 10 /);
  expect(await auditPage(page, 'shift of a schedule')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await nextRun()).toBe(inNextMonth(8).toISOString());
  await day(15).locator('.calendar-run').dragTo(day(17));
  await dialog.getByRole('button', { name: 'Shift', exact: true }).click();
  await page.getByText('Schedule shifted.').waitFor();
  await expect(day(10).locator('.calendar-run')).toHaveCount(1);
  await expect(day(8).locator('.calendar-run')).toHaveCount(0);
  expect(await nextRun()).toBe(inNextMonth(10).toISOString());
  await button(page, 'Undo').click();
  await expect(day(8).locator('.calendar-run')).toHaveCount(1);
  expect(await nextRun()).toBe(inNextMonth(8).toISOString());
});

test('a schedule is shifted by a date field, and a change by somebody else is told', async ({ app, lobby: { anna, object } }) => {
  const rule = await app.call(anna, 'POST', '/recurring', weekly(object));
  const page = await app.open(anna, { ...phone, timezoneId }, `/rules/calendar?month=${monthOf(inNextMonth(1))}`);
  await page
    .getByRole('button', { name: /^Shift… Inspect the lift, / })
    .first()
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Shift schedule' });
  const date = dialog.getByLabel('New date');
  const shift = dialog.getByRole('button', { name: 'Shift', exact: true });
  await expect(date).toBeFocused();
  await shift.click();
  await expect(shift).toHaveAccessibleDescription('Check: New date.');
  await date.fill('2020-01-01');
  await dialog.getByText('Choose a time in the future.').waitFor();
  await date.fill(inNextMonth(9).toISOString().slice(0, 10));
  await dialog.getByText('move 1 day later').waitFor();
  await app.call(anna, 'PATCH', `/recurring/${rule.id}`, { period_days: 14 });
  await shift.click();
  await expect(dialog.getByRole('alert')).toHaveText('The schedule was changed meanwhile.');
  await expect(dialog.getByRole('row').nth(2)).toHaveText(/ 22 .* 23 /); // two weeks after the first run
  await shift.click();
  await page.getByText('Schedule shifted.').waitFor();
  await app.call(anna, 'DELETE', `/recurring/${rule.id}`);
});

test('the address of a calendar feed is created, replaced and turned off', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda, desktop, '/tokens');
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Calendar feed' }) });
  const address = panel.locator('code');
  const statusOf = async (url: string) => (await page.request.get(url)).status();
  await panel.getByRole('button', { name: 'Create address' }).click();
  const first = await address.innerText();
  expect(await statusOf(first)).toBe(200);
  await panel.getByRole('button', { name: 'Create new address' }).click();
  await expect(address).not.toHaveText(first);
  const second = await address.innerText();
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  await button(page, 'Turn off').click();
  await expect(panel.getByRole('button', { name: 'Create address' })).toBeVisible();
  await expect(panel.getByRole('heading')).toBeFocused();
  expect(await statusOf(second)).toBe(404);
});
