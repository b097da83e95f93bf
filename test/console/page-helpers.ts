import { readFileSync } from 'node:fs';
import { type BrowserContextOptions, expect, type FileChooser, type Locator, type Page } from '@playwright/test';
import { password } from './console-service.ts';

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
/** As a user's browser has it; the other tests run without one. */
export const withServiceWorker: BrowserContextOptions = { serviceWorkers: 'allow' };

export async function login(page: Page, email: string, secret = password): Promise<void> {
  await enterCredentials(page, email, secret);
  await opened(page);
}

/** Waits until a page of somebody who is signed in is rendered. */
export async function opened(page: Page): Promise<void> {
  await page.locator('.app-layout').waitFor();
  await navigated(page);
}

/** Signs in without the form, which takes a second: the browser has the cookie and the stored user of an earlier sign-in. */
export async function startSession(page: Page, url: string, email: string): Promise<void> {
  const response = await page.request.post(`${url}/auth/login`, { data: { email, password } });
  const { user } = await response.json();
  await page.goto(`${url}/ping`);
  await page.evaluate(`localStorage.setItem('callout.session', '${user.id}')`);
}

/**
 * Lets a test jump in time, in all pages of the browser context that are loaded from now on. No request reaches its time limit by a
 * jump, after which the page would believe itself offline.
 */
export async function installClock(page: Page): Promise<void> {
  const context = page.context();
  await context.clock.install();
  await context.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/** How long a move of requests can be undone, and a little more. */
export const moveUndoMs = 7_000;

/** Time passes with `page.clock.runFor` only, however busy the machine is. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 5_000);

/** The first step of a sign-in. */
export async function enterCredentials(page: Page, email: string, secret = password): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(secret);
  await page.locator('button[type=submit]').click();
}

/** Opens another page of the console as its links do, without loading everything again. @returns when it is rendered */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/app${path}`)})`);
  await navigated(page);
}

/**
 * Waits until the page of the address is rendered: until then the one before is shown, whose links and buttons may have the same names.
 * A page that leads to another one in an effect may have been rendered itself.
 */
async function navigated(page: Page): Promise<void> {
  // The router is pending from the event that changes the address until React has rendered the page.
  const isRendered = (): Promise<boolean> =>
    page.evaluate<boolean>(`globalThis.__TSR_ROUTER__?.state.status === 'idle'`).catch(() => false); // it is loaded anew
  await expect.poll(isRendered, { intervals: [10, 20, 50, 100] }).toBe(true);
}

/** The menu behind the name of the user. */
export const openAccountMenu = (page: Page): Promise<void> => page.locator('.current-user').click();

export async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Email').waitFor();
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
/** Opens a filter of the list of requests. */
export async function openFilter(page: Page, name: string): Promise<void> {
  const filter = button(page, name);
  if (!(await filter.isVisible())) await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  await filter.click();
}
/** What became of several selected tickets. */
export const bulkResult = (page: Page): Locator => page.getByRole('region', { name: 'Result', exact: true });
/** The current step of a ticket's status line. */
export const currentStatus = (page: Page, status: string): Locator => page.locator('[aria-current=step]', { hasText: status });
export const fileInput = (page: Page): Locator => page.locator('.photo-button input[type=file]');

/** Opens the dialog for files and chooses some. @returns whether it offers the camera, or several files */
export async function chooseFiles(page: Page, opener: Locator, files: Parameters<FileChooser['setFiles']>[0]) {
  const chooser = page.waitForEvent('filechooser');
  await opener.click();
  const opened = await chooser;
  const offers = { camera: await opened.element().getAttribute('capture'), several: opened.isMultiple() };
  await opened.setFiles(files);
  return offers;
}

/** Downloads a file with a click. */
export async function download(page: Page, opener: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), opener.click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** The strip above all pages while there is no connection. */
export const offlineBanner = (page: Page): Locator => page.locator('.offline-banner', { hasText: /^Offline/ });

/** Waits until the service worker controls the page. */
export const serviceWorkerReady = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), { timeout: 30_000 }).toBe(true);

/** Sends the operation that is held as long as it can be undone, as when the page is left. */
export async function sendHeld(page: Page): Promise<void> {
  await page.locator('.queued-operation').waitFor();
  await page.evaluate(`void dispatchEvent(new Event('pagehide'))`);
}

/** Makes the timeouts of requests shorter that the page sends from now on: 3 s instead of 15. */
export const shortenTimeouts = (page: Page): Promise<void> =>
  page.evaluate<void>('{ const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 5) }');

/** Finishes the work, in the sheet that shows its photos. */
export async function finishJob(page: Page): Promise<void> {
  await button(page, 'Finish job').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finish/ })
    .click();
}

/** Where an element ends, in pixels from the top of the window. */
export async function lowerEdge(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}
