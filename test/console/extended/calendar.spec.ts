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
