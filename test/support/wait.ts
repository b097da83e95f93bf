import { setTimeout as sleep } from 'node:timers/promises';

/** @returns what `look` finds, as soon as it finds something */
export async function waitFor<T>(look: () => T | Promise<T>, timeoutMs = 10_000): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, false | null | undefined>;
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${look}`);
    await sleep(10);
  }
}
