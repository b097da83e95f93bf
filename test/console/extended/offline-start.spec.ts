import type { Page } from '@playwright/test';
import { auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import {
  button,
  currentStatus,
  desktop,
  fileInput,
  finishJob,
  heading,
  installClock,
  login,
  offlineBanner,
  phone,
  signOut,
  visit,
  withServiceWorker,
} from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import { openWithServiceWorker, storedRecords, waitForStored } from '../stored-records.ts';

// The console opened or reloaded without a connection, with what the account has read before.

const test = base.extend<{
  /** A ticket that Wanda works on, with a photo. */
  id: number;
  /** Wanda's phone. */
  page: Page;
}>({
  id: async ({ lobby: { report } }, use) => {
    await use(await report('A lamp is dark', 'take'));
  },
  page: async ({ app, id: _, lobby: { wanda } }, use) => {
    await use(await openWithServiceWorker(app, wanda));
  },
});

/** Waits until the job is shown, and stored with its journal. */
async function waitForJob(page: Page): Promise<void> {
  await page.getByText('A lamp is dark').waitFor();
  await waitForStored(page, '/events');
}

const isOffline = (page: Page): Promise<void> =>
  offlineBanner(page)
    .getByText(/^Offline · saved \d\d:\d\d$/)
    .waitFor();

test('a worker opens and works on jobs without a network', async ({ app, id, lobby: { anna, wanda, project } }) => {
  const targets = { timezone: 'UTC', take_within_minutes: {}, finish_within_minutes: { normal: 600 } };
  await app.call(anna, 'PUT', `/ext/projects/${project}/targets`, targets);
  await app.addAttachment(anna, id, photoFile('reported.png'));
  await app.transition(wanda, id, 'start');
  await app.addPhoto(wanda, id, photoFile('before.png'));
  await app.transition(wanda, id, 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It is still dark' });
  const page = await openWithServiceWorker(app, wanda);
  await page.getByText('A lamp is dark').waitFor();
  await waitForStored(page, '/events', 'It is still dark');
  await waitForStored(page, '', '', 'photo');
  await waitForStored(page, 'attachment', '', 'photo');
  await waitForStored(page, 'in lists');
  // The links of the service expire, and a phone with little space clears its cache.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.reload();
  await isOffline(page);
  const card = page.getByRole('article').filter({ hasText: 'A lamp is dark' });
  await expect(card.locator('img.ticket-cover')).toHaveAttribute('src', /^blob:/);
  await expect(card).toContainText('2 photos');
  await expect(card).toContainText(/Finish by/);
  await expect(page.getByText('Connecting…')).toHaveCount(0);
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await page.getByText('A lamp is dark').waitFor();
  expect(await auditPage(page, 'offline start')).toEqual([]);

  await page.getByText('A lamp is dark').click();
  await page.locator('.timeline').getByText('It is still dark').waitFor();
  for (const name of ['before.png', 'reported.png']) {
    const photo = page.getByRole('img', { name: `Photo 1 of 1: ${name}` });
    await expect(photo).toHaveAttribute('src', /^blob:/);
    await expect.poll(() => photo.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
  }
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
  await fileInput(page).setInputFiles(photoFile('after.png'));
  await page.getByAltText('after.png').waitFor();
  await offlineBanner(page).getByText('Waiting to be sent: Start, 1 photo.').waitFor();

  await page.reload();
  await isOffline(page);
  await page.getByAltText('after.png').waitFor();
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: 'detached' });
  await expect
    .poll(() => app.ticketActions(wanda, id), { timeout: 30_000 })
    .toBe('created assigned started photo_added done rejected started photo_added');
});

test('at most 30 open jobs are read ahead, each once', async ({ app, lobby: { wanda, report } }) => {
  await app.copyTicket(await report('A lamp is dark', 'take'), 31);
  const page = await app.newPage(phone);
  const read: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/tickets\/(\d+)\/events/.exec(request.url()) ?? [];
    if (id) read.push(id);
  });
  await installClock(page);
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  // Some hundred requests, one after the other.
  await expect.poll(() => read.length, { timeout: 60_000 }).toBe(30);
  for (const [path, title] of [
    ['/free', 'Available'],
    ['/', 'My work'],
  ] as const) {
    await visit(page, path);
    await heading(page, title).waitFor();
    await page.clock.runFor(3_000); // longer than the console waits before it reads ahead
    await page.evaluate(`fetch('/ping').then(({ status }) => status)`); // requests before it have been seen then
  }
  expect(new Set(read).size).toBe(30);
  expect(read).toHaveLength(30);
});

test('the console opens with stored jobs while the service does not answer', async ({ app, page }) => {
  await waitForJob(page);
  app.link.stall();
  await page.reload();
  await page.getByText('A lamp is dark').waitFor();
  await page.getByText(/saved \d\d:\d\d$/).waitFor();
  app.link.restore();
  await page.locator('.offline-banner').waitFor({ state: 'detached' });
  await page.getByText('A lamp is dark').waitFor();
});

test('a session that has ended keeps what was not sent only', async ({ app, id, page, lobby: { wanda } }) => {
  await waitForJob(page);
  app.link.disconnect();
  await page.goto(`${app.url}/app/tickets/${id}`);
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
  await page.context().clearCookies();
  app.link.restore();
  await page.getByText('Your session has ended').waitFor();
  await expect.poll(() => storedRecords(page)).toEqual([]);
  expect(await app.ticketActions(wanda, id)).toBe('created assigned');
  await login(page, wanda);
  await expect.poll(() => app.ticketActions(wanda, id), { timeout: 30_000 }).toBe('created assigned started');
});

test('what one account has read is removed when it signs out and shown to no other one', async ({ app, page, lobby }) => {
  await waitForJob(page);
  await visit(page, '/profile');
  await page.getByText('removes the requests that are saved on this device').waitFor();
  await signOut(page);
  await expect.poll(() => storedRecords(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await button(page, 'Sign in').waitFor();
  await page.context().setOffline(false);
  const otto = await app.account('Otto', 'worker');
  await login(page, otto);
  await visit(page, '/');
  await waitForStored(page, 'GET /tickets');
  await page.context().setOffline(true);
  await page.reload();
  await isOffline(page);
  await heading(page, 'My work').waitFor();
  await expect(page.getByText('A lamp is dark')).toHaveCount(0);
  const { id: wandaId } = await app.call(lobby.wanda, 'GET', '/auth/me');
  expect((await storedRecords(page)).filter(({ user }) => user === wandaId)).toEqual([]);
});

test('a password that has to be changed is asked for instead of the stored jobs', async ({ page }) => {
  await waitForJob(page);
  await page.evaluate(`(() => {
    const [user] = localStorage.getItem('callout.password').split(' ');
    localStorage.setItem('callout.password', user + ' temporary');
  })()`);
  await page.context().setOffline(true);
  await page.reload();
  await heading(page, 'Choose your own password').waitFor();
  await expect(page.getByText('A lamp is dark')).toHaveCount(0);
});

const denied = `
  IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`;

test('a job is finished without a connection where the browser denies its storage', async ({ app, id, lobby: { wanda } }) => {
  const page = await app.newPage({ ...phone, ...withServiceWorker });
  await page.addInitScript(denied);
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await page.getByText('A lamp is dark').click();
  await button(page, 'Start').waitFor();
  app.link.disconnect();
  await button(page, 'Start').click();
  await fileInput(page).setInputFiles(photoFile('after.png'));
  await page.getByAltText('after.png').waitFor();
  await finishJob(page);
  await currentStatus(page, 'Done').waitFor();
  app.link.restore();
  await expect.poll(() => app.ticketActions(wanda, id), { timeout: 30_000 }).toBe('created assigned started photo_added done');
});

test('a ticket that was accepted over a link is in My work at the next start without a link', async ({ app, page, lobby }) => {
  const id = await lobby.report('A tap drips');
  await page.getByText('A lamp is dark').waitFor();
  await waitForStored(page, '"status":"assigned"');
  await page.goto(`${app.url}/app/tickets/${id}`);
  await button(page, 'Take job').click();
  await button(page, 'Start').waitFor();
  await waitForStored(page, `{"id":${id}}`, '\\"status\\":\\"assigned\\"');
  await page.context().setOffline(true);
  await page.goto(`${app.url}/app/`);
  await isOffline(page);
  await page.getByText('A tap drips').waitFor();
  await page.getByText('A lamp is dark').waitFor();
});

test('what was never opened is said to be not downloaded', async ({ app, page, lobby: { report } }) => {
  await report('A tap drips');
  await page.getByText('A lamp is dark').waitFor();
  await visit(page, '/free');
  await page.getByText('A tap drips').waitFor();
  app.link.disconnect();
  await offlineBanner(page).waitFor();
  await page.getByText('A tap drips').click();
  const notDownloaded = page.getByText('Not downloaded. Opens when you are back online.');
  // The photos and the journal.
  await expect(notDownloaded).toHaveCount(2);
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  app.link.restore();
  await page.locator('.timeline').getByText('Anna').waitFor();
  await expect(notDownloaded).toHaveCount(0);
});

// What pages show without a connection, and how old they say it is.

test('without a connection the board has requests in the columns of their statuses', async ({
  app,
  lobby: { anna, wanda, report },
}) => {
  const name = `The lamp of ${app.suffix} is dark`;
  const id = await report(name, 'take', 'start', 'done');
  for (let round = 1; round <= 2; round++) {
    await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
    if (round === 1) await app.transition(wanda, id, 'start', 'done');
  }
  const page = await openWithServiceWorker(app, adminEmail, desktop);
  const column = (title: string) => page.locator('.column', { has: page.getByRole('heading', { name: title }) });
  await column('Needs rework').getByText('Repeated rework').first().waitFor();
  await waitForStored(page, 'rejected', name);
  app.link.disconnect();
  await page.reload();
  await offlineBanner(page).waitFor();
  await column('Needs rework').getByText(name).waitFor();
  app.link.restore();
  await page.getByRole('button', { name: /^Repeated rework/ }).click();
  await expect(page.locator('.board-card').filter({ hasText: name })).toHaveCount(1);
});

test('the banner without a connection names the time at which the page was read', async ({ app, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark', 'take');
  const page = await app.newPage({ ...phone, timezoneId: 'UTC' });
  const at = (minute: number): number => new Date().setUTCHours(12, minute, 0, 0);
  await page.clock.install({ time: at(0) });
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await page.getByText('A lamp is dark').waitFor();
  // The list is read again when live updates are connected, unless its page was left before.
  await visit(page, '/profile');
  await heading(page, 'Profile').waitFor();
  await page.clock.setSystemTime(at(5));
  const read = page.waitForResponse(`**/tickets/${id}`);
  await visit(page, `/tickets/${id}`);
  await read;
  await button(page, 'Start').waitFor();
  app.link.disconnect();
  const isSavedAt = (time: string): Promise<void> =>
    offlineBanner(page).getByText(`Offline · saved ${time}`, { exact: true }).waitFor();
  await isSavedAt('12:05');
  await page.clock.setSystemTime(at(10));
  await button(page, 'Start').click();
  await page.getByText('Waiting for connection').waitFor();
  await isSavedAt('12:05');
  await visit(page, '/');
  await page.getByText('A lamp is dark').waitFor();
  await isSavedAt('12:00');
});
