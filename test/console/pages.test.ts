import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { adminEmail, missingBrowser, startConsole } from './browser.ts';

// Every page, narrow and wide, light and dark: nothing sticks out, and axe finds nothing.
// With CONSOLE_SHOTS=folder each is kept as a picture, to be looked at.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = process.env['CONSOLE_SHOTS'];
if (shots) mkdirSync(shots, { recursive: true });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const audit = `axe.run({ runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

/** A page that has just changed its size or colours may take a moment; what it comes to counts. */
async function settles(look: () => Promise<void>): Promise<void> {
  for (const deadline = performance.now() + 5_000; performance.now() < deadline; await sleep(100)) {
    try {
      return await look();
    } catch {
      // looked at again
    }
  }
  await look();
}

async function look(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 850 });
      const where = `${name} at ${width} px, ${colorScheme}`;
      await settles(async () => {
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert(excess <= 0, `${where} sticks out by ${excess} px`);
      });
      if (shots && width !== 320)
        await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      if (width !== 320) await settles(async () => assert.deepEqual(await page.evaluate<string[]>(audit), [], where));
    }
  }
}

it('shows every page to everybody', { skip: missingBrowser, timeout: 230_000 }, async () => {
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
  const recurring = { anchor_at: '2030-01-01T08:00:00Z', period_days: 7 };
  const words = { category: 'elevator', description: 'The lift stands still', object_id: object, priority: 'high' };
  const { id } = await app.call(anna, 'POST', '/tickets', { ...words, recurring });

  const visitor = await app.open();
  for (const path of ['login', 'forgot-password', 'reset-password#token=abc']) {
    await visitor.goto(`${app.url}/app/${path}`);
    await look(visitor, path.replace(/#.*/, ''));
  }
  const german = await app.open(undefined, { locale: 'de-DE' });
  await look(german, 'login-de');

  const client = await app.open(anna);
  const worker = await app.open(wanda);
  const admin = await app.open(adminEmail);
  const show = async (page: Page, name: string, path: string): Promise<void> => {
    await page.goto(`${app.url}/app${path}`);
    await look(page, name);
  };
  await show(worker, 'worker-invitations', '/invitations');
  await app.call(wanda, 'POST', `/projects/${project}/invitation/accept`);
  await show(worker, 'worker-free', '/free');
  await app.call(wanda, 'PATCH', `/tickets/${id}/take`);
  await show(worker, 'worker-mine', '/');
  await show(worker, 'worker-ticket', `/tickets/${id}`);
  await show(client, 'client-home', '/');
  for (const path of [
    'tickets',
    `tickets/${id}`,
    'tickets/new',
    'projects',
    `projects/${project}`,
    'rules',
    'rules/1',
    'rules/new',
  ]) {
    await show(client, `client-${path.replace('/', '-')}`, `/${path}`);
  }
  for (const path of ['workers', 'profile', 'messenger', 'nothing-here']) await show(client, path, `/${path}`);
  await show(admin, 'admin-board', '/');
  await show(admin, 'admin-tickets', `/tickets?open=${id}`);
  await show(admin, 'admin-users', '/users');
});
