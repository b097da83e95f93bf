import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { button, login, missingBrowser, phone, standsAt, startConsole } from './browser.ts';
import { look } from './look.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

it('lets work go on without a link', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
  const actions = async (id: number): Promise<string> => {
    const { items } = await app.call(anna, 'GET', `/tickets/${id}/events`);
    return items.map(({ action }: { action: string }) => action).join(' ');
  };
  const heard = async (id: number, wanted: string): Promise<void> => {
    for (let wait = 0; wait < 300 && (await actions(id)) !== wanted; wait++) await sleep(100);
    assert.equal(await actions(id), wanted);
  };
  const taken = async (description: string): Promise<number> => {
    const id = await report(description);
    await app.call(wanda, 'PATCH', `/tickets/${id}/take`);
    return id;
  };
  // Behind a service worker not every request can be held up from here.
  const page = await app.open(wanda, { ...phone, serviceWorkers: 'block' });
  const open = (id: number) => page.goto(`${app.url}/app/tickets/${id}`);
  const waiting = (step: string) => page.locator('.step-waiting', { hasText: step });

  await test.test('start, photo and end are kept, and go in their order', async () => {
    const id = await taken('A lamp is dark');
    await open(id);
    await button(page, 'Start work').waitFor();
    app.link.cut();
    await button(page, 'Start work').click();
    await standsAt(page, 'In work').waitFor();
    await page.locator('input[type=file]').setInputFiles(photoFile('lamp.png'));
    await page.getByAltText('lamp.png').waitFor();
    await button(page, 'Mark as done').click();
    await standsAt(page, 'Done').waitFor();
    await page.getByText('Waiting to be sent: 1 photo, 2 steps.').waitFor();
    await waiting('Mark as done').getByText('Goes right after the photos').waitFor();
    assert.equal(await actions(id), 'created assigned');
    assert.deepEqual(await look(page, 'steps-waiting'), []);
    app.link.mend();
    await heard(id, 'created assigned started photo_added done');
    await page.locator('.step-waiting').first().waitFor({ state: 'detached' });
    await standsAt(page, 'Done').waitFor();
  });

  await test.test('the button for photos stays where it is while the answer to a step comes in', async () => {
    const id = await taken('A hinge squeaks');
    await open(id);
    await button(page, 'Start work').waitFor();
    // The page reads again what the step and the photo have made of the request, and that comes late.
    await page.context().route(`${app.url}/tickets/${id}`, async (route) => {
      const response = await route.fetch();
      await sleep(700);
      await route.fulfill({ response });
    });
    await button(page, 'Start work').click();
    const camera = await page.locator('input[type=file]').elementHandle();
    await heard(id, 'created assigned started');
    await camera?.setInputFiles(photoFile('hinge.png'));
    await page.getByRole('button', { name: /Photo 1 of 1: hinge/ }).waitFor();
    await page.locator('.timeline').getByText('started the work').waitFor();
    await page.locator('.step-waiting').waitFor({ state: 'detached' });
    assert(await camera?.evaluate((input) => input.isConnected), 'what a camera gives back would be lost');
    await page.context().unroute(`${app.url}/tickets/${id}`);
  });

  await test.test('a step that was taken shows although nothing can be read after it', async () => {
    const id = await taken('A lock jams');
    await open(id);
    await button(page, 'Start work').waitFor();
    await page.context().route(`${app.url}/tickets/${id}`, (route) => route.abort('connectionreset'));
    await button(page, 'Start work').click();
    const camera = await page.locator('input[type=file]').elementHandle();
    await heard(id, 'created assigned started');
    await page.locator('.step-waiting').waitFor({ state: 'detached' });
    await standsAt(page, 'In work').waitFor();
    assert(await camera?.evaluate((input) => input.isConnected));
    await page.context().unroute(`${app.url}/tickets/${id}`);
  });

  await test.test('what waits goes as soon as the network is there, however often it was tried in vain', async () => {
    const id = await taken('A bulb is broken');
    await open(id);
    await button(page, 'Start work').waitFor();
    await page.context().setOffline(true);
    await button(page, 'Start work').click();
    for (let i = 1; i <= 6; i++) {
      await page.locator('input[type=file]').setInputFiles(photoFile(`${i}.png`));
      await page.getByAltText(`${i}.png`).waitFor();
    }
    await page.getByText('Waiting to be sent: 6 photos, 1 step.').waitFor();
    assert.equal(await actions(id), 'created assigned');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /Photo 6 of 6/ }).waitFor();
    assert.equal(await actions(id), `created assigned started${' photo_added'.repeat(6)}`);
  });

  await test.test('a request that was only seen in a list can be opened and worked on', async () => {
    const id = await taken('Only seen in the list');
    await page.goto(`${app.url}/app/`);
    await page.getByText('Only seen in the list').waitFor();
    app.link.cut();
    await page.locator('.card', { hasText: 'Only seen in the list' }).getByRole('link').first().click();
    await button(page, 'Start work').click();
    await standsAt(page, 'In work').waitFor();
    await page.getByRole('link', { name: 'Mine' }).last().click();
    const card = page.locator('.card', { hasText: 'Only seen in the list' });
    await card.getByText('In work').waitFor();
    await card.getByText('Not sent yet').waitFor();
    app.link.mend();
    await heard(id, 'created assigned started');
    await card.getByText('Not sent yet').waitFor({ state: 'detached' });
  });

  await test.test('what waits outlives a reload and a new login', async () => {
    const id = await taken('A door sticks');
    await open(id);
    const blocked = await block(page, 'start');
    await button(page, 'Start work').click();
    await waiting('Start work').waitFor();
    await page.reload();
    await waiting('Start work').waitFor();
    await standsAt(page, 'In work').waitFor();
    await page.goto(`${app.url}/app/profile`);
    await button(page, 'Sign out here').click();
    await page.locator('input[type=password]').waitFor();
    await blocked.release();
    assert.equal(await actions(id), 'created assigned');
    await login(page, wanda);
    await heard(id, 'created assigned started');
  });

  await test.test('what waits can be taken back, with what follows it', async () => {
    const id = await taken('A tap drips');
    await open(id);
    const blocked = await block(page, 'start');
    await button(page, 'Start work').click();
    await waiting('Start work').waitFor();
    await button(page, 'Mark as done').click();
    await waiting('Mark as done').waitFor();
    await waiting('Start work')
      .getByRole('button', { name: /Take back/ })
      .click();
    await standsAt(page, 'Assigned').waitFor();
    assert.equal(await page.locator('.step-waiting').count(), 0);
    await blocked.release();
    await button(page, 'Start work').waitFor();
    assert.equal(await actions(id), 'created assigned');
  });

  await test.test('what the service refuses is said and stays until it is removed', async () => {
    const id = await taken('A bell is silent');
    await open(id);
    const blocked = await block(page, 'start');
    await button(page, 'Start work').click();
    await waiting('Start work').waitFor();
    await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It rings again' });
    await blocked.release();
    await page.locator('.step-waiting.failed').waitFor();
    await page.getByText('cancelled').first().waitFor();
    await page.reload();
    await page
      .locator('.step-waiting.failed')
      .getByRole('button', { name: /Take back/ })
      .click();
    await page.locator('.step-waiting').waitFor({ state: 'detached' });
    assert.equal(await actions(id), 'created assigned canceled');
  });

  await test.test('a photo that was refused holds the end back until somebody decides', async () => {
    const id = await taken('A pane is broken');
    await app.call(wanda, 'PATCH', `/tickets/${id}/start`);
    await open(id);
    const link = await block(page, 'photos');
    await page.locator('input[type=file]').setInputFiles(photoFile('pane.png'));
    await page.locator('.upload.waiting').waitFor();
    await button(page, 'Mark as done').click();
    await waiting('Mark as done').waitFor();
    link.answer(400, 'file must be a jpeg, png or webp image');
    await page.locator('.upload.failed').waitFor();
    await waiting('Mark as done').getByText('Waits until what was refused').waitFor();
    assert.equal(await actions(id), 'created assigned started');
    await link.release();
    await page.locator('.upload.failed').getByRole('button', { name: 'Remove' }).click();
    await heard(id, 'created assigned started done');
  });

  await test.test('photos that cannot be stored now hold up no other request', async () => {
    const [full, free] = [await taken('A gutter is full'), await taken('A gate is stuck')];
    await app.call(wanda, 'PATCH', `/tickets/${full}/start`);
    await open(full);
    const photos = await block(page, 'photos');
    photos.answer(500, 'storage unavailable');
    await page.locator('input[type=file]').setInputFiles(photoFile('gutter.png'));
    await page.locator('.upload.waiting').waitFor();
    await open(free);
    const start = await block(page, 'start');
    await button(page, 'Start work').click();
    await waiting('Start work').waitFor();
    await start.release();
    await heard(free, 'created assigned started');
    assert.equal(await actions(full), 'created assigned started');
    await photos.release();
    await heard(full, 'created assigned started photo_added');
  });

  await test.test('a link that goes silent is not waited for', async () => {
    const id = await taken('A wall is wet');
    await open(id);
    await button(page, 'Start work').waitFor();
    app.link.silence();
    await button(page, 'Start work').click();
    await standsAt(page, 'In work').waitFor();
    await page.locator('input[type=file]').setInputFiles(photoFile('wall.png'));
    await waiting('Start work').getByText('Waits for the connection').waitFor({ timeout: 15_000 });
    app.link.mend();
    await heard(id, 'created assigned started photo_added');
    await page.locator('.step-waiting').waitFor({ state: 'detached' });
  });
});

/** Nothing that changes a ticket in this way gets through, until told otherwise. */
async function block(page: Page, way: string) {
  let refusal: { status: number; json: { error: string } } | undefined;
  const path = new RegExp(`/tickets/\\d+/${way}$`);
  await page.context().route(path, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return refusal ? route.fulfill(refusal) : route.abort('connectionreset');
  });
  return {
    release: () => page.context().unroute(path),
    answer(status: number, error: string): void {
      refusal = { status, json: { error } };
    },
  };
}
