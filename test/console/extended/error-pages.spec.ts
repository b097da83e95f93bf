import { expect, test } from '../fixtures.ts';
import { button, enterCredentials, heading, visit } from '../page-helpers.ts';

// What the console shows when a page, a script or the browser's storage fails.

test('a page that cannot be rendered says so and can be tried again', async ({ app, lobby: { anna, report } }) => {
  const id = await report('A lamp is dark');
  const page = await app.open(anna);
  await page.route(`${app.url}/tickets/${id}`, (route) => route.fulfill({ json: { id } }));
  await visit(page, `/tickets/${id}`);
  await heading(page, 'Something went wrong').waitFor();
  await expect(page.locator('.app-layout'), 'the menu stays').toHaveCount(1);
  await page.unroute(`${app.url}/tickets/${id}`);
  await button(page, 'Try again').click();
  await page.getByText('A lamp is dark').first().waitFor();
});

test('a script that cannot be loaded is tried again with one reload, then reported', async ({ app, lobby }) => {
  const page = await app.open();
  let reloads = 0;
  page.on('load', () => reloads++);
  const script = /\/assets\/client-home-[^/]*\.js$/;
  await page.context().route(script, (route) => route.abort());
  await enterCredentials(page, lobby.anna);
  await heading(page, 'Something went wrong').waitFor();
  await page.getByText("This page couldn't be loaded.").waitFor();
  expect(reloads).toBe(1);
  await page.context().unroute(script);
  await button(page, 'Try again').click();
  await heading(page, 'Home').waitFor();
});

const german = /\/assets\/de-[^/]*\.js$/;

test('the console starts in English when another language cannot be loaded, and changes when it can', async ({ app }) => {
  const page = await app.open(undefined, { locale: 'de-DE' });
  await page.context().route(german, (route) => route.abort());
  await page.reload();
  await button(page, 'Sign in').waitFor();
  await page.context().unroute(german);
  await button(page, 'Anmelden').waitFor();
});

test('the console starts in English when another language does not answer', async ({ app }) => {
  const page = await app.open(undefined, { locale: 'de-DE' });
  const held: (() => Promise<void>)[] = [];
  await page.context().route(german, (route) => void held.push(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await button(page, 'Sign in').waitFor();
  for (const release of held) await release();
  await button(page, 'Anmelden').waitFor();
});
