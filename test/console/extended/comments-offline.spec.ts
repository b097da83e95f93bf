import { allAppearances, auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, fileInput, finishJob, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

interface Comments {
  items: { text: string; attachments: unknown[] }[];
}

test('what a worker does in a cellar without a link is found once and in order when the link is back', async ({
  app,
  lobby: { anna, wanda, report },
}) => {
  const id = await report('The cellar lamp is dark');
  await app.transition(wanda, id, 'take');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  await button(page, 'Start').waitFor();
  const field = page.getByRole('textbox', { name: 'Comment' });
  const entries = page.locator('.timeline [role=listitem]');
  app.link.disconnect();
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
  await field.fill('The fuse is missing');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Add picture').click();
  await (await chooser).setFiles(photoFile('fuse.png'));
  await page.getByRole('img', { name: 'Photo 1 of 1: fuse.png' }).waitFor();
  await button(page, 'Send comment').click();
  await expect(field).toHaveValue('');
  await fileInput(page).setInputFiles(photoFile('lamp.png'));
  await page.getByAltText('lamp.png').waitFor();
  await field.fill('It shines again');
  await button(page, 'Send comment').click();
  await finishJob(page);
  await currentStatus(page, 'Done').waitFor();
  await expect(entries.nth(0)).toContainText('It shines again');
  await expect(entries.nth(1)).toContainText('The fuse is missing');
  await expect(entries.nth(1)).toContainText('Waiting for connection');
  await page.getByText('Waiting to be sent: 1 photo, 4 updates.').waitFor();
  expect(await auditPage(page, 'queued-comments', allAppearances)).toEqual([]);
  expect(await app.ticketActions(anna, id)).toBe('created assigned');

  const sent: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (request.method() !== 'GET' && request.url().includes(`/tickets/${id}/`)) sent.push(path);
  });
  app.link.restore();
  await expect.poll(() => app.ticketActions(anna, id), { timeout: 30_000 }).toBe('created assigned started photo_added done');
  expect(sent).toEqual(['start', 'comments', 'attachments', 'photos', 'comments', 'done']);
  const client = await app.open(anna);
  await client.goto(`${app.url}/app/tickets/${id}`);
  const shown = client.locator('.timeline [role=listitem]');
  for (const [index, text] of ['finished', 'It shines again', 'lamp.png', 'The fuse is missing', 'started work'].entries())
    await expect(shown.nth(index)).toContainText(text);
  await shown.nth(3).getByRole('button', { name: 'Photo 1 of 1: fuse.png' }).click();
  await client.getByRole('dialog', { name: 'Photo 1 of 1: fuse.png' }).waitFor();
  expect(await auditPage(client, 'comment-picture', allAppearances)).toEqual([]);
});

test('a comment and its picture whose answers were lost are not sent twice', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A tap drips');
  await app.transition(wanda, id, 'take');
  await app.call(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'Same text' });
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  let lost = 0;
  await page.route(/\/(comments|attachments)$/, async (route) => {
    if (route.request().method() !== 'POST' || lost >= 2) return route.continue();
    lost++;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: 'Comment' }).fill('Same text');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Add picture').click();
  await (await chooser).setFiles(photoFile('tap.png'));
  await button(page, 'Send comment').click();
  await expect(page.getByText('Same text')).toHaveCount(2);
  await page.getByRole('button', { name: 'Photo 1 of 1: tap.png' }).waitFor({ timeout: 30_000 });
  expect(lost).toBe(2);
  const comments: Comments = await app.call(anna, 'GET', `/ext/tickets/${id}/comments`);
  expect(comments.items.map(({ text, attachments }) => [text, attachments.length])).toEqual([
    ['Same text', 0],
    ['Same text', 1],
  ]);
});

test('two equal pictures of a comment are both sent, once each, when the answer to the first is lost', async ({
  app,
  lobby: { anna, wanda, report },
}) => {
  const id = await report('A tap drips');
  await app.transition(wanda, id, 'take');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  let isLost = false;
  await page.route(/\/attachments$/, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: 'Comment' }).fill('Before and after');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Add picture').click();
  await (await chooser).setFiles([photoFile('tap.png'), photoFile('tap.png')]);
  await button(page, 'Send comment').click();
  await page.getByRole('button', { name: 'Photo 2 of 2: tap.png' }).waitFor({ timeout: 30_000 });
  const comments: Comments = await app.call(anna, 'GET', `/ext/tickets/${id}/comments`);
  expect([isLost, comments.items.map(({ attachments }) => attachments.length)]).toEqual([true, [2]]);
});

test('a comment on a ticket that was closed meanwhile is shown with the reason until it is discarded', async ({
  app,
  lobby: { anna, wanda, report },
}) => {
  const id = await report('A door squeaks');
  await app.transition(wanda, id, 'take');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  await page.locator('.timeline').getByText('accepted the request').waitFor();
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
