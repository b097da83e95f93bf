import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoLogins, demoPassword } from '../../src/appliance/demo/fixtures.ts';
import { spawnService, stopService, waitUntilReady } from '../../testing/service-process.ts';
import { chromiumPath, launchEnvironment } from './chromium.ts';
import { desktop, fileInput, login, phone, withServiceWorker } from './page-helpers.ts';

// `npm run pictures`: makes the pictures of README.md from the demo data.

const folder = join(import.meta.dirname, '..', '..', 'docs', 'images');
const photo = join(import.meta.dirname, '..', '..', 'src', 'appliance', 'demo', 'photos', 'pipe-after.jpg');
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'callout-pictures-'));
const demo = await spawnService({ command: 'demo', env: { DEMO_DATA: join(dataDir, 'demo') } });
const browser = await chromium.launch({
  ...(chromiumPath && { executablePath: chromiumPath }),
  env: launchEnvironment as Record<string, string>,
});
try {
  await waitUntilReady(demo);
  await picture('client-home', demoLogins.client, desktop, async (page) => {
    await page.locator('.card').first().waitFor();
  });
  await picture('admin-board', demoLogins.admin, { ...desktop, colorScheme: 'dark' }, async (page) => {
    await page.locator('.card').first().waitFor();
  });
  await picture('phone-worker', demoLogins.worker, { ...phone, ...withServiceWorker, deviceScaleFactor: 2 }, workOffline);
} finally {
  await browser.close();
  await stopService(demo);
  rmSync(dataDir, { recursive: true, force: true });
}

/** A ticket in progress whose photo waits for the connection. */
async function workOffline(page: Page): Promise<void> {
  await page.locator('.card', { hasText: 'Quay House' }).first().click();
  await fileInput(page).first().waitFor({ state: 'attached' });
  await page.waitForFunction('[...document.images].every((image) => image.naturalWidth > 0)');
  await page.context().setOffline(true);
  await fileInput(page).first().setInputFiles(photo);
  await page.locator('.offline-banner').waitFor();
}

async function picture(name: string, email: string, options: BrowserContextOptions, show: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', bypassCSP: true, ...options });
  const page = await context.newPage();
  await page.goto(`${demo.url}/app/`);
  await login(page, email, demoPassword);
  await show(page);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
