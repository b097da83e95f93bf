import { performance } from 'node:perf_hooks';

// Collects garbage where V8 would do it too late, for processes started with --expose-gc
// (package.json); figures in docs/performance.md.

const mib = 1024 * 1024;
const untilYoung = 8 * mib;
const lookEvery = 2_000;
/** share of the time that the event loop works */
const quiet = 0.05;
const worthIt = 16 * mib;

let passed = 0;

/**
 * Counts what passes through in buffers, as uploads do. V8 collects young objects when their space
 * is full, and hardly counts what their buffers hold beside it.
 */
export function passedThrough(bytes: number): void {
  passed += bytes;
  if (passed < untilYoung) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}

/**
 * After work, when nothing is to do, gives back what the work needed: V8 by itself keeps it.
 * @returns ends it
 */
export function collectWhenQuiet(): () => void {
  const { gc } = globalThis;
  if (!gc) return () => {};
  let left = 0;
  let since = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, since);
    since = now;
    if (utilization > quiet || process.memoryUsage.rss() < left + worthIt) return;
    gc({ type: 'major', flavor: 'last-resort', execution: 'sync' });
    left = process.memoryUsage.rss();
  }, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}
