import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

// Garbage is collected where V8 would leave it, in a process started as the npm scripts start it.

const collect = JSON.stringify(join(import.meta.dirname, '../src/lib/collect.ts'));

function run(code: string, ...flags: string[]): string {
  const args = [...flags, '--input-type=module', '-e', `import * as lib from ${collect};\n${code}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

const collections = `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  let young = 0;
  new PerformanceObserver((list) => {
    young += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MINOR).length;
  }).observe({ entryTypes: ['gc'] });
  for (let i = 0; i < 80; i++) lib.passedThrough(1024 * 1024);
  setTimeout(() => console.log(young), 100);
`;

it('young objects go each time when 8 MiB have passed through, where that can be asked for', () => {
  assert.equal(run(collections, '--expose-gc', '--max-semi-space-size=64'), '10');
  assert.equal(run(collections, '--max-semi-space-size=64'), '0');
});

it('what work needed is given back once it is quiet', () => {
  const left = run(
    `
    import { setTimeout as sleep } from 'node:timers/promises';
    const stop = lib.collectWhenQuiet();
    let held = Array.from({ length: 400_000 }, (_, i) => ({ i, text: 'x' + i, more: [i, i, i, i] }));
    const most = process.memoryUsage.rss();
    held = [];
    const end = Date.now() + 30_000;
    while (process.memoryUsage.rss() > most / 2 && Date.now() < end) await sleep(100);
    stop();
    console.log(process.memoryUsage.rss() <= most / 2);
    `,
    '--expose-gc',
  );
  assert.equal(left, 'true');
});
