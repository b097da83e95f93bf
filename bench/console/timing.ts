import type { Page } from '@playwright/test';

// How long a person waits, measured in the page: from the event of the tap to the first frame that shows its result.

/** What a person waits for. */
export interface Shown {
  /** CSS selector of a visible element */
  selector: string;
  /** what its text contains */
  text?: string;
  /** as soon as nothing on the page is loading any more */
  isComplete?: boolean;
  /** as soon as there is no such element */
  isGone?: boolean;
}

const maxWaitMs = 60_000;
const loading = '.mantine-Skeleton-root, [aria-busy=true]';

/** A script that is true when the page shows it. */
function isShown({ selector, text = '', isComplete = false, isGone = false }: Shown): string {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .some((element) => element.checkVisibility() && element.textContent.includes(${JSON.stringify(text)}))`;
  return `${isGone ? '!' : ''}${found}${isComplete ? ` && !document.querySelector(${JSON.stringify(loading)})` : ''}`;
}

/** A script with a promise of the milliseconds from `start` until the page shows it; nothing counts while `start` is undefined. */
const untilShown = (shown: Shown, start: string): string => `new Promise((resolve, reject) => {
  const look = (now) => {
    if (${start} !== undefined && ${isShown(shown)}) return resolve(performance.now() - ${start});
    if (now - first > ${maxWaitMs}) return reject(new Error('not shown'));
    requestAnimationFrame(look);
  };
  const first = performance.now();
  requestAnimationFrame(look);
})`;

/**
 * Measures the wait for the result of an action.
 * @param act ends with the tap, the key, the chosen file or the return of the connection that counts
 * @returns milliseconds
 */
export async function timeAfter(page: Page, act: () => Promise<unknown>, shown: Shown): Promise<number> {
  const measured = page.evaluate<number>(`(() => {
    let actedAt;
    for (const type of ['click', 'keydown', 'change', 'online']) {
      addEventListener(type, ({ timeStamp }) => { actedAt = timeStamp; }, { capture: true });
    }
    return ${untilShown(shown, 'actedAt')};
  })()`);
  const [waited] = await Promise.all([measured, act()]).catch((error: unknown) => {
    throw new Error(`no ${shown.selector} with "${shown.text ?? ''}"`, { cause: error });
  });
  return waited;
}

/**
 * Measures how long an address takes to open.
 * @returns milliseconds from the start of the navigation
 */
export async function timeToOpen(page: Page, url: string, shown: Shown): Promise<number> {
  await page.addInitScript(`globalThis.shownAfterMs = ${untilShown(shown, '0')}`);
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate<number>('globalThis.shownAfterMs');
}

/** A slow mobile network: 150 ms round trip, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Makes the processor of the page slower, and its network unless `isOffline`. */
export async function slowDown(page: Page, cpuFactor: number, isOffline = false): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (!isOffline) await session.send('Network.emulateNetworkConditions', slowNetwork);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuFactor });
}
