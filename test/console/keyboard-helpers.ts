import { expect, type Page } from '@playwright/test';

/** The accessible name of the element that has the focus. */
const focused = `(() => {
  const { activeElement: element } = document;
  const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
  return (label || element.querySelector('img')?.alt || '').trim();
})()`;

export const focusedName = (page: Page): Promise<string> => page.evaluate<string>(focused);

/** Lists that grow with what other tests make on the same service are longer than those of a user. */
const maxTabs = 300;

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < maxTabs; i++) {
    await page.keyboard.press('Tab');
    const label = await focusedName(page);
    if (typeof name === 'string' ? label === name : name.test(label)) return;
    seen.push(label.slice(0, 30));
  }
  throw new Error(`Tab does not reach ${name}, only ${seen.join(' | ')}`);
}

/** Presses Tab until the element with this name has the focus, then Enter. */
export async function enterOn(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await expect(page.locator(':focus')).toBeEnabled();
  await page.keyboard.press('Enter');
}

export const hasFocus = (page: Page, name: string): Promise<void> => expect.poll(() => focusedName(page)).toBe(name);
