import type { Page } from '@playwright/test';
import { auditPage } from '../audit.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, phone } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

/** A ticket that was done twice, with three photos, on its client's phone. */
const test = base.extend<{ page: Page }>({
  page: async ({ app, lobby: { anna, wanda, report } }, use) => {
    const id = await report('A lamp is dark', 'take', 'start');
    for (const name of ['first.png', 'second.png']) await app.addPhoto(wanda, id, photoFile(name));
    await app.transition(wanda, id, 'done');
    await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
    await app.transition(wanda, id, 'start');
    await app.addPhoto(wanda, id, photoFile('third.png'));
    await app.transition(wanda, id, 'done');
    const page = await app.open(anna, phone, `/tickets/${id}`);
    await use(page);
  },
});

interface Spot {
  x: number;
  y: number;
}

/** Moves fingers over the screen as a hand does: the events of a page's own script would not move pointers. */
async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async move(from: Spot[], to: Spot[]): Promise<void> {
      await send('touchStart', from);
      const halfway = from.map(({ x, y }, i) => ({ x: (x + (to[i]?.x ?? x)) / 2, y: (y + (to[i]?.y ?? y)) / 2 }));
      await send('touchMove', halfway);
      await send('touchMove', to);
      await send('touchEnd', []);
    },
  };
}

const shownPhoto = (page: Page, name: string) => page.getByRole('dialog').getByAltText(name).waitFor();

test('finished work shows its first and its last photo, compared with a slider', async ({ page }) => {
  const slider = page.getByRole('slider', { name: 'Compare before and after' });
  const isLoaded = `[...document.querySelectorAll('.compared img')].every(({ naturalWidth }) => naturalWidth > 0)`;
  await slider.focus();
  await expect.poll(() => page.evaluate<boolean>(isLoaded)).toBe(true);
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

test('the client chooses which photos to compare, and sees them side by side', async ({ page }) => {
  await button(page, 'Choose photos to compare').click();
  const before = page.getByRole('group', { name: 'Before' });
  const after = page.getByRole('group', { name: 'After' });
  await expect(before.getByRole('radio', { checked: true })).toHaveAccessibleName('Photo 1 of 3: first.png');
  await expect(before.getByRole('radio', { name: /third/ }), 'later than the photo after the work').toBeEnabled({
    enabled: false,
  });
  await before.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(before.getByRole('radio', { name: /second/ })).toBeChecked();
  await expect(after.getByRole('radio', { name: /second/ })).toBeEnabled({ enabled: false });
  await button(page, 'Before').click();
  await shownPhoto(page, 'second.png');
  await page.keyboard.press('Escape');
  await page
    .locator('.gallery')
    .getByRole('button', { name: /first\.png/ })
    .waitFor();

  await button(page, 'Show side by side').click();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(async () => {
    const [left, right] = await Promise.all(['Before', 'After, round 2'].map((name) => page.getByAltText(name).boundingBox()));
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    expect(left?.y).toBe(right?.y);
  }).toPass();
  expect(await page.evaluate('document.documentElement.scrollWidth'), 'width of the page').toBe(390);
  expect(await auditPage(page, 'comparison')).toEqual([]);
  await button(page, 'Show with slider').click();
  await page.getByRole('slider').waitFor();
});

test('the viewer fills the screen, moves with a swipe, a key and a button, and downloads a photo', async ({ page }) => {
  await button(page, 'Before').click();
  await shownPhoto(page, 'first.png');
  expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const fingers = await touchScreen(page);
  await fingers.move([{ x: 300, y: 300 }], [{ x: 100, y: 310 }]);
  await shownPhoto(page, 'second.png');
  await fingers.move([{ x: 300, y: 300 }], [{ x: 270, y: 300 }]);
  await shownPhoto(page, 'second.png');
  await fingers.move([{ x: 100, y: 300 }], [{ x: 300, y: 300 }]);
  await shownPhoto(page, 'first.png');
  await page.keyboard.press('ArrowLeft');
  await shownPhoto(page, 'third.png');
  await button(page, 'Next photo').click();
  await shownPhoto(page, 'first.png');
  const dialog = page.getByRole('dialog', { name: 'Photo 1 of 3: first.png' });
  await expect(dialog.locator('footer').getByText(/^Wanda, \d\d:\d\d$/)).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('first.png');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(button(page, 'Before')).toBeFocused();
});

test('the viewer enlarges with two fingers, the wheel, keys and buttons', async ({ page }) => {
  await button(page, 'Before').click();
  await shownPhoto(page, 'first.png');
  const zoomed = page.locator('.photo-frame.zoomed');
  const transform = (part: 'a' | 'e') =>
    page.evaluate<number>(`new DOMMatrix(getComputedStyle(document.querySelector('.photo-frame img')).transform).${part}`);
  const fingers = await touchScreen(page);
  const spots = (...xs: number[]): Spot[] => xs.map((x) => ({ x, y: 400 }));
  await fingers.move(spots(170, 220), spots(120, 270));
  await expect.poll(() => transform('a')).toBeCloseTo(3, 1);
  const before = await transform('e');
  await fingers.move(spots(300), spots(240));
  await expect.poll(async () => (await transform('e')) - before, 'one finger moves the enlarged photo').toBeCloseTo(-60, 0);
  await page.locator('.photo-frame').dblclick();
  await expect(zoomed).toHaveCount(0);
  await page.keyboard.press('+');
  await zoomed.waitFor();
  await page.keyboard.press('ArrowRight');
  await shownPhoto(page, 'first.png'); // an arrow key moves the enlarged photo
  await page.keyboard.press('0');
  await expect(zoomed).toHaveCount(0);
  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, -300);
  await zoomed.waitFor();
  await button(page, 'Next photo').click();
  await shownPhoto(page, 'second.png');
  await expect(zoomed, 'another photo begins without zoom').toHaveCount(0);
  await button(page, 'Zoom in').click();
  await expect.poll(() => transform('a')).toBe(1.5);
});
