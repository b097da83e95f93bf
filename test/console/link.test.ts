import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { button, missingBrowser, phone, standsAt, startConsole } from './browser.ts';
import { largePhoto, photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

it('lives with a link that drops', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  const photos = (): Promise<{ total: number }> => app.call(wanda, 'GET', `/tickets/${id}/photos`);
  const page = await app.open(wanda, phone);

  await test.test('a step that others could take first is taken back, and said', async () => {
    await page.goto(`${app.url}/app/tickets/${id}`);
    await button(page, 'Take it').waitFor();
    app.link.cut();
    await button(page, 'Take it').click();
    await page.getByText('No answer from the service').waitFor();
    await standsAt(page, 'Not taken').waitFor();
    await page.getByText('No connection.').waitFor();
    app.link.mend();
    await page.getByText('No connection.').waitFor({ state: 'detached' });
    await button(page, 'Dismiss').click();
  });

  await test.test('one that arrived although the answer was lost shows when the link is back', async () => {
    await page.route('**/take', async (route) => {
      app.link.cutBeforeAnswer();
      await route.continue();
    });
    await button(page, 'Take it').click();
    await page.getByText('No answer from the service').waitFor();
    while ((await app.call(wanda, 'GET', `/tickets/${id}`)).status !== 'assigned') await sleep(50);
    await page.unroute('**/take');
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
    let attempts = 0;
    await page.route('**/photos', async (route) => {
      if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.locator('input[type=file]').setInputFiles(photoFile('lamp.png'));
    await page.getByText('Waits for the connection').waitFor();
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
    await page.route('**/done', async (route) => {
      app.link.cutBeforeAnswer();
      await route.continue();
    });
    await button(page, 'Mark as done').click();
    await page.getByText('Mark as done: Waits for the connection').waitFor();
    while ((await app.call(wanda, 'GET', `/tickets/${id}`)).status !== 'done') await sleep(50);
    await page.unroute('**/done');
    app.link.mend();
    await page.getByText('Mark as done:').waitFor({ state: 'detached' });
    await standsAt(page, 'Done').waitFor();
    assert.equal(await page.locator('.step-waiting').count(), 0);
  });

  await test.test('the shell opens without a network and says so', async () => {
    await page.reload();
    await page.locator('.shell').waitFor();
    const isKept = () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null');
    while (!(await isKept())) await sleep(100);
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    await page.goto(`${app.url}/app/free`);
    await page.getByText('The service does not answer').waitFor({ timeout: 2_000 });
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Nothing is free' }).waitFor();
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
