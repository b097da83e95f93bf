import { auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { heading, visit } from '../page-helpers.ts';

const failed = { status: 500, json: { error: 'internal error' } };

test('what is typed for one request stays there when another one is opened from its page', async ({ app, lobby }) => {
  const [lamp, door] = [await lobby.report('A lamp is dark'), await lobby.report('The door does not close')];
  const client = await app.open(lobby.anna);
  // Both are known from the list, so the page of the second one is shown at once.
  await visit(client, `/tickets?project_id=${lobby.project}`);
  await client.getByRole('link', { name: 'The door does not close' }).first().waitFor();
  await visit(client, `/tickets/${lamp}`);
  await heading(client, 'A lamp is dark').waitFor();
  const field = client.getByRole('textbox', { name: 'Comment' });
  await field.fill('Which lamp is it?');
  await visit(client, `/tickets/${door}`);
  await heading(client, 'The door does not close').waitFor();
  await expect(field).toHaveValue('');
  await visit(client, `/tickets/${lamp}`);
  await expect(field).toHaveValue('Which lamp is it?');
});

test('client and worker write to each other on the page of a request until it is closed', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The door does not close');
  await app.transition(wanda, id, 'take');
  const [client, worker] = [await app.open(anna), await app.open(wanda)];
  for (const page of [client, worker]) await page.goto(`${app.url}/app/tickets/${id}`);
  const field = worker.getByRole('textbox', { name: 'Comment' });
  const entries = (page: typeof client) => page.locator('.timeline [role=listitem]');

  // What is typed outlives a reload.
  await field.fill('Which door is it?');
  await worker.reload();
  await expect(field).toHaveValue('Which door is it?');
  await field.press('Control+Enter');
  await expect(entries(worker).first()).toContainText('Which door is it?');
  await expect(field).toHaveValue('');
  await expect(entries(client).first()).toContainText('Which door is it?');

  // A comment that failed waits in the timeline, and is sent again.
  await client.route('**/comments', (route) => (route.request().method() === 'POST' ? route.fulfill(failed) : route.continue()));
  await client.getByRole('textbox', { name: 'Comment' }).fill('The left one');
  await client.getByRole('button', { name: 'Send comment' }).click();
  await expect(entries(client).first()).toContainText('The left one');
  await entries(client).first().getByRole('button', { name: 'Try again' }).waitFor();
  await client.unroute('**/comments');
  await entries(client).first().getByRole('button', { name: 'Try again' }).click();
  await client.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  await expect(entries(worker).first()).toContainText('The left one');
  expect(
    await auditPage(
      client,
      'comments',
      ['light', 'dark'].map((colorScheme) => ({ widthPx: 390, colorScheme: colorScheme as 'light' | 'dark' })),
    ),
  ).toEqual([]);

  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It closes again' });
  await expect(worker.getByText('This request is closed, so it takes no more comments.')).toBeVisible();
  await expect(field).toHaveCount(0);
});
