import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, finishJob, login, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// A photo is removed when the notice with its undo has gone.

test.describe('removal of photos', () => {
  let page: Page;
  let id: number;
  /** The first letters of the stored photos. */
  let stored: () => Promise<string>;

  test.beforeEach(async ({ app, lobby: { wanda, report } }) => {
    id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    for (const name of ['a.png', 'b.png', 'c.png']) await app.addPhoto(wanda, id, photoFile(name));
    stored = async () => (await app.photoNames(wanda, id)).map((name) => name[0]).join('');
    page = await app.newPage(phone);
    await page.clock.install();
    await page.goto(`${app.url}/app/`);
    await login(page, wanda);
    await visit(page, `/tickets/${id}`);
  });

  const photo = (name: string) => page.getByRole('button', { name: new RegExp(`: ${name}.png`) });
  const remove = async (name: string): Promise<void> => {
    await photo(name).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Photo removed.').waitFor();
  };

  test('a photo is stored as long as its removal can be undone', async () => {
    await remove('a');
    await page.clock.fastForward(8_000);
    await expect(button(page, 'Undo')).toBeVisible();
    expect(await stored()).toBe('abc');
    await button(page, 'Undo').click();
    await photo('a').waitFor();
    await remove('b');
    await page.clock.fastForward(10_000);
    await expect.poll(stored).toBe('ac');
  });

  test('a photo is removed when the notice is dismissed', async () => {
    await remove('a');
    await button(page, 'Dismiss').click();
    await expect.poll(stored).toBe('bc');
  });

  test('a photo is removed when the page is left', async () => {
    await remove('b');
    await page.getByRole('link', { name: 'Available' }).last().click();
    await page.getByRole('heading', { name: 'No available requests' }).waitFor();
    await expect.poll(stored).toBe('ac');
    await page.goBack();
    await photo('c').waitFor();
    await expect(photo('b')).toHaveCount(0);
  });

  test('the open photo stays open when others remove one before it', async ({ app, lobby: { wanda } }) => {
    await photo('b').click();
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    await app.call(adminEmail, 'DELETE', `/tickets/${id}/photos/${items[0].id}`);
    await page.getByRole('dialog').getByText('Photo 1 of 2').waitFor();
    await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('alt', 'b.png');
  });

  test('a photo is removed when the page is reloaded', async () => {
    await remove('a');
    await page.reload();
    await expect.poll(stored).toBe('bc');
    await photo('b').waitFor();
    await photo('a').waitFor({ state: 'detached' });
  });

  test('photos are removed before Finish job is sent, also when both wait for a link', async ({ app, lobby: { wanda } }) => {
    await remove('a');
    app.link.disconnect();
    await finishJob(page);
    await currentStatus(page, 'Done').waitFor();
    await expect(photo('a')).toHaveCount(0);
    expect([await stored(), await app.ticketStatus(wanda, id)]).toEqual(['abc', 'in_progress']);
    app.link.restore();
    await page.clock.fastForward(30_000);
    await expect.poll(() => app.ticketStatus(wanda, id), { timeout: 30_000 }).toBe('done');
    expect(await stored()).toBe('bc');
    await expect(photo('a')).toHaveCount(0);
    await photo('b').waitFor();
  });

  test('a photo is shown again when the Finish job that would have removed it is undone', async ({ app }) => {
    await remove('a');
    app.link.disconnect();
    await finishJob(page);
    await page.getByRole('button', { name: 'Undo Finish job' }).click();
    await photo('a').waitFor();
    app.link.restore();
    expect(await stored()).toBe('abc');
  });
});
