import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Route } from 'playwright-core';
import { button, kept, missingBrowser, phone, standsAt, startConsole } from './browser.ts';
import { largePhoto, photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

it('lives with a link that drops', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  const status = async (): Promise<string> => (await app.call(wanda, 'GET', `/tickets/${id}`)).status;
  const photos = (): Promise<{ total: number }> => app.call(wanda, 'GET', `/tickets/${id}/photos`);
  const page = await app.open(wanda, phone);

  await test.test('a step that others could take first is taken back, and said', async () => {
    await page.goto(`${app.url}/app/tickets/${id}`);
    await button(page, 'Take it').waitFor();
    app.link.cut();
    await button(page, 'Take it').click();
    await page.getByText('No answer from the service').waitFor();
    await button(page, 'Dismiss').click();
    await standsAt(page, 'Not taken').waitFor();
    await page.getByText('No connection.').waitFor();
    app.link.mend();
    await page.getByText('No connection.').waitFor({ state: 'detached' });
  });

  await test.test('one that arrived although the answer was lost shows when the link is back', async () => {
    const cut = app.link.cutBeforeAnswer(`PATCH /tickets/${id}/take`);
    await button(page, 'Take it').click();
    await cut;
    await page.getByText('No answer from the service').waitFor();
    assert.equal(await status(), 'assigned');
    app.link.mend();
    await standsAt(page, 'Assigned').waitFor();
    await button(page, 'Start work').click();
    await standsAt(page, 'In work').waitFor();
  });

  await test.test('a photo whose upload breaks off waits for the link, goes by itself, and is there once', async () => {
    app.link.cutAfter(200_000);
    await page.locator('input[type=file]').setInputFiles(largePhoto('wall.png'));
    await page.getByText('Waits for the connection').waitFor();
    assert.equal((await photos()).total, 0);
    app.link.mend();
    await page.getByRole('button', { name: /Photo 1 of 1: wall/ }).waitFor();
    await page.getByText('Waits for the connection').waitFor({ state: 'detached' });
    assert.equal((await photos()).total, 1);
  });

  await test.test('a photo that arrived although the answer was lost is there once', async () => {
    const cut = app.link.cutBeforeAnswer(`POST /tickets/${id}/photos`);
    await page.locator('input[type=file]').setInputFiles(photoFile('lamp.png'));
    await cut;
    await page.getByText('Waits for the connection').waitFor();
    app.link.mend();
    await page.getByRole('button', { name: /Photo 2 of 2: lamp/ }).waitFor();
    await page.getByText('Waits for the connection').waitFor({ state: 'detached' });
    assert.equal((await photos()).total, 2);
  });

  await test.test('a step that is refused is taken back with the words of the service', async () => {
    const error = 'the ticket is being changed by others';
    await page.route('**/done', (route) => route.fulfill({ status: 409, json: { error } }));
    await button(page, 'Mark as done').click();
    await page.getByText('The request is being changed by others.').waitFor();
    await standsAt(page, 'In work').waitFor();
    await page.unroute('**/done');
  });

  await test.test('one that waits for the link, and had arrived, is not called refused', async () => {
    await page.reload();
    await button(page, 'Mark as done').waitFor();
    const cut = app.link.cutBeforeAnswer(`PATCH /tickets/${id}/done`);
    await button(page, 'Mark as done').click();
    await cut;
    await page.getByText('Mark as done: Waits for the connection').waitFor();
    assert.equal(await status(), 'done');
    app.link.mend();
    await page.getByText('Mark as done:').waitFor({ state: 'detached' });
    await standsAt(page, 'Done').waitFor();
    assert.equal(await page.locator('.step-waiting').count(), 0);
  });

  await test.test('the shell opens without a network and says so', async () => {
    await page.reload();
    await page.locator('.shell').waitFor();
    await kept(page);
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    await page.goto(`${app.url}/app/free`);
    await page.getByText('The service does not answer').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Nothing is free' }).waitFor();
  });

  await test.test('an answer that was on its way when the network went says nothing about the link', async () => {
    const other = await app.open(wanda, { ...phone, serviceWorkers: 'block' });
    const asked = Promise.withResolvers<Route>();
    await other.route(`${app.url}/tickets/${id}`, (route) => asked.resolve(route));
    await other.goto(`${app.url}/app/tickets/${id}`);
    const { route, answer } = await asked.promise.then(async (route) => ({ route, answer: await route.fetch() }));
    await other.context().setOffline(true);
    await other.getByText('No connection.').waitFor();
    await route.fulfill({ response: answer });
    await standsAt(other, 'Done').waitFor();
    assert(await other.getByText('No connection.').isVisible());
    await other.context().close();
  });

  await test.test('what is new waits for a tap', async () => {
    await report('The first lamp');
    await page.getByText('The first lamp').waitFor();
    const card = page.locator('.card', { hasText: 'The first lamp' });
    const before = await card.boundingBox();
    await report('The second lamp');
    await button(page, '1 new, show it').waitFor();
    assert.deepEqual(await card.boundingBox(), before, 'nothing moves under a thumb');
    await button(page, '1 new, show it').click();
    await page.getByText('The second lamp').waitFor();
    await app.call(anna, 'PATCH', `/tickets/${id + 1}/cancel`, { reason: 'Not needed any more' });
    await page.getByText('No longer in this list').waitFor();
  });
});
