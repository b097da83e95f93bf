import type { BrowserContext, Page } from '@playwright/test';
import { password } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { type ForeignSite, startForeignSite } from '../foreign-site.ts';
import { login, withServiceWorker } from '../page-helpers.ts';

// 127.0.0.1 and localhost are two sites, to which browsers send Sec-Fetch-Site. Names under .test are reached over
// plain HTTP, and browsers send them Origin alone.

interface Fixtures {
  anna: string;
  /** @param service origin of the service that the pages attack, in the name of another account */
  foreignSite: (service: string) => Promise<number>;
}

const test = base.extend<Fixtures>({
  anna: async ({ app }, use) => {
    await use(await app.account('Anna', 'client'));
  },
  foreignSite: async ({ app }, use) => {
    const email = await app.account('Mallory', 'client');
    const sites: ForeignSite[] = [];
    await use(async (service) => {
      const site = await startForeignSite(service, { email, password });
      sites.push(site);
      return site.port;
    });
    for (const site of sites) site.close();
  },
});

test('forms and fetches of another site with Sec-Fetch-Site leave the session untouched', async ({ app, anna, foreignSite }) => {
  const foreign = `http://localhost:${await foreignSite(app.url)}`;
  const page = await app.open(anna, withServiceWorker);
  await attack(page, app.url, foreign, 'cross-site');
});

test('forms and fetches of another site with Origin alone leave the session untouched', async ({ app, anna, foreignSite }) => {
  const service = `http://callout.test:${new URL(app.url).port}`;
  const foreign = `http://evil.test:${await foreignSite(service)}`;
  const page = await app.newPage(withServiceWorker);
  await page.goto(`${service}/app/`);
  await login(page, anna);
  await attack(page, service, foreign, undefined);
});

/** Opens pages of another site that post forms and send requests to the service. */
async function attack(page: Page, service: string, foreign: string, fetchSite: string | undefined): Promise<void> {
  const context = page.context();
  const before = await sessionCookies(context, service);
  expect(before.length).toBe(1);
  for (const route of ['login', 'logout']) {
    const tab = await context.newPage();
    const [answer] = await Promise.all([
      tab.waitForResponse(`${service}/auth/${route}`),
      tab.goto(`${foreign}/${route}`).catch(() => {}), // the form interrupts it
    ]);
    const headers = await answer.request().allHeaders();
    expect(headers['sec-fetch-site']).toBe(fetchSite);
    expect(headers['origin']).toBe(foreign);
    expect(answer.status(), `form to ${route}`).toBe(403);
    expect(await sessionCookies(context, service), `form to ${route}`).toEqual(before);
    await tab.close();
  }
  const tab = await context.newPage();
  const sent: string[] = [];
  tab.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await tab.goto(`${foreign}/fetch`);
  await tab.waitForFunction('document.title === "sent"');
  await tab.close();
  expect(sent.sort()).toEqual([`${service}/auth/login`, `${service}/auth/logout`, `${service}/auth/refresh`]);
  expect(await sessionCookies(context, service), 'fetch with credentials').toEqual(before);
  await page.reload();
  await page.locator('.current-user', { hasText: 'Anna' }).waitFor();
}

async function sessionCookies(context: BrowserContext, service: string): Promise<string[]> {
  return (await context.cookies(`${service}/auth`)).map(({ name, value }) => `${name}=${value}`);
}
