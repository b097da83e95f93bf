import pg from 'pg';
import type { ApiClient } from '../api-client.ts';
import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, phone, visit } from '../page-helpers.ts';

const hours = 3_600_000;

/** Writes into the database what no operation writes. */
async function write({ service: { databaseUrl } }: ApiClient, ...statements: [sql: string, values: unknown[]][]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [sql, values] of statements) await client.query(sql, values);
  await client.end();
}

/** Lets a ticket have been created earlier. */
const createdBefore = (app: ApiClient, id: number, age: string): Promise<void> =>
  write(
    app,
    ['update tickets set created_at = created_at - $1::interval where id = $2', [age, id]],
    ['update ticket_events set created_at = created_at - $1::interval where ticket_id = $2', [age, id]],
  );

/** As a recurring rule with high priority does. */
const makeHigh = (app: ApiClient, id: number): Promise<void> =>
  write(app, [`update tickets set priority = 'high' where id = $1`, [id]]);

test('late requests come first or alone in lists, and the board counts them', async ({
  app,
  lobby: { anna, project, report },
}) => {
  const [late, inTime] = [await report('The lift does not stop'), await report('A lamp is dark')];
  await createdBefore(app, late, '3 hours');
  const targets = { timezone: 'UTC', take_within_minutes: { normal: 60 }, finish_within_minutes: {} };
  await app.call(anna, 'PUT', `/ext/projects/${project}/targets`, targets);
  const isLate = async () => (await app.call(anna, 'GET', `/ext/tickets?project_id=${project}&overdue=true`)).total;
  await expect.poll(isLate).toBe(1);

  const client = await app.open(anna, phone);
  const rows = client.locator('article').filter({ hasText: /lift|lamp/ });
  await visit(client, `/tickets?project_id=${project}&sort=due`);
  await expect(rows).toHaveText([new RegExp(`#${late}`), new RegExp(`#${inTime}`)]);
  await visit(client, `/tickets?project_id=${project}&overdue=true`);
  await expect(rows).toHaveText([/The lift does not stop.*2 hrs late/]);

  const admin = await app.open(adminEmail, desktop);
  await visit(admin, '/');
  const column = admin.locator('.column', { has: admin.getByRole('heading', { name: /^New/ }) });
  await expect(column.locator('header')).toContainText(/\d+ late/);
  await expect(
    admin.locator('.column', { has: admin.getByRole('heading', { name: /^Done/ }) }).locator('header'),
  ).not.toContainText('late');
});

test('a worker sees what is due first before the rest, or only what is late', async ({
  app,
  lobby: { anna, project, report, wanda },
}) => {
  const [urgent, late, later] = [
    await report('The pump hums'),
    await report('The lift does not stop'),
    await report('A lamp is dark'),
  ];
  await makeHigh(app, urgent);
  await createdBefore(app, late, '3 hours');
  await createdBefore(app, later, '1 minute');
  const targets = {
    timezone: 'UTC',
    take_within_minutes: { high: 1000, normal: 60 },
    finish_within_minutes: { high: 1000, normal: 60 },
  };
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
  expect(await auditPage(worker, 'free jobs by due time', allAppearances)).toEqual([]);
  await choose(/Due first$/, 'Late only');
  await expect(cards).toHaveText([/The lift does not stop.*2 hrs late/]);
  await worker.reload();
  await expect(cards).toHaveText([/The lift does not stop.*2 hrs late/]);

  await app.transition(wanda, late, 'take', 'start');
  await app.transition(wanda, later, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${later}/reject`, { reason: 'Still dark' });
  await visit(worker, '/');
  await expect(cards.first()).toContainText(`#${later}`);
  await choose(/Default order$/, 'Due first');
  await expect(cards).toHaveText([new RegExp(`#${late}`), new RegExp(`#${later}.*Still dark`)]);
  await choose(/Due first$/, 'Late only');
  await expect(cards).toHaveText([new RegExp(`#${late}`)]);
  expect(await auditPage(worker, 'late work', allAppearances)).toEqual([]);
});

test('a client sets deadlines, and cards, ticket pages and lists tell how late a request is', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna);
  await client.goto(`${app.url}/app/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Set deadlines' }).click();
  const dialog = client.getByRole('dialog');
  const normal = dialog.getByRole('group', { name: 'Normal priority' });
  await normal.getByRole('textbox', { name: 'Accept within' }).fill('1');
  await normal.getByRole('textbox', { name: 'Finish within' }).fill('90');
  await normal.getByRole('combobox', { name: 'Unit of Finish within' }).selectOption('minutes');
  await dialog.getByRole('textbox', { name: 'Day without work' }).fill('2030-12-25');
  await dialog.getByRole('button', { name: 'Add day' }).click();
  await expect(dialog.getByRole('button', { name: /^Remove .*2030/ })).toBeVisible();
  expect(await auditPage(client, 'deadlines of a project', allAppearances)).toEqual([]);
  await dialog.getByRole('switch', { name: 'Around the clock' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(client.getByRole('region', { name: 'Deadlines' })).toContainText('Accept within: 1 hour');
  await expect(client.getByRole('region', { name: 'Deadlines' })).toContainText('Finish within: 90 minutes');

  const id = await lobby.report('The lift does not stop');
  const worker = await app.open(lobby.wanda);
  await worker.goto(`${app.url}/app/free`);
  await expect(worker.getByRole('article').filter({ hasText: 'The lift does not stop' })).toContainText(/Accept by \d/);
  expect(await auditPage(worker, 'free jobs', allAppearances)).toEqual([]);

  await client.clock.install({ time: Date.now() + 3 * hours });
  await client.goto(`${app.url}/app/tickets/${id}`);
  await expect(client.getByText(/^\d hrs? late$/)).toBeVisible();
  await client.goto(`${app.url}/app/tickets?project_id=${lobby.project}`);
  const onlyLate = client.getByRole('button', { name: 'Late only', exact: true });
  await onlyLate.click();
  await expect(onlyLate).toHaveAttribute('aria-pressed', 'true');
  await expect(client).toHaveURL(/overdue=true/);
  await onlyLate.click();
  await client.getByRole('button', { name: 'Sort by: Due', exact: true }).click();
  await expect(client).toHaveURL(/sort=due/);
  await expect(client.getByText('The lift does not stop')).toBeVisible();
});
