import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { waitFor } from '../../testing/wait.ts';
import { en } from '../../web/src/i18n/en.ts';
import { type Demo, phone } from './demo.ts';
import type { RecordWait } from './figures.ts';
import { slowDown, timeAfter, timeToOpen } from './timing.ts';

const photos = join(import.meta.dirname, '..', '..', 'src', 'appliance', 'demo', 'photos');
const step = (text: string) => ({ selector: '[aria-current=step]', text });
const tab = (page: Page, name: string) => page.locator('.bottom-nav').getByRole('link', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** What workers do, on a phone. */
export async function measureWorker(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const names = { free: `Tap ${round} drips`, queued: `Door ${round} sticks` };
  const tickets = [await demo.ticket(names.free), await demo.ticket(names.queued, 'take')];
  const page = await demo.open('worker', phone);
  await tab(page, en.worker.available).tap();
  await card(page, names.free).tap();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  const { take, start, done } = en.labels.operation;
  record('accept', await timeAfter(page, () => press(take), step(en.labels.status.assigned)));
  record('start', await timeAfter(page, () => press(start), step(en.labels.status.in_progress)));
  for (const [index, name] of ['tap-before.webp', 'tap-after.webp'].entries()) {
    const file = join(photos, name);
    const shown = { selector: `[aria-labelledby=photos] button:has(img[alt*="${name}"])` };
    const waited = await timeAfter(page, () => page.locator('input[type=file]').first().setInputFiles(file), shown);
    if (index === 0) record('photo', waited);
  }
  await press(done);
  const finish = page.getByRole('dialog').getByRole('button', { name: en.finish.submit, exact: true });
  record('finish', await timeAfter(page, () => finish.tap(), step(en.labels.status.done)));
  await tab(page, en.worker.myTickets).tap();
  await card(page, names.queued).tap();
  await page.getByRole('button', { name: start, exact: true }).waitFor();
  await measureQueue(page, record);
  await page.context().close();
  for (const id of tickets) await demo.close(id);
}

/** Work that was done without a connection is sent when it is back. */
async function measureQueue(page: Page, record: RecordWait): Promise<void> {
  await page.context().setOffline(true);
  await page.locator('.offline-banner').waitFor();
  await page.getByRole('button', { name: en.labels.operation.start, exact: true }).tap();
  await page.locator('input[type=file]').first().setInputFiles(join(photos, 'door-after.webp'));
  await page.getByAltText('door-after.webp').waitFor();
  await page.getByRole('button', { name: en.labels.operation.done, exact: true }).tap();
  await page.getByRole('dialog').getByRole('button', { name: /./ }).filter({ hasText: en.finish.submit }).last().tap();
  await page.locator('.queued-operation').first().waitFor();
  const sent = { selector: '.offline-banner, .queued-operation', isGone: true };
  record('queueSent', await timeAfter(page, () => page.context().setOffline(false), sent));
}

/** The console of a worker opened again without a connection, at full speed and with a slow processor. */
export async function measureOfflineStart(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const name = `Gutter ${round} leaks`;
  const ticket = await demo.ticket(name, 'take');
  const first = await demo.open('worker', { ...phone, serviceWorkers: 'allow' });
  const context = first.context();
  await card(first, name).waitFor();
  await waitFor(() => first.evaluate<boolean>('navigator.serviceWorker.controller !== null'), 30_000);
  await storedJobs(first);
  await first.close();
  await context.setOffline(true);
  for (const [figure, cpuFactor] of [
    ['offlineStart', 1],
    ['slowOfflineStart', 4],
  ] as const) {
    const page = await context.newPage();
    await slowDown(page, cpuFactor, true);
    record(figure, await timeToOpen(page, demo.url, { selector: '.card', text: name }));
    await page.close();
  }
  await context.close();
  await demo.close(ticket);
}

/** Waits until the console has stored what it reads ahead. */
async function storedJobs(page: Page): Promise<void> {
  const count = `new Promise((resolve, reject) => {
    const request = indexedDB.open('callout-data');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction('records').objectStore('records').count();
      all.onsuccess = () => { request.result.close(); resolve(all.result); };
    };
  })`;
  let before = -1;
  for (;;) {
    const now = await page.evaluate<number>(count);
    if (now > 0 && now === before) return;
    before = now;
    await page.waitForTimeout(2_000); // longer than the console waits before it reads ahead
  }
}
