import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, currentStatus, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

/** A ticket that was done twice, with three photos, on its client's phone. */
const test = base.extend<{ page: Page }>({
  page: async ({ app, lobby: { anna, wanda, report } }, use) => {
    const id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    for (const name of ['first.png', 'second.png']) await app.addPhoto(wanda, id, photoFile(name));
    await app.transition(wanda, id, 'done');
    await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
    await app.transition(wanda, id, 'start');
    await app.addPhoto(wanda, id, photoFile('third.png'));
    await app.transition(wanda, id, 'done');
    const page = await app.open(anna, phone);
    await visit(page, `/tickets/${id}`);
    await use(page);
  },
});

const shownPhoto = (page: Page, name: string) => page.getByRole('dialog').getByAltText(name).waitFor();

test('finished work shows its first and its last photo, compared with a slider', async ({ page }) => {
  const slider = page.getByRole('slider', { name: 'Compare before and after' });
  await slider.focus();
  const shown = () => page.evaluate<string>("getComputedStyle(document.querySelector('.compared img + img')).clipPath");
  expect(await shown()).toBe('inset(0px 50% 0px 0px)');
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).toBe('inset(0px 49% 0px 0px)');
  await page.keyboard.press('Home');
  await expect.poll(shown).toBe('inset(0px 100% 0px 0px)');
  const area = await slider.boundingBox();
  await page.mouse.click((area?.x ?? 0) + (area?.width ?? 0) - 5, (area?.y ?? 0) + 100);
  await expect.poll(shown).toMatch(/^inset\(0px (\d|[0-4]\.\d)%/);
  await expect(page.locator('.gallery > li'), 'the other photos').toHaveText([/Wanda, \d\d:\d\d/]);
  await expect(page.locator('.before-after p')).toHaveText([/^Before Wanda, \d\d:\d\d$/, /^After, round 2 Wanda, \d\d:\d\d$/]);
  await button(page, 'After, round 2').click();
  await shownPhoto(page, 'third.png');
});

test('the viewer fills the screen and moves with a swipe, a key and a button', async ({ page }) => {
  await button(page, 'Before').click();
  await shownPhoto(page, 'first.png');
  expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const swipe = (from: number, to: number) =>
    page.evaluate(`(() => {
      const target = document.querySelector('.photo-frame');
      const fire = (type, clientX, key) => {
        const touch = new Touch({ identifier: 1, target, clientX, clientY: 300 });
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, [key]: [touch], changedTouches: [touch] }));
      };
      fire('touchstart', ${from}, 'touches');
      fire('touchend', ${to}, 'changedTouches');
    })()`);
  await swipe(300, 100);
  await shownPhoto(page, 'second.png');
  await swipe(300, 280);
  await shownPhoto(page, 'second.png');
  await swipe(100, 300);
  await shownPhoto(page, 'first.png');
  await page.keyboard.press('ArrowLeft');
  await shownPhoto(page, 'third.png');
  await button(page, 'Next photo').click();
  await shownPhoto(page, 'first.png');
  await page.locator('.photo-frame').dblclick();
  await page.locator('.photo-frame.zoomed').waitFor();
  await button(page, 'Close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('photos are not announced where nobody can add one', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  await button(page, 'Accept').waitFor();
  await page.getByText('Activity').waitFor();
  await expect(page.getByRole('heading', { name: 'Photos' })).toHaveCount(0);
  await app.transition(wanda, id, 'take', 'start');
  await currentStatus(page, 'In progress').waitFor();
  await page.getByText('No photos yet.').waitFor();
  const client = await app.open(anna, phone);
  await visit(client, `/tickets/${id}`);
  await currentStatus(client, 'In progress').waitFor();
  await client.locator('.timeline [role=listitem]').first().waitFor();
  await expect(client.getByText('No photos yet.')).toHaveCount(0);
});
