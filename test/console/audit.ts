import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';

// Layout and accessibility of a page: from a small phone to a wall screen, light and dark.
// With CONSOLE_SHOTS=folder each is kept as a picture, to be looked at.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = process.env['CONSOLE_SHOTS'];
export const takesPictures = Boolean(shots);
if (shots) mkdirSync(shots, { recursive: true });

const touchWidthPx = 390;
const phoneWidthsPx = [320, touchWidthPx];
/** Every page must fit into these widths. */
const allWidthsPx = [...phoneWidthsPx, 1440, 2560];

/** How a page is shown while its accessibility is checked. */
interface Appearance {
  widthPx: number;
  colorScheme: 'light' | 'dark';
}

const onPhone: Appearance = { widthPx: touchWidthPx, colorScheme: 'light' };
const appearances: [Appearance[], Appearance[]] = [
  [onPhone, { widthPx: 1440, colorScheme: 'dark' }],
  [
    { widthPx: touchWidthPx, colorScheme: 'dark' },
    { widthPx: 1440, colorScheme: 'light' },
  ],
];
/** Both widths and both color schemes, in other pairs for every second page: parts of pages are shown in all four. Pictures have all. */
export const appearancesOf = (page: number): Appearance[] =>
  takesPictures ? appearances.flat() : page % 2 === 0 ? appearances[0] : appearances[1];

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of an open dialog, which nobody leaves for the page behind it, or of the page. */
const audited = `[...document.querySelectorAll('dialog:modal')].at(-1) ?? document`;
const violations = `axe.run(${audited}, ${JSON.stringify({ runOnly: tags, resultTypes: ['violations'] })})
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

/** What sticks out of the screen, or is cut although nothing says so. */
const misfits = `(() => {
  const name = (element) => element.tagName.toLowerCase() + (element.className && '.' + String(element.className).split(' ')[0])
    + ' "' + element.textContent.trim().slice(0, 40) + '"';
  const isShown = (element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none' && !element.closest('.visually-hidden, .skip-link, .clamp, [data-truncate], .board, .workload, .scroll-box, [aria-hidden=true]');
  const found = [];
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) found.push('the page sticks out by ' + excess + ' px');
  for (const element of document.querySelectorAll('body *')) {
    if (!isShown(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    if (right > innerWidth + 1 || left < -1) found.push('outside: ' + name(element));
    const cuts = getComputedStyle(element).overflowX !== 'visible' && !element.matches('input, textarea, select, svg');
    if (cuts && element.scrollWidth > element.clientWidth + 1) found.push('cut: ' + name(element));
  }
  return found;
})()`;

/** What a thumb would miss: everything that acts, except words in a sentence. */
const smallTargets = `[...document.querySelectorAll('button, summary, select, input:not([type=file]), textarea, nav a, .mantine-Button-root')]
  .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, .skip-link, [aria-hidden=true]'))
  .map((element) => (element.matches('input') ? element.closest('label, .mantine-PasswordInput-input') ?? element : element))
  .filter((element) => element.getBoundingClientRect().height < 43.5)
  .map((element) => element.tagName + ' ' + element.textContent.trim() + ' ' + element.getBoundingClientRect().height)`;

/**
 * A page that has just changed its size or colors may take a moment; what it comes to counts. Tries are counted, and not seconds: on a
 * busy machine a check of the accessibility takes as long as the change that it meets.
 */
async function settled(page: Page, question: string): Promise<string[]> {
  let found: string[] = [];
  for (let tries = 0; tries < 20; tries++) {
    found = await page.evaluate<string[]>(question);
    if (found.length === 0) break;
    // Rows that came meanwhile wait behind a button that covers the edge of their list, and with it the head that sorts it.
    await page.evaluate(`document.querySelector('[role=status][style*=sticky] button')?.click()`);
    await sleep(200);
  }
  return found;
}

/** Waits until everything on a page was read: what appears later moves the rest, under a click as well. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
}

/**
 * Looks for what does not fit, for small touch targets and for violations of the accessibility rules.
 * @param appearances in which the accessibility rules are checked; with several the layout is checked in all widths, otherwise on
 *   phones only
 * @returns one line per problem
 */
export async function auditPage(page: Page, name: string, appearances: Appearance[] = [onPhone]): Promise<string[]> {
  await loaded(page);
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  const sizeBefore = page.viewportSize();
  const found: string[] = [];
  const ask = async (question: string, where: string): Promise<void> => {
    for (const problem of await settled(page, question)) found.push(`${name}, ${where}: ${problem}`);
  };
  for (const widthPx of appearances.length > 1 ? allWidthsPx : phoneWidthsPx) {
    await page.setViewportSize({ width: widthPx, height: widthPx > 1000 ? 900 : 844 });
    await ask(misfits, `${widthPx} px`);
    if (widthPx === touchWidthPx) await ask(smallTargets, 'small for a thumb');
    const here = appearances.filter((appearance) => appearance.widthPx === widthPx);
    for (const { colorScheme } of here) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Pages without the console follow the browser by themselves.
      await page.locator(`html:is([data-mantine-color-scheme=${colorScheme}], :not([data-mantine-color-scheme]))`).waitFor();
      if (shots) await page.screenshot({ path: join(shots, `${name}-${widthPx}-${colorScheme}.png`), fullPage: true });
      await ask(violations, `${widthPx} px, ${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (sizeBefore) await page.setViewportSize(sizeBefore);
  return found;
}
