import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, desktop, phone, visit } from '../page-helpers.ts';

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

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const count = reducedMotion === 'reduce' ? 0 : 1;

  test(`the card of a request moves to its new column, reduced motion: ${reducedMotion}`, async ({
    app,
    lobby: { anna, wanda, object },
  }) => {
    const title = `Lamp ${crypto.randomUUID()} is dark`;
    // Those of high priority come first, so that it is among the shown ones however many other tests have created.
    const report = { object_id: object, category: 'electric', priority: 'high', description: title };
    const { id } = await app.call(anna, 'POST', '/tickets', report);
    const page = await app.open(adminEmail, { ...desktop, reducedMotion });
    await page.locator('.board-card', { hasText: title }).waitFor();
    const motion = await countMotion(page);
    await app.transition(wanda, id, 'take');
    const assigned = page.locator('.column').filter({ has: page.getByRole('heading', { name: /^Assigned/, level: 2 }) });
    const card = assigned.locator('.board-card', { hasText: title });
    await card.or(assigned.getByRole('button', { name: /^Show \d+ new/ })).waitFor();
    if ((await card.count()) === 0) await assigned.getByRole('button', { name: /^Show \d+ new/ }).click();
    await card.waitFor();
    await expect(async () => expect((await motion()).moved).toBe(count)).toPass({ timeout: 2_000 });
  });

  test(`the check of a confirmation is drawn once, reduced motion: ${reducedMotion}`, async ({
    app,
    lobby: { anna, wanda, report },
  }) => {
    const id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start', 'done');
    const page = await app.open(anna, { ...phone, reducedMotion });
    await visit(page, `/tickets/${id}`);
    await button(page, 'Confirm').waitFor();
    const motion = await countMotion(page);
    await button(page, 'Confirm').click();
    await currentStatus(page, 'Closed').locator('.drawn-check').waitFor();
    await expect(async () => expect((await motion()).drawn).toBe(count)).toPass({ timeout: 2_000 });
    await page.reload();
    await currentStatus(page, 'Closed').waitFor();
    await expect(page.locator('.drawn-check')).toHaveCount(0);
  });
}
