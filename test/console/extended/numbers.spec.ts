import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, visit } from '../page-helpers.ts';

test('a client sees its numbers as a chart with a table, and follows them to the list', async ({ app, lobby }) => {
  const ids = [
    await lobby.report('The lift stops'),
    await lobby.report('The lift rattles'),
    await lobby.report('The lift is dark'),
  ];
  await app.call(lobby.anna, 'PATCH', `/tickets/${ids[0]}/cancel`, { reason: 'reported twice' });
  const client = await app.open(lobby.anna, desktop);
  await visit(client, '/');
  await client.getByRole('link', { name: 'Numbers' }).click();
  const totals = client.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText('Closed (including canceled)1');
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
