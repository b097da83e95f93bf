import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitFor } from '../support/wait.ts';
import { button, login, missingBrowser, phone, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

it('the profile warns before signing out that photos and steps wait to be sent', { skip: missingBrowser }, async () => {
  const app = await startConsole();
  const { wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
  const page = await app.open(wanda, { ...phone, serviceWorkers: 'block' });
  const leaving = page.locator('section[aria-labelledby=leaving]');
  await page.goto(`${app.url}/app/profile`);
  await leaving.waitFor();
  assert.equal(await leaving.getByText('Not sent yet').count(), 0);

  const posts = /\/tickets\/\d+\/(photos|done)$/;
  await page.route(posts, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await page.goto(`${app.url}/app/tickets/${id}`);
  await page.locator('input[type=file]').setInputFiles(photoFile('lamp.png'));
  await page.getByAltText('lamp.png').waitFor();
  await button(page, 'Mark as done').click();
  await page.locator('.step-waiting').waitFor();
  await page.goto(`${app.url}/app/profile`);
  await leaving.getByText('Not sent yet: 1 photo, 1 step.').waitFor();
  await button(page, 'Sign out here').click();
  await page.locator('input[type=password]').waitFor();

  await page.unroute(posts);
  await login(page, wanda);
  await page.goto(`${app.url}/app/profile`);
  await waitFor(async () => (await app.call(wanda, 'GET', `/tickets/${id}`)).status === 'done', 40_000);
  await leaving.getByText('Not sent yet').waitFor({ state: 'detached' });
});
