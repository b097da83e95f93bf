import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, chooseFiles, currentStatus, finishJob, heading, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

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
  const id = await report('The door does not close', 'take');
  const [client, worker] = [await app.open(anna, {}, `/tickets/${id}`), await app.open(wanda, {}, `/tickets/${id}`)];
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

  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It closes again' });
  await expect(worker.getByText('This request is closed, so it takes no more comments.')).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('the field for a comment says that the worker is disabled, whom no comment reaches', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The door does not close', 'take');
  const client = await app.open(anna, {}, `/tickets/${id}`);
  const field = client.getByRole('textbox', { name: 'Comment' });
  await expect(field).toHaveAccessibleDescription('');
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(wanda)}`, { is_active: false });
  await client.reload();
  await expect(field).toHaveAccessibleDescription(/account is disabled, so this comment does not reach the worker/);
});

interface Comments {
  items: { text: string; attachments: unknown[] }[];
}

test('a comment with a picture that was written without a link is shown, and sent with it', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The cellar lamp is dark', 'take', 'start');
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await button(page, 'Finish job').waitFor();
  const field = page.getByRole('textbox', { name: 'Comment' });
  app.link.disconnect();
  await field.fill('The fuse is missing');
  await chooseFiles(page, button(page, 'Add photo'), photoFile('fuse.png'));
  await page.getByRole('img', { name: 'Photo 1 of 1: fuse.png' }).waitFor();
  await button(page, 'Send comment').click();
  await expect(field).toHaveValue('');
  await finishJob(page);
  await currentStatus(page, 'Done').waitFor();
  const entry = page.locator('.timeline [role=listitem]').first();
  await expect(entry).toContainText('The fuse is missing');
  await expect(entry).toContainText('Waiting for connection');
  await page.getByText('Waiting to be sent: Finish job, 1 comment.').waitFor();
  app.link.restore();
  await expect.poll(() => app.ticketStatus(anna, id), { timeout: 30_000 }).toBe('done');
  const client = await app.open(anna, {}, `/tickets/${id}`);
  await client.locator('.timeline').getByRole('button', { name: 'Photo 1 of 1: fuse.png' }).click();
  await client.getByRole('dialog', { name: 'Photo 1 of 1: fuse.png' }).waitFor();
});

test('two equal pictures of a comment are both sent, once each, when the answer to the first is lost', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('A tap drips', 'take');
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  let isLost = false;
  await page.route(/\/attachments$/, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: 'Comment' }).fill('Before and after');
  await chooseFiles(page, button(page, 'Add photo'), [photoFile('tap.png'), photoFile('tap.png')]);
  await button(page, 'Send comment').click();
  await page.getByRole('button', { name: 'Photo 2 of 2: tap.png' }).waitFor({ timeout: 30_000 });
  const comments: Comments = await app.call(anna, 'GET', `/ext/tickets/${id}/comments`);
  expect([isLost, comments.items.map(({ attachments }) => attachments.length)]).toEqual([true, [2]]);
});

test('a comment on a ticket that was closed meanwhile can be discarded', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A door squeaks', 'take');
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await page.locator('.timeline').getByText('took the request').waitFor();
  app.link.disconnect();
  await page.getByRole('textbox', { name: 'Comment' }).fill('On my way');
  await button(page, 'Send comment').click();
  await page.getByText('Waiting for connection').waitFor();
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It is silent again' });
  app.link.restore();
  const entry = page.locator('.timeline [role=listitem]', { hasText: 'On my way' });
  await entry.getByText(/closed/).waitFor({ timeout: 30_000 });
  await entry.getByRole('button', { name: 'Discard' }).click();
  await expect(entry).toHaveCount(0);
});
