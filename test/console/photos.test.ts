import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { adminEmail, button, login, missingBrowser, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

const photos = /\/tickets\/\d+\/photos$/;

/** Uploads get no answer, until told otherwise. */
async function cut(page: Page): Promise<{ attempts: number; mend: () => Promise<void> }> {
  const link = { attempts: 0, mend: () => page.context().unroute(photos) };
  await page.context().route(photos, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    link.attempts++;
    return route.abort('connectionreset');
  });
  return link;
}

it('keeps photos until the service has them', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  await app.call(wanda, 'PATCH', `/tickets/${id}/take`);
  await app.call(wanda, 'PATCH', `/tickets/${id}/start`);
  const names = async (): Promise<string[]> => {
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    return items.map(({ original_name }: { original_name: string }) => original_name);
  };
  // Behind a service worker not every request can be held up from here.
  const page = await app.open(wanda, { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const signOut = async (): Promise<void> => {
    await page.goto(`${app.url}/app/profile`);
    await button(page, 'Sign out here').click();
    await page.getByLabel('E-mail').waitFor();
  };

  await test.test('over a reload, another account and a new login, in their order', async () => {
    const link = await cut(page);
    await page.goto(`${app.url}/app/tickets/${id}`);
    await page.locator('input[type=file]').setInputFiles([photoFile('first.png'), photoFile('second.png')]);
    await page.getByText('Waits for the connection').first().waitFor();
    await page.reload();
    await page.getByAltText('second.png').waitFor();

    await signOut();
    await login(page, adminEmail);
    const before = link.attempts;
    await page.goto(`${app.url}/app/tickets/${id}`);
    await page.getByText('No photos yet.').waitFor();
    assert.equal(await page.getByAltText('second.png').count(), 0, 'another account does not see them');
    assert.equal(link.attempts, before, 'and does not send them');
    await signOut();

    await link.mend();
    await login(page, wanda);
    await page.goto(`${app.url}/app/tickets/${id}`);
    await page.getByRole('button', { name: 'Photo 2 of 2: second.png' }).waitFor();
    await button(page, 'Mark as done').click({ trial: true });
    assert.deepEqual(await names(), ['first.png', 'second.png']);
  });

  await test.test('once, when two tabs are there and the answer is lost', async () => {
    const second = await page.context().newPage();
    await second.goto(`${app.url}/app/tickets/${id}`);
    let lost = 0;
    await page.context().route(photos, async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.locator('input[type=file]').setInputFiles(photoFile('third.png'));
    for (const tab of [page, second]) await tab.getByRole('button', { name: 'Photo 3 of 3: third.png' }).waitFor();
    for (const tab of [page, second]) await tab.locator('.upload').waitFor({ state: 'detached' });
    assert.deepEqual(await names(), ['first.png', 'second.png', 'third.png']);
    await page.context().unroute(photos);
    await second.close();
  });

  await test.test('once, by two tabs at the same time where there are no locks, as over plain http', async () => {
    const other = await report('A lamp flickers');
    for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${other}/${op}`);
    const first = await app.open(wanda, { serviceWorkers: 'block' });
    await first.context().addInitScript('Object.defineProperty(Navigator.prototype, "locks", { value: undefined })');
    const tabs = [first, await first.context().newPage()];
    const arrived = async (): Promise<string> => {
      const { items } = await app.call(wanda, 'GET', `/tickets/${other}/photos`);
      return items
        .map(({ original_name }: { original_name: string }) => original_name)
        .sort()
        .join(' ');
    };
    for (const tab of tabs) {
      await tab.goto(`${app.url}/app/tickets/${other}`);
      await button(tab, 'Mark as done').waitFor();
    }
    const chosen = tabs.flatMap((_, i) => [1, 2, 3].map((n) => photoFile(`${i}${n}.png`)));
    await Promise.all(tabs.map((tab, i) => tab.locator('input[type=file]').setInputFiles(chosen.slice(i * 3, i * 3 + 3))));
    for (const tab of tabs) {
      await tab.locator('.gallery > li').nth(5).waitFor();
      await tab.locator('.upload').first().waitFor({ state: 'detached' });
    }
    assert.equal(await arrived(), '01.png 02.png 03.png 11.png 12.png 13.png');
    await first.context().close();
  });

  await test.test('until they are given up, which can be taken back', async () => {
    const link = await cut(page);
    await page.locator('input[type=file]').setInputFiles(photoFile('fourth.png'));
    await page.getByText('Waits for the connection').waitFor();
    await page.getByRole('link', { name: 'Free' }).last().click();
    await page.getByText('not sent yet: 1 photo.').waitFor();
    await page.getByRole('button', { name: /Give up/ }).click();
    await page.getByText('not sent yet: 1 photo.').waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await page.getByText('not sent yet: 1 photo.').waitFor();
    await page.getByRole('button', { name: /Give up/ }).click();
    await link.mend();
    await page.goto(`${app.url}/app/tickets/${id}`);
    await page.getByRole('button', { name: /Photo 3 of 3/ }).waitFor();
    await button(page, 'Mark as done').click({ trial: true });
    assert.equal((await names()).length, 3);
  });

  await test.test('what the service refuses is said, and stays until it is removed', async () => {
    const link = await cut(page);
    await page.locator('input[type=file]').setInputFiles(photoFile('late.png'));
    await page.getByText('Waits for the connection').waitFor();
    await app.call(wanda, 'PATCH', `/tickets/${id}/done`);
    await link.mend();
    await page.reload();
    await page.locator('.upload.failed').waitFor();
    await page.reload();
    await page.locator('.upload.failed').getByRole('button', { name: 'Remove' }).click();
    await page.locator('.upload').waitFor({ state: 'detached' });
  });
});
