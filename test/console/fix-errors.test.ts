import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, heading, login, missingBrowser, password, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('console errors', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, report } = await lobby(app);
  const id = await report('A lamp is dark');
  const open = (options = {}) => app.open(anna, { serviceWorkers: 'block', ...options });

  await test.test('a page that cannot be rendered says so in the language of the user and can be tried again', async () => {
    for (const [locale, title, retry] of [
      ['en-GB', 'Something went wrong', 'Try again'],
      ['de-DE', 'Etwas ist schiefgegangen', 'Noch einmal versuchen'],
    ] as const) {
      const page = await open({ locale });
      await page.route(`${app.url}/tickets/${id}`, (route) => route.fulfill({ json: { id } }));
      await page.goto(`${app.url}/app/tickets/${id}`);
      await heading(page, title).waitFor();
      assert.equal(await page.locator('.shell').count(), 1, 'the menu stays');
      await page.unroute(`${app.url}/tickets/${id}`);
      await button(page, retry).click();
      await page.getByText('A lamp is dark').first().waitFor();
      await page.context().close();
    }
  });

  for (const [chunk, path, title] of [
    ['list', 'rules', /Rules/],
    ['home', '', /Home/],
  ] as const)
    await test.test(
      `a chunk (${chunk}) that cannot be loaded is tried again with one reload, then the page says so`,
      async () => {
        const page = await app.open(undefined, { serviceWorkers: 'block' });
        let reloads = 0;
        page.on('load', () => reloads++);
        const pattern = new RegExp(`/assets/${chunk}-[^/]*\\.js$`);
        await page.context().route(pattern, (route) => route.abort());
        await page.goto(`${app.url}/app/${path}`);
        const before = reloads;
        await page.locator('input[type=email]').fill(anna);
        await page.locator('input[type=password]').fill(password);
        await page.locator('button[type=submit]').click();
        await heading(page, 'Something went wrong').waitFor();
        await page.getByText('This page could not be loaded.').waitFor();
        assert.equal(reloads - before, 1);
        await page.context().unroute(pattern);
        await button(page, 'Try again').click();
        await heading(page, title).waitFor();
        await page.context().close();
      },
    );

  await test.test('the console starts in English when another language cannot be loaded, and changes when it can', async () => {
    const page = await app.open(undefined, { locale: 'de-DE', serviceWorkers: 'block' });
    const pattern = /\/assets\/de-[^/]*\.js$/;
    await page.context().route(pattern, (route) => route.abort());
    await page.reload();
    await button(page, 'Sign in').waitFor();
    await page.context().unroute(pattern);
    await button(page, 'Anmelden').waitFor();
    await page.context().close();
  });

  await test.test('the console starts in English when another language does not answer', async () => {
    const page = await app.open(undefined, { locale: 'de-DE', serviceWorkers: 'block' });
    const held: (() => Promise<void>)[] = [];
    await page.context().route(/\/assets\/de-[^/]*\.js$/, (route) => void held.push(() => route.continue()));
    await page.reload({ waitUntil: 'commit' });
    await button(page, 'Sign in').waitFor();
    for (const release of held) await release();
    await button(page, 'Anmelden').waitFor();
    await page.context().close();
  });

  await test.test('the console works where the browser refuses its storage', async () => {
    const page = await app.open(undefined, { serviceWorkers: 'block' });
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`);
    await page.reload();
    await login(page, anna);
    await heading(page, /.+/).waitFor();
    await page.context().close();
  });

  await test.test('a damaged or older draft does not break the form', async () => {
    const page = await open();
    const { id: me } = await app.call(anna, 'GET', '/auth/me');
    for (const text of ['{', '{"text":"from an older version"}', 'null']) {
      await page.evaluate(
        `localStorage.setItem('callout.recent-objects.${me}', '${text}'); sessionStorage.setItem('draft:${me}:new-ticket', '${text}')`,
      );
      await page.goto(`${app.url}/app/tickets/new`);
      await page.getByLabel('Describe it').waitFor();
    }
    await page.context().close();
  });
});
