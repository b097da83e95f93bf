import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, heading, missingBrowser, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('makes a request for the object that a link names', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna } = await lobby(app);
  const { id: project } = await app.call(anna, 'POST', '/projects', { name: 'Harbour' });
  const place = { name: 'Warehouse', address: 'Dock Road 1' };
  await app.call(anna, 'POST', `/projects/${project}/objects`, place);
  const page = await app.open(anna);
  const chosen = page.locator('.chosen');

  await test.test('and not for the one that a draft remembers', async () => {
    await page.goto(`${app.url}/app/tickets/new`);
    await page.getByRole('button', { name: /Lobby/ }).click();
    await page.getByLabel('Describe it').fill('The lamp is dark');
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'Harbour' }).click();
    await heading(page, 'Harbour').waitFor();
    await page.getByRole('link', { name: 'New request' }).click();
    await chosen.getByText('Warehouse').waitFor();
    assert.equal(await page.getByLabel('Describe it').inputValue(), 'The lamp is dark');
    await page.waitForURL(/tickets\/new$/);
  });

  await test.test('until another one is chosen', async () => {
    await button(page, 'Change').click();
    await page.getByRole('button', { name: /Lobby/ }).click();
    await chosen.getByText('Lobby').waitFor();
    await page.reload();
    await chosen.waitFor();
    assert.match((await chosen.textContent()) ?? '', /Lobby/);
  });
});
