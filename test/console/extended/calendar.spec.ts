import { allAppearances, auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';

const daily = { category: 'other', description: 'Inspect the lift', anchor_at: '2026-01-01T09:00:00Z', period_days: 1 };
const timezoneId = 'Europe/Berlin';

for (const [device, options] of Object.entries({ desktop, phone })) {
  test(`the calendar shows the runs of a month and why some will not come (${device})`, async ({
    app,
    lobby: { anna, object },
  }) => {
    const rule = await app.call(anna, 'POST', '/recurring', { ...daily, object_id: object });
    await app.call(anna, 'POST', `/recurring/${rule.id}/run`);
    const page = await app.open(anna, { ...options, timezoneId });
    await visit(page, '/rules');
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await heading(page, 'Calendar').waitFor();
    await page.getByRole('link', { name: 'Next month' }).press('Enter');
    await expect(page).toHaveURL(/month=\d{4}-\d\d/);
    const runs = page.getByRole('main').getByRole('link', { name: 'Inspect the lift' });
    await expect.poll(() => runs.count()).toBeGreaterThanOrEqual(28);
    await page.getByRole('link', { name: 'Previous month' }).click();
    const { items } = await app.call(anna, 'GET', `/ext/recurring/calendar?${nextTwoDays()}`);
    expect(items[0].reason).toBe('previous_ticket_open');
    expect(await auditPage(page, `calendar on a ${device}`, allAppearances)).toEqual([]);
    await app.call(anna, 'PATCH', `/recurring/${rule.id}`, { is_active: false });
    await page.reload();
    await page.getByRole('link', { name: 'Next month' }).click();
    await expect(page.getByText('No request: This schedule is paused.').first()).toBeVisible();
  });
}

const nextTwoDays = (): string => `from=${new Date().toISOString()}&to=${new Date(Date.now() + 2 * 86_400_000).toISOString()}`;

/** 09:00 UTC on a day of the next month, which the calendar shows as a whole. */
const inNextMonth = (day: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, 9));
};
const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
const weekly = (object_id: number) => ({ ...daily, period_days: 7, anchor_at: inNextMonth(8).toISOString(), object_id });

test('a run that is dragged to another day shifts its schedule, after a preview that is confirmed', async ({
  app,
  lobby: { anna, object },
}) => {
  const rule = await app.call(anna, 'POST', '/recurring', weekly(object));
  const nextRun = async () => (await app.call(anna, 'GET', `/recurring/${rule.id}`)).next_run_at;
  const page = await app.open(anna, { ...desktop, timezoneId });
  await visit(page, `/rules/calendar?month=${monthOf(inNextMonth(1))}`);
  const day = (date: number) => page.locator('td').filter({ has: page.getByText(String(date), { exact: true }) });
  const dialog = page.getByRole('dialog', { name: 'Shift schedule' });
  const dates = dialog.getByRole('row');
  await day(15).locator('.calendar-run').dragTo(day(17));
  await dialog.getByText('All coming requests of this schedule move 2 days later.').waitFor();
  await expect(dates).toHaveCount(7);
  await expect(dates.nth(1)).toHaveText(/ 8 .* 10 /);
  expect(await auditPage(page, 'shift of a schedule', allAppearances)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
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
  const page = await app.open(anna, { ...phone, timezoneId });
  await visit(page, `/rules/calendar?month=${monthOf(inNextMonth(1))}`);
  await page
    .getByRole('button', { name: /^Shift… Inspect the lift, / })
    .first()
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Shift schedule' });
  const date = dialog.getByLabel('New date');
  const shift = dialog.getByRole('button', { name: 'Shift', exact: true });
  await expect(date).toBeFocused();
  await expect(shift).toBeDisabled();
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
  const page = await app.open(wanda, desktop);
  await visit(page, '/security');
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
