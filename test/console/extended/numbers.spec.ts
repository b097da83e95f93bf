import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, phone, visit } from '../page-helpers.ts';

test('a client sees its numbers as a chart with a table, and follows them to the list', async ({ app, lobby }) => {
  const ids = [
    await lobby.report('The lift stops'),
    await lobby.report('The lift rattles'),
    await lobby.report('The lift is dark'),
  ];
  await app.call(lobby.anna, 'PATCH', `/tickets/${ids[0]}/cancel`, { reason: 'reported twice' });
  const client = await app.open(lobby.anna, desktop);
  await visit(client, '/');
  await client.getByRole('link', { name: 'Statistics' }).click();
  const totals = client.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText('Closed (including canceled)1');
  const byAge = client.getByRole('region', { name: 'Open requests by age' });
  await expect(byAge.getByRole('row', { name: 'up to 1 day 2' })).toBeVisible();
  await expect(byAge.locator('svg .recharts-bar-rectangle path').first()).toBeAttached();
  const byWeek = client.getByRole('region', { name: 'Created and closed by week' });
  await expect(byWeek.locator('svg .recharts-bar-rectangle path').first()).toBeAttached();
  await expect(byWeek.getByRole('row')).toHaveCount(14);
  await expect(client.getByRole('region', { name: 'Recurring trouble' }).getByRole('row')).toHaveCount(2);
  expect(await auditPage(client, 'numbers-client', allAppearances)).toEqual([]);

  await client.getByRole('combobox', { name: 'Period' }).selectOption('Last 4 weeks');
  await expect(byWeek.getByRole('row')).toHaveCount(6);
  await totals.getByRole('link', { name: '3', exact: true }).click();
  await expect(client.getByRole('heading', { name: 'Requests' })).toBeVisible();
  await expect(client.locator('[data-ticket]')).toHaveCount(3);
});

test('numbers lead to the lists that they count', async ({ app, lobby }) => {
  const ids = [await lobby.report('The lift stops'), await lobby.report('The lift rattles'), await lobby.report('It is dark')];
  await app.call(lobby.anna, 'PATCH', `/tickets/${ids[0]}/cancel`, { reason: 'reported twice' });
  const client = await app.open(lobby.anna, { ...desktop, timezoneId: 'Pacific/Kiritimati' });
  const titles = client.locator('[data-ticket] .title');
  const follow = async (region: string, name: string, last = false) => {
    await visit(client, '/numbers');
    const links = client.getByRole('region', { name: region }).getByRole('link', { name, exact: true });
    await (last ? links.last() : links.first()).click();
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

test('the numbers fit on a phone, where tables scroll and the heat map has a column for each day', async ({ app, lobby }) => {
  await lobby.report('The lift stops');
  const client = await app.open(lobby.anna, phone);
  await visit(client, '/numbers');
  const byHour = client.getByRole('region', { name: 'Created by day and hour' });
  await expect(byHour.getByRole('columnheader')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  await expect(byHour.getByRole('row')).toHaveCount(25);
  await expect(client.getByRole('region', { name: 'By category' }).getByRole('columnheader')).toHaveCount(8);
  expect(await client.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

test('the numbers are the first page on a device that wants it', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna, desktop);
  await visit(client, '/numbers');
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
  await first.click();
  await visit(client, '/');
  await client.reload();
  await expect(client.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('the numbers of a client without requests say so, and a worker has none', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna, desktop);
  await visit(client, '/numbers');
  await expect(client.getByText('Nothing happened in this period.')).toBeVisible();
  expect(await auditPage(client, 'numbers-empty', allAppearances)).toEqual([]);
  await lobby.report('The lift does not stop');
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, '/numbers');
  await expect(admin.getByRole('region', { name: 'By building' })).toBeVisible();
  const worker = await app.open(lobby.wanda, desktop);
  await visit(worker, '/numbers');
  await expect(worker.getByRole('region', { name: 'Totals' })).toHaveCount(0);
});
