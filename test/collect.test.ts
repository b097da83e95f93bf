import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { afterEach, it, mock } from 'node:test';
import { collectWhenQuiet, passedThrough } from '../src/lib/collect.ts';

// Garbage is collected where V8 would leave it.

const mib = 1024 * 1024;

/** Stands for the function that --expose-gc provides. @returns with what it is called */
function exposeGc(): unknown[] {
  const calls: unknown[] = [];
  Reflect.set(globalThis, 'gc', (options: unknown) => void calls.push(options));
  return calls;
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'gc');
  mock.timers.reset();
  mock.restoreAll();
});

it('passedThrough() collects young objects once per 8 MiB', () => {
  const calls = exposeGc();
  for (let i = 0; i < 80; i++) passedThrough(mib);
  assert.deepEqual(calls, Array(10).fill({ type: 'minor' }));
});

it('passedThrough() and collectWhenQuiet() do nothing without --expose-gc', () => {
  for (let i = 0; i < 8; i++) passedThrough(mib);
  collectWhenQuiet()();
});

it('collectWhenQuiet() collects all once the event loop is idle, and again only when memory has grown', () => {
  const calls = exposeGc();
  let utilization = 1;
  let residentBytes = 200 * mib;
  mock.method(performance, 'eventLoopUtilization', () => ({ idle: 0, active: 0, utilization }));
  mock.method(process.memoryUsage, 'rss', () => residentBytes);
  mock.timers.enable({ apis: ['setInterval'] });
  const stop = collectWhenQuiet();
  const callsAfterTick = (): number => {
    mock.timers.tick(2_000);
    return calls.length;
  };
  assert.equal(callsAfterTick(), 0, 'busy');
  utilization = 0.01;
  assert.equal(callsAfterTick(), 1, 'idle');
  assert.equal(callsAfterTick(), 1, 'nothing to give back');
  residentBytes += 16 * mib;
  assert.equal(callsAfterTick(), 2, 'grown');
  stop();
  residentBytes += 16 * mib;
  assert.equal(callsAfterTick(), 2, 'stopped');
});

it('npm start, serve and demo expose gc() to the service', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  for (const name of ['start', 'serve', 'demo']) {
    const flags = scripts[name].split(' ').filter((word: string) => word.startsWith('--') && !word.startsWith('--import'));
    const { stdout } = spawnSync(process.execPath, [...flags, '-p', 'typeof gc'], { encoding: 'utf8' });
    assert.equal(stdout.trim(), 'function', name);
  }
});
