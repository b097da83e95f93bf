import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, desktop, fileInput, lowerEdge, phone } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

test('an error while a dialog is open is shown inside the dialog', async ({ app, lobby: { wanda } }) => {
  const admin = await app.open(adminEmail, {}, `/users?q=${encodeURIComponent(wanda)}`);
  await admin.getByRole('button', { name: /Wanda/ }).click();
  const error = 'cannot change this account now';
  await admin.route('**/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 409, json: { error } }) : route.continue(),
  );
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Disable/ }).click();
  await dialog.getByText('Cannot change this account now.').waitFor();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await admin.getByText('Cannot change this account now.').waitFor({ state: 'detached' });
  await expect(dialog).toBeVisible();
});

test('the percentage of an upload is shown and not announced', async ({ app, begun, lobby: { wanda } }) => {
  const worker = await app.open(wanda, {}, `/tickets/${begun}`);
  const released = Promise.withResolvers<void>();
  await worker.route(/\/photos$/, async (route) => {
    if (route.request().method() === 'POST') await released.promise;
    await route.continue();
  });
  await fileInput(worker).setInputFiles(photoFile('lamp.png'));
  const tile = worker.locator('.upload.sending');
  await tile.getByText(/%/).waitFor();
  expect(await tile.getByRole('status').textContent()).not.toMatch(/%/);
  released.resolve();
  await worker.getByRole('button', { name: /Photo 1 of 1: lamp/ }).waitFor();
});

test('a notice on a phone is above the action bar', async ({ app, lobby: { anna, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const client = await app.open(anna, phone, `/tickets/${id}`);
  await button(client, 'Confirm').waitFor();
  await client.route('**/confirm', (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }));
  await button(client, 'Confirm').tap();
  const bar = await client.locator('.action-bar').boundingBox();
  await expect.poll(() => lowerEdge(client.locator('.toast'))).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('a form says after an attempt what is missing', async ({ app, lobby: { anna, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const client = await app.open(anna, {}, `/tickets/${id}`);
  await button(client, 'Request rework').click();
  const dialog = client.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Request rework' });
  await expect(submit).toHaveAccessibleDescription('');
  await submit.click();
  await expect(submit).toHaveAccessibleDescription('Fill in: Reason.');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Still dark');
  await expect(submit).toHaveAccessibleDescription('');

  const admin = await app.open(adminEmail, {}, '/users');
  await button(admin, 'New account').click();
  const create = admin.getByRole('dialog').locator('button[type=submit]');
  await admin.getByRole('dialog').getByLabel('Name').press('Enter');
  await expect(create).toHaveAccessibleDescription(/^Fill in: Name, Email/);
});

interface Motion {
  /** cards that moved to another list within 120 to 160 ms */
  moved: number;
  /** checks that were drawn within 120 to 160 ms */
  drawn: number;
}

/** Counts what moves on the page from now on. */
async function countMotion(page: Page): Promise<() => Promise<Motion>> {
  await page.evaluate(`{
    window.motion = { moved: 0, drawn: 0 };
    const isShort = (duration) => duration >= 120 && duration <= 160;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, options) {
      if (this.matches('.card, .board-card') && isShort(options.duration)) window.motion.moved += 1;
      return animate.call(this, keyframes, options);
    };
    addEventListener('animationstart', ({ animationName, target }) => {
      const seconds = Number.parseFloat(getComputedStyle(target).animationDuration); // a slow page has ended it by now
      if (animationName === 'draw' && isShort(seconds * 1_000)) window.motion.drawn += 1;
    });
  }`);
  return () => page.evaluate<Motion>('window.motion');
}

test('the check of a confirmation is drawn once', async ({ app, lobby: { anna, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna, { ...phone, reducedMotion: 'no-preference' }, `/tickets/${id}`);
  await button(page, 'Confirm').waitFor();
  const motion = await countMotion(page);
  await button(page, 'Confirm').click();
  await currentStatus(page, 'Closed').locator('.drawn-check').waitFor();
  await expect.poll(async () => (await motion()).drawn).toBe(1);
  await expect.poll(() => app.ticketStatus(anna, id)).toBe('closed');
  await page.reload();
  await currentStatus(page, 'Closed').waitFor();
  await expect(page.locator('.drawn-check')).toHaveCount(0);
});

for (const [reducedMotion, count] of [
  ['no-preference', 1],
  ['reduce', 0],
] as const) {
  test(`a card moves to its new column, motion: ${reducedMotion}`, async ({ app, lobby: { anna, wanda, object } }) => {
    const title = `Lamp ${crypto.randomUUID()} is dark`;
    // Those of high priority come first, so that it is among the shown ones however many other tests have created.
    const report = { object_id: object, category: 'electric', priority: 'high', description: title };
    const { id } = await app.call(anna, 'POST', '/tickets', report);
    const page = await app.open(adminEmail, { ...desktop, reducedMotion });
    await page.locator('.board-card', { hasText: title }).waitFor();
    await page.locator('.board:not([aria-busy])').waitFor();
    const motion = await countMotion(page);
    await app.transition(wanda, id, 'take');
    const assigned = page.locator('.column').filter({ has: page.getByRole('heading', { name: /^Assigned/, level: 2 }) });
    const card = assigned.locator('.board-card', { hasText: title });
    const pill = page.getByRole('button', { name: /by others/ });
    await card.or(pill).first().waitFor(); // a change before all is read waits behind nothing
    if ((await card.count()) === 0) await pill.click();
    await card.waitFor();
    await expect.poll(async () => (await motion()).moved).toBe(count);
  });
}
