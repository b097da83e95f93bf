import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, currentStatus, fileInput, offlineBanner, phone, stopClock, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// What a worker does by mistake on a phone can be taken back.

const test = base.extend<{ page: Page; assigned: number; actions: () => Promise<string> }>({
  page: async ({ app, assigned: _, lobby: { wanda } }, use) => {
    await use(await app.openWithClock(wanda, phone));
  },
  assigned: async ({ lobby: { report } }, use) => {
    await use(await report('A lamp is dark', 'take'));
  },
  actions: async ({ app, assigned, lobby: { anna } }, use) => {
    await use(() => app.ticketActions(anna, assigned));
  },
});

const held = (page: Page): Locator => page.locator('.queued-operation', { hasText: 'Sends in a few seconds' });
const undo = (page: Page): Locator => page.getByRole('button', { name: /^Undo/ });

async function start(page: Page, id: number): Promise<void> {
  await visit(page, `/tickets/${id}`);
  await button(page, 'Start').tap();
  await currentStatus(page, 'In progress').waitFor();
}

test('the second tap of a double tap does not run the operation that appears', async ({ page, lobby: { report } }) => {
  const id = await report('A tap drips');
  await visit(page, `/tickets/${id}`);
  const take = await button(page, 'Take job').boundingBox();
  const [x, y] = [(take?.x ?? 0) + (take?.width ?? 0) / 2, (take?.y ?? 0) + (take?.height ?? 0) / 2];
  /** In small steps, because timers deliver answers to the page. */
  const ready = (name: string): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(20);
      await expect(page.locator('.step-buttons button:not([disabled])', { hasText: name })).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [20] });
  /** The pause of a button begins after it is shown. */
  const isEnabledAfterPause = async (name: string): Promise<boolean> => {
    await page.clock.runFor(700);
    return button(page, name).isEnabled();
  };
  await stopClock(page);
  await button(page, 'Take job').tap();
  await ready('Start');
  await page.touchscreen.tap(x, y);
  await page.getByRole('button', { name: 'Start' }).focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Start')).toBeDisabled();
  await currentStatus(page, 'Assigned').waitFor();
  await expect.poll(() => isEnabledAfterPause('Start')).toBe(true);
  await button(page, 'Start').tap();
  await ready('Finish job');
  await page.touchscreen.tap(x, y);
  await currentStatus(page, 'In progress').waitFor();
  await expect.poll(() => isEnabledAfterPause('Finish job')).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Start can be undone for 10 seconds, and is sent then', async ({ page, assigned, actions }) => {
  await stopClock(page);
  await start(page, assigned);
  await held(page).waitFor();
  await page.clock.runFor(5_000);
  expect(await actions()).toBe('created assigned');
  await undo(page).tap();
  await currentStatus(page, 'Assigned').waitFor();
  await page.clock.runFor(12_000);
  expect(await actions()).toBe('created assigned');
  await button(page, 'Start').tap();
  await held(page).waitFor();
  await page.clock.runFor(11_000);
  await page.clock.resume(); // a timer may be set after the seconds that it counts
  await expect.poll(actions).toBe('created assigned started');
  await expect(undo(page)).toHaveCount(0);
});

test('Start is sent at once when another page is opened', async ({ page, assigned, actions }) => {
  await start(page, assigned);
  await held(page).waitFor();
  await page.clock.pauseAt(Date.now() + 3_000);
  await page.getByRole('link', { name: 'My work' }).last().tap();
  await expect.poll(actions).toBe('created assigned started');
});

test.describe('photos that wait', () => {
  const waiting = (page: Page): Locator => page.locator('.upload.waiting');

  test.beforeEach(async ({ app, page, assigned, lobby: { wanda } }) => {
    await app.transition(wanda, assigned, 'start');
    await visit(page, `/tickets/${assigned}`);
    await button(page, 'Finish job').waitFor();
    app.link.disconnect();
    await fileInput(page).setInputFiles([photoFile('first.png'), photoFile('second.png')]);
    await waiting(page).nth(1).waitFor();
    await offlineBanner(page).waitFor();
  });

  test('a photo that is removed comes back with Undo, for 10 seconds', async ({ app, page, actions }) => {
    const remove = waiting(page).first().getByRole('button', { name: 'Remove' });
    const retry = waiting(page).first().getByRole('button', { name: 'Try again' });
    const [above, below] = await Promise.all([retry.boundingBox(), remove.boundingBox()]);
    const gap = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
    expect(gap, 'a thumb does not hit the other one').toBeGreaterThanOrEqual(16);
    await stopClock(page);
    await remove.tap();
    await expect(page.getByAltText('first.png')).toHaveCount(0);
    await page.getByText('Photo removed.').waitFor();
    await page.clock.runFor(5_000);
    await undo(page).tap();
    await expect(waiting(page).getByRole('img')).toHaveCount(2);
    app.link.restore();
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await expect.poll(actions).toBe('created assigned started photo_added photo_added');
  });

  test('Discard of unsent work names what is lost and asks, and can be undone for 10 seconds', async ({ app, page, actions }) => {
    await button(page, 'Finish job').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Finish', exact: true }).tap();
    await page.getByRole('link', { name: 'My work' }).last().tap();
    const notSent = page.getByText('Finish job, 2 photos not sent yet.');
    await page.getByRole('button', { name: 'Discard' }).tap();
    const dialog = page.getByRole('dialog', { name: /^Discard the unsent changes of request #\d+\?$/ });
    await dialog.getByText('Deleted from this device and never sent: 2 photos, Finish job.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await notSent.waitFor();
    await page.getByRole('button', { name: 'Discard' }).tap();
    await stopClock(page);
    await dialog.getByRole('button', { name: 'Discard' }).tap();
    await notSent.waitFor({ state: 'detached' });
    await page.clock.runFor(5_000);
    await undo(page).tap();
    await notSent.waitFor();
    app.link.restore();
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await expect.poll(actions).toBe('created assigned started photo_added photo_added done');
  });
});
