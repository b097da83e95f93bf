import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, openFilter, phone, visit } from '../page-helpers.ts';

const hours = 3_600_000;

test('a worker sees what is due first, or only what is late', async ({ app, lobby: { anna, project, report, wanda } }) => {
  const urgent = await report('The pump hums');
  const late = await report('The lift does not stop');
  const later = await report('A lamp is dark');
  await app.query(`update tickets set priority = 'high' where id = $1`, [urgent]);
  await app.backdate(late, '3 hours');
  await app.backdate(later, '1 minute');
  const minutes = { high: 1000, normal: 60 };
  const targets = { timezone: 'UTC', take_within_minutes: minutes, finish_within_minutes: minutes };
  await app.call(anna, 'PUT', `/ext/projects/${project}/targets`, targets);
  const isLate = async () => (await app.call(anna, 'GET', `/ext/tickets?project_id=${project}&overdue=true`)).total;
  await expect.poll(isLate).toBe(1);

  const worker = await app.open(wanda, phone);
  const cards = worker.locator('article').filter({ hasText: /pump|lift|lamp/ });
  const choose = async (from: RegExp, name: string): Promise<void> => {
    await worker.getByRole('button', { name: from }).click();
    await worker.getByRole('dialog').getByRole('button', { name }).click();
  };
  await visit(worker, '/free');
  await expect(cards.first()).toContainText(`#${urgent}`);
  await choose(/Default order$/, 'Due first');
  await expect(cards).toHaveText([new RegExp(`#${late}`), new RegExp(`#${later}`), new RegExp(`#${urgent}`)]);
  await choose(/Due first$/, 'Late only');
  await expect(cards).toHaveText([/The lift does not stop.*2h late/]);
  await worker.reload();
  await expect(cards).toHaveText([/The lift does not stop.*2h late/]);
  const admin = await app.open(adminEmail, desktop);
  const columnHead = admin.locator('.column', { has: admin.getByRole('heading', { name: /^New/ }) }).locator('header');
  await expect(columnHead).toContainText(/\d+ late/);

  await app.transition(wanda, late, 'take', 'start');
  await app.transition(wanda, later, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${later}/reject`, { reason: 'Still dark' });
  await visit(worker, '/');
  await expect(cards.first()).toContainText(`#${later}`);
  await choose(/Default order$/, 'Due first');
  await expect(cards).toHaveText([new RegExp(`#${late}`), new RegExp(`#${later}.*Still dark`)]);
});

test('a client sets deadlines, and cards, ticket pages and lists tell how late a request is', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna, {}, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Set deadlines' }).click();
  const dialog = client.getByRole('dialog');
  const normal = dialog.getByRole('group', { name: 'Normal priority' });
  await normal.getByRole('textbox', { name: 'Take within' }).fill('1');
  await normal.getByRole('textbox', { name: 'Finish within' }).fill('90');
  await normal.getByRole('combobox', { name: 'Unit of Finish within' }).selectOption('minutes');
  await dialog.getByRole('textbox', { name: 'Day without work' }).fill('2030-12-25');
  await dialog.getByRole('button', { name: 'Add day' }).click();
  await expect(dialog.getByRole('button', { name: /^Remove .*2030/ })).toBeVisible();
  await dialog.getByRole('switch', { name: 'Around the clock' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(client.getByRole('region', { name: 'Deadlines' })).toContainText('Take within: 1 hour');
  await expect(client.getByRole('region', { name: 'Deadlines' })).toContainText('Finish within: 90 minutes');

  const id = await lobby.report('The lift does not stop');
  const worker = await app.open(lobby.wanda, {}, '/free');
  await expect(worker.getByRole('article').filter({ hasText: 'The lift does not stop' })).toContainText(/Take by \d/);

  await client.clock.install({ time: Date.now() + 3 * hours });
  await client.goto(`${app.url}/app/tickets/${id}`);
  await expect(client.getByText(/^\dh late$/)).toBeVisible();
  await client.goto(`${app.url}/app/tickets?project_id=${lobby.project}`);
  const onlyLate = client.getByRole('button', { name: 'Late only', exact: true });
  await openFilter(client, 'Late only');
  await expect(onlyLate).toHaveAttribute('aria-pressed', 'true');
  await expect(client).toHaveURL(/overdue=true/);
  await onlyLate.click();
  await client.keyboard.press('Escape');
  await client.getByRole('button', { name: 'Sort by: Due', exact: true }).click();
  await expect(client).toHaveURL(/sort=due/);
  await expect(client.getByText('The lift does not stop')).toBeVisible();
});
