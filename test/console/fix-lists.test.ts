import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { adminEmail, button, heading, missingBrowser, phone, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

/** Holds back answers to matching requests until they are released. */
async function holdAnswers(page: Page, path: RegExp): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    asked.resolve();
    await released.promise;
    await route.continue().catch(() => {}); // the page may not wait for it any more
  };
  await page.route(path, hold);
  return {
    asked: asked.promise,
    release: async () => {
      released.resolve();
      await page.unroute(path, hold);
    },
  };
}

const focusedElement = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement?.tagName ?? ""');

it('lists of the console keep their rows, the focus and the scroll position', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
  const ids: number[] = [];
  for (let i = 1; i <= 30; i++) ids.push(await report(`Lamp ${i} is dark`));
  const wide = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' as const };
  const admin = await app.open(adminEmail, wide);
  const gone = admin.getByText('No longer in this list');

  await test.test('a new ticket that pushes the last row off a full page does not mark that row as gone', async () => {
    await admin.goto(`${app.url}/app/tickets`);
    await admin.getByText('1 to 25 of 30').waitFor();
    await report('Lamp 31 is dark');
    await button(admin, '1 new, show it').waitFor();
    await admin.getByText('1 to 25 of 31').waitFor();
    assert.equal(await gone.count(), 0);
    await admin.getByRole('link', { name: 'Lamp 6 is dark' }).waitFor();
  });

  await test.test('a row that comes over from the page before is not announced as new', async () => {
    await admin.goto(`${app.url}/app/tickets?offset=25`);
    await admin.getByText('26 to 31 of 31').waitFor();
    await report('Lamp 32 is dark');
    await admin.getByText('of 32').first().waitFor();
    assert.equal(await admin.getByRole('button', { name: /new, show/ }).count(), 0);
    assert.equal(await gone.count(), 0);
  });

  await test.test('a ticket that leaves a full page is still marked as gone', async () => {
    await admin.goto(`${app.url}/app/tickets?status=new`);
    await admin.getByText('1 to 25 of 32').waitFor();
    await app.call(wanda, 'PATCH', `/tickets/${ids[20]}/take`);
    await gone.waitFor();
    assert.equal(await gone.count(), 1);
    assert.equal(await admin.getByRole('button', { name: /new, show/ }).count(), 0);
  });

  await test.test('Show more keeps the rows while it loads, and the focus', async () => {
    const worker = await app.open(wanda, { ...phone, serviceWorkers: 'block' });
    await worker.goto(`${app.url}/app/free`);
    const cards = worker.locator('.card');
    await cards.nth(24).waitFor();
    const held = await holdAnswers(worker, /\/tickets\?.*limit=50/);
    const more = button(worker, 'Show more');
    await more.scrollIntoViewIfNeeded();
    const scrolled = await worker.evaluate<number>('scrollY');
    await more.focus();
    await worker.keyboard.press('Enter');
    await held.asked;
    assert.equal(await cards.count(), 25, 'the rows stay while more are loaded');
    assert.equal(await worker.evaluate<number>('scrollY'), scrolled);
    await held.release();
    await cards.nth(30).waitFor();
    assert.notEqual(await focusedElement(worker), 'BODY');
    await worker.context().close();
  });

  await test.test('a search keeps the rows until its own are there', async () => {
    await app.call(anna, 'POST', '/projects', { name: 'Harbour' });
    await admin.goto(`${app.url}/app/projects`);
    await admin.getByRole('link', { name: 'Tower' }).waitFor();
    const held = await holdAnswers(admin, /\/ext\/projects\?.*q=H/);
    await admin.getByRole('searchbox').fill('Har');
    await held.asked;
    assert(await admin.getByRole('link', { name: 'Tower' }).isVisible());
    await held.release();
    await admin.getByRole('link', { name: 'Tower' }).waitFor({ state: 'detached' });
    await admin.getByRole('link', { name: 'Harbour' }).waitFor();
  });

  await test.test('the section In work leads to the list of each status that it does not show in full', async () => {
    for (const id of ids.slice(0, 20)) await app.call(wanda, 'PATCH', `/tickets/${id}/take`);
    const client = await app.open(anna, wide);
    const section = client.locator('section', { has: client.getByRole('heading', { name: /^In work/ }) });
    await section.getByRole('link', { name: /21/ }).last().click();
    await heading(client, 'Requests').waitFor();
    await client.waitForURL(/status=assigned/);
    await client.getByText('21 requests').waitFor();
  });
});
