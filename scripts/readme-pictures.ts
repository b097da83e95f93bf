import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContextOptions, chromium, expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoLogins, demoPassword } from '../src/appliance/demo/fixtures.ts';
import { openTickets } from '../src/appliance/demo/open-tickets.ts';
import type { Category } from '../src/product/tickets/tables.ts';
import {
  button,
  currentStatus,
  desktop,
  fileInput,
  finishJob,
  login,
  phone,
  serviceWorkerReady,
  withServiceWorker,
} from '../test/console/page-helpers.ts';
import { chromiumPath } from '../testing/chromium.ts';
import { spawnService, stopService, waitUntilReady } from '../testing/service-process.ts';
import { send, signIn } from '../testing/start-service.ts';
import { waitFor } from '../testing/wait.ts';
import { en } from '../web/src/i18n/en.ts';

// `node scripts/readme-pictures.ts [FOLDER]` makes the pictures of README.md and docs/features.md from the demo data, in
// docs/images unless a folder is named. It finds everything by role and text, and fails when something is not there.

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'docs', 'images'));
const drawings = join(import.meta.dirname, '..', 'src', 'appliance', 'demo', 'photos');
const sharpPhone: BrowserContextOptions = { ...phone, isMobile: true, deviceScaleFactor: 2 };

/** For a busy machine. */
const timeoutMs = 120_000;
/** Beyond it GitHub scales pictures down. */
const maxWidthPixels = 1_200;

mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'callout-pictures-'));
const demo = await spawnService({ command: 'demo', env: { DEMO_DATA: join(dataDir, 'demo'), DEMO_LANGUAGE: 'en' } });
// With the fonts of the machine, as people see the console.
const browser = await chromium.launch({ ...(chromiumPath && { executablePath: chromiumPath }) });
try {
  await waitFor(() => demo.output().includes('password of all'), 180_000);
  await waitUntilReady(demo);
  await withPage(demoLogins.client, sharpPhone, pictureOfProof);
  await withPage(demoLogins.worker, { ...sharpPhone, ...withServiceWorker }, pictureOfOfflineWork);
  await withPage(demoLogins.admin, { ...desktop, colorScheme: 'dark' }, pictureOfBoard);
  await withPage(demoLogins.client, sharpPhone, pictureOfPortal);
  await withPage(demoLogins.client, desktop, (page) => pictureOf(page, '/webhooks', 'integrator-webhooks'));
  await withPage(demoLogins.admin, desktop, (page) => pictureOf(page, '/health', 'operator-status'));
  await withPage(demoLogins.worker, { ...sharpPhone, colorScheme: 'dark' }, (page) =>
    pictureOf(page, '/notifications/settings', 'everybody-notifications'),
  );
} finally {
  await browser.close();
  await stopService(demo);
  rmSync(dataDir, { recursive: true, force: true });
}

/** The client compares the photos of before and after, and has the buttons to confirm or to request rework. */
async function pictureOfProof(page: Page): Promise<void> {
  await ticketLink(page, 'done', 'other').click();
  await button(page, en.labels.operation.confirm).waitFor();
  await button(page, en.labels.operation.reject).waitFor();
  const comparison = page.getByRole('slider');
  await save('client-confirm', await screenshot(page, comparison));
}

/** The worker finishes a job with two photos offline, and the same page after the connection is back. */
async function pictureOfOfflineWork(page: Page): Promise<void> {
  await serviceWorkerReady(page);
  await ticketLink(page, 'in_progress', 'elevator').click();
  await fileInput(page).first().waitFor({ state: 'attached' });
  await page
    .getByAltText(en.ticket.photoOf(1, 1, ''))
    .first()
    .scrollIntoViewIfNeeded();
  await allPhotosLoaded(page);
  await page.context().setOffline(true);
  const photos = ['fuses-after.webp', 'lift-after.webp'].map((name) => join(drawings, name));
  await fileInput(page).first().setInputFiles(photos);
  await page.getByText(en.upload.waiting).first().waitFor();
  await finishJob(page);
  const queued = page.getByText(en.queuedOperations.afterPhotos);
  await queued.waitFor();
  const offline = await screenshot(page);
  await page.context().setOffline(false);
  await queued.waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByText(en.app.offline).first().waitFor({ state: 'detached', timeout: 60_000 });
  await currentStatus(page, en.labels.status.done).waitFor();
  await save('worker-offline', offline, await screenshot(page));
}

/** The admin's board, while a ticket is dragged to a worker. */
async function pictureOfBoard(page: Page): Promise<void> {
  const card = page.getByRole('article').filter({ has: ticketLink(page, 'new', 'plumbing') });
  const worker = page.getByRole('region', { name: en.board.workload }).getByText('Priya Shah');
  await worker.waitFor();
  await drag(page, card, worker);
  await save('admin-board', await screenshot(page));
  await page.mouse.up();
}

/** What a passer-by sees after scanning the label of a building, and the inbox of its client. */
async function pictureOfPortal(page: Page): Promise<void> {
  const client = await signIn(demo.url, demoLogins.client, demoPassword);
  const [portal] = (await send(`${demo.url}/ext/portals`, 'GET', client)).body.items;
  await page.goto(`${demo.url}/app/reports`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const inbox = await screenshot(page);
  await page.goto(portal.url);
  await save('portal-report', await page.screenshot(), inbox);
}

async function pictureOf(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`${demo.url}/app${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await save(name, await screenshot(page));
}

/** Presses the mouse on one element and moves it over another one, without letting go. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error('the element to drag to is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
}

/** The link to an open ticket of the printed client, by its title. */
function ticketLink(page: Page, outcome: 'new' | 'in_progress' | 'done', category: Category): Locator {
  const ticket = openTickets.quarter.find((one) => one.outcome === outcome && one.category === category);
  const [title = ''] = ticket?.description.en.split('\n') ?? [];
  if (!title) throw new Error(`the demo has no ticket of ${category} that is ${outcome}`);
  return page.getByRole('link', { name: title }).first();
}

async function withPage(email: string, options: BrowserContextOptions, show: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  await page.goto(`${demo.url}/app/`);
  await login(page, email, demoPassword);
  await show(page);
  await context.close();
}

/** Those outside of the window may load later. */
async function allPhotosLoaded(page: Page): Promise<void> {
  const areLoaded = `[...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    const isShown = width > 0 && bottom > 0 && top < innerHeight;
    return !isShown || (image.complete && image.naturalWidth > 0);
  })`;
  await expect.poll(() => page.evaluate<boolean>(areLoaded), { timeout: 30_000 }).toBe(true);
}

/** @param shown what is scrolled to the middle of the window; the start of the page by default */
async function screenshot(page: Page, shown?: Locator): Promise<Buffer> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.evaluate('scrollTo(0, 0)');
  await shown?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await allPhotosLoaded(page);
  return page.screenshot();
}

/** Writes one picture, or several side by side. */
async function save(name: string, ...pictures: Buffer[]): Promise<void> {
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  const page = await browser.newPage({ viewport: { width: 4000, height: 2000 } });
  await page.setContent(`<body style="margin:0"><div style="display:inline-flex;gap:48px">${images.join('')}</div></body>`);
  await allPhotosLoaded(page);
  const png = await page.locator('div').screenshot({ omitBackground: true });
  await sharp(png)
    .resize({ width: maxWidthPixels, withoutEnlargement: true })
    .webp({ quality: 64 })
    .toFile(join(folder, `${name}.webp`));
  await page.close();
}
