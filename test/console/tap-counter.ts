import type { Page } from '@playwright/test';

/**
 * Counts the taps and clicks that a task needs: what the browser gets of a pointer, wherever on the page.
 * @returns a function that reads how many there were since
 */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    if (globalThis.taps === undefined) addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) globalThis.taps++; }, true);
    globalThis.taps = 0;
  })()`);
  return () => page.evaluate<number>('globalThis.taps');
}
