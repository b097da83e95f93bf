import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser, login, missingBrowser, password, startConsole } from './browser.ts';
import { startForeignSite } from './foreign-site.ts';

// 127.0.0.1 and localhost are two sites, to which browsers send Sec-Fetch-Site. Names under .test are reached over
// plain HTTP by a second browser, which sends them Origin alone.

it('a page of another site cannot sign in or out', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const anna = await app.account('Anna', 'client');
  const mallory = await app.account('Mallory', 'client');
  const { port } = new URL(app.url);

  async function attack(page: Page, service: string, foreign: string, fetchSite: string | undefined): Promise<void> {
    const context = page.context();
    const before = await sessionCookies(context, service);
    assert.equal(before.length, 1);
    for (const route of ['login', 'logout']) {
      const tab = await context.newPage();
      const [answer] = await Promise.all([
        tab.waitForResponse(`${service}/auth/${route}`),
        tab.goto(`${foreign}/${route}`).catch(() => {}), // the form interrupts it
      ]);
      const headers = await answer.request().allHeaders();
      assert.equal(headers['sec-fetch-site'], fetchSite);
      assert.equal(headers['origin'], foreign);
      assert.equal(answer.status(), 403, `form to ${route}`);
      assert.deepEqual(await sessionCookies(context, service), before, `form to ${route}`);
      await tab.close();
    }
    const tab = await context.newPage();
    const sent: string[] = [];
    tab.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await tab.goto(`${foreign}/fetch`);
    await tab.waitForFunction('document.title === "sent"');
    await tab.close();
    assert.deepEqual(sent.sort(), [`${service}/auth/login`, `${service}/auth/logout`, `${service}/auth/refresh`]);
    assert.deepEqual(await sessionCookies(context, service), before, 'fetch with credentials');
    await page.reload();
    await page.locator('.who', { hasText: 'Anna' }).waitFor();
  }

  await test.test('forms and fetches of another site with Sec-Fetch-Site leave the session untouched', async () => {
    const foreign = `http://localhost:${await startForeignSite(app.url, { email: mallory, password })}`;
    const page = await app.open(anna);
    await attack(page, app.url, foreign, 'cross-site');
    await page.context().close();
  });

  await test.test('forms and fetches of another site without Sec-Fetch-Site leave the session untouched', async () => {
    const service = `http://callout.test:${port}`;
    const foreign = `http://evil.test:${await startForeignSite(service, { email: mallory, password })}`;
    const browser = await launchBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']);
    after(() => browser.close());
    const context = await browser.newContext({ locale: 'en-GB', extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.4' } });
    const page = await context.newPage();
    await page.goto(`${service}/app/`);
    await login(page, anna);
    await attack(page, service, foreign, undefined);
  });
});

async function sessionCookies(context: BrowserContext, service: string): Promise<string[]> {
  return (await context.cookies(`${service}/auth`)).map(({ name, value }) => `${name}=${value}`);
}
