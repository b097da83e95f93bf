import { expect, test } from '../fixtures.ts';
import { desktop, visit } from '../page-helpers.ts';

test('a client sees its numbers as charts with tables, and follows them to the lists that they count', async ({ app, lobby }) => {
  const [stops] = [
    await lobby.report('The lift stops'),
    await lobby.report('The lift rattles'),
    await lobby.report('It is dark'),
  ];
  await app.call(lobby.anna, 'PATCH', `/tickets/${stops}/cancel`, { reason: 'reported twice' });
  const client = await app.open(lobby.anna, { ...desktop, timezoneId: 'Pacific/Kiritimati' });
  await client.getByRole('link', { name: 'Statistics' }).click();
  const region = (name: string) => client.getByRole('region', { name });
  const unfold = (name: string) =>
    region(name)
      .locator('details')
      .evaluate((one) => one.setAttribute('open', ''));
  const tiles = client.getByRole('list', { name: 'Statistics' }).getByRole('listitem');
  await expect(tiles).toHaveText([
    '2 Open now +2 in this period',
    '0 Late now 0 late in this period',
    '– Median time to finish – in the period before',
    '– Rework rate – in the period before',
  ]);
  await unfold('Totals');
  await unfold('Open requests by age');
  await unfold('Created and closed by week');
  await expect(region('Totals')).toContainText('Closed (including cancelled)1');
  await expect(region('Open requests by age').getByRole('row', { name: 'up to 1 day 2' })).toBeVisible();
  const byWeek = region('Created and closed by week');
  for (const one of [region('Open requests by age'), byWeek])
    await expect(one.locator('svg .recharts-bar-rectangle path').first()).toBeAttached();
  await expect(byWeek.getByRole('row')).toHaveCount(14);
  await expect(region('Repeat problems').getByRole('row')).toHaveCount(2);
  await client.getByRole('combobox', { name: 'Period' }).selectOption('Last 4 weeks');
  await expect(byWeek.getByRole('row')).toHaveCount(6);

  const titles = client.locator('[data-ticket] .title');
  const follow = async (name: string, count: string): Promise<void> => {
    await visit(client, '/numbers');
    if (name !== 'Created by day and hour') await unfold(name);
    await region(name).getByRole('link', { name: count, exact: true }).first().click();
    await expect(client.getByRole('heading', { name: 'Requests' })).toBeVisible();
  };
  await follow('Open requests by age', '2');
  await expect(titles).toHaveText(['It is dark', 'The lift rattles']);
  await follow('Totals', '1');
  await expect(titles).toHaveText(['The lift stops']);
  await expect(client.getByRole('button', { name: /Counted as: Closed, / })).toBeVisible();
  await follow('Created by day and hour', '3');
  await expect(titles).toHaveCount(3);
  await follow('By building', '1');
  await expect(titles).toHaveText(['The lift stops']);
  await client.getByRole('button', { name: 'Remove filter: Counted as' }).click();
  await expect(titles).toHaveCount(3);
});

test('the numbers are the first page on a device that wants it', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna, desktop, '/numbers');
  const first = client.getByRole('switch', { name: 'Show this page first when Callout opens on this device' });
  await expect(first).not.toBeChecked();
  await first.click();
  await visit(client, '/');
  await client.reload();
  await expect(client.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await client.getByRole('link', { name: 'Home' }).click();
  await expect(client.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await visit(client, '/numbers');
  await expect(first).toBeChecked();
});
