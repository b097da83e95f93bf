import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { button, missingBrowser, photoFile, startConsole } from './browser.ts';

it('lives with a link that drops', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const anna = await app.account('Anna', 'client');
  const wanda = await app.account('Wanda', 'worker');
  const { id: project } = await app.call(anna, 'POST', '/projects', { name: 'Tower' });
  const { id: object } = await app.call(anna, 'POST', `/projects/${project}/objects`, {
    name: 'Lobby',
    address: 'River Street 12',
  });
  const { id: worker_id } = await app.call(wanda, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(wanda, 'POST', `/projects/${project}/invitation/accept`);
  const ticket = { category: 'other', description: 'A lamp is dark', object_id: object };
  const { id } = await app.call(anna, 'POST', '/tickets', ticket);
  await app.call(wanda, 'PATCH', `/tickets/${id}/take`);
  const page = await app.open(wanda, { viewport: { width: 390, height: 844 } });
  await page.goto(`${app.url}/app/tickets/${id}`);

  await test.test('a step without an answer is taken back, and said', async () => {
    await page.route('**/start', (route) => route.abort('connectionreset'));
    await button(page, 'Start work').click();
    await page.getByText('No answer from the service').waitFor();
    await page.locator('[aria-current=step]', { hasText: 'Assigned' }).waitFor();
    await page.unroute('**/start');
    await button(page, 'Start work').click();
    await page.locator('[aria-current=step]', { hasText: 'In work' }).waitFor();
  });

  await test.test('a step that is refused is taken back with the words of the service', async () => {
    await page.route('**/done', (route) =>
      route.fulfill({ status: 409, json: { error: 'the ticket is being changed by others' } }),
    );
    await button(page, 'Mark as done').click();
    await page.getByText('The ticket is being changed by others.').waitFor();
    await page.locator('[aria-current=step]', { hasText: 'In work' }).waitFor();
    await page.unroute('**/done');
  });

  await test.test('a photo waits for the link, goes by itself, and arrives once', async () => {
    let attempts = 0;
    await page.route('**/photos', async (route) => {
      if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue();
      await route.fetch(); // it arrives, but the answer does not
      return route.abort('connectionreset');
    });
    await page.locator('input[type=file]').setInputFiles(photoFile('lamp.png'));
    await page.getByText('Waits for the connection').waitFor();
    assert(await button(page, 'Mark as done').isDisabled(), 'photos go first');
    await page.getByRole('button', { name: /Photo 1 of 1/ }).waitFor();
    await page.getByText('Waits for the connection').waitFor({ state: 'detached' });
    const { total } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    assert.equal(total, 1);
  });

  await test.test('the shell opens without a network and says so', async () => {
    await page.reload();
    await page.locator('.shell').waitFor();
    const isKept = () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null');
    while (!(await isKept())) await sleep(100);
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    await page.goto(`${app.url}/app/free`);
    await page.getByText('The service does not answer').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Nothing is free' }).waitFor();
  });

  await test.test('what is new waits for a tap', async () => {
    await page.goto(`${app.url}/app/free`);
    await app.call(anna, 'POST', '/tickets', { ...ticket, description: 'The first lamp' });
    await page.reload();
    await page.getByText('The first lamp').waitFor();
    await app.call(anna, 'POST', '/tickets', { ...ticket, description: 'The second lamp' });
    await button(page, '1 new, show it').click();
    await page.getByText('The second lamp').waitFor();
  });

  await test.test('an event shows what others changed', async () => {
    await page.goto(`${app.url}/app/tickets/${id}`);
    await page.locator('[aria-current=step]', { hasText: 'In work' }).waitFor();
    const events = `event: hello\ndata: {}\n\n: still here\n\nevent: tickets\ndata: {"ids":[${id}]}\n\n`;
    await page.route('**/ext/live', (route) => route.fulfill({ contentType: 'text/event-stream', body: events }));
    await app.call(wanda, 'PATCH', `/tickets/${id}/done`);
    await page.locator('[aria-current=step]', { hasText: 'Done' }).waitFor();
  });
});
