import { auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';

const failed = { status: 500, json: { error: 'internal error' } };

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
