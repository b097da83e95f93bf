import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, it, mock } from 'node:test';
import { runTests } from './runner/jobs.ts';

// What makes a run of test files that share a process fail.

// Else the processes of the run would report to the one of this file.
delete process.env['NODE_TEST_CONTEXT'];

const folder = mkdtempSync(join(tmpdir(), 'callout-runner-'));
after(() => rmSync(folder, { recursive: true }));

const passing = "import { it } from 'node:test'; it('passes', () => {});";
let count = 0;

/** Runs a file with this text beside one that passes. */
async function run(text: string, triesAgain = false) {
  const files = [passing, text].map((source) => {
    const file = relative(process.cwd(), join(folder, `${++count}.test.mjs`));
    writeFileSync(file, source);
    return file;
  });
  const log = mock.method(console, 'log', () => {});
  const { passed, results } = await runTests('files of a test', files, '', triesAgain);
  log.mock.restore();
  const skipped = [...(results?.skipped().keys() ?? [])];
  return { passed, failed: results?.failed().map((name) => name.replace(/^.*: /, '')), count: results?.passed(), skipped };
}

it('a run passes when all tests of its files pass', async () => {
  assert.deepEqual(await run(passing), { passed: true, failed: [], count: 2, skipped: [] });
});

const failures = {
  'a test that fails': "import { it } from 'node:test'; it('fails', () => { throw new Error(); });",
  'a hook outside of a suite that fails':
    "import { after, it } from 'node:test'; it('passes', () => {}); after(() => { throw new Error(); });",
  'a file that fails to load after its first test': `${passing} throw new Error('not loaded');`,
  'a file without a test': '',
  'a test that ends the process with 0': "import { it } from 'node:test'; it('exits', () => process.exit(0));",
  'an error outside of the tests': `${passing} setImmediate(() => { throw new Error('later'); });`,
};
for (const [what, text] of Object.entries(failures)) {
  it(`a run fails with ${what}`, async () => {
    assert.equal((await run(text)).passed, false);
  });
}

for (const [what, text] of Object.entries(failures)) {
  it(`a run that tries again fails with ${what}`, async () => {
    assert.equal((await run(text, true)).passed, false);
  });
}

/** Fails with this statement the first time it runs. */
const failsOnce = (name: string, failure: string): string => {
  const marker = JSON.stringify(join(folder, name));
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    import { after, it } from 'node:test';
    const wasRun = existsSync(${marker});
    writeFileSync(${marker}, '');
    ${failure}`;
};

it('a test that passes when it is tried again passes, and the results name it', async () => {
  const text = failsOnce('test', "it('passes later', () => { if (!wasRun) throw new Error('not yet'); });");
  const skipped = ['failed and was tried again: passes later\nnot yet'];
  assert.deepEqual(await run(text, true), { passed: true, failed: [], count: 2, skipped });
});

it('a process that passes when it is tried again passes, and the results name its files', async () => {
  const text = failsOnce(
    'process',
    "it('passes', () => {}); if (!wasRun) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);",
  );
  const { passed, count, skipped } = await run(text, true);
  assert.deepEqual({ passed, count, named: skipped.length }, { passed: true, count: 2, named: 1 });
  assert.match(skipped[0] ?? '', /^failed and was tried again: the process of .*\.test\.mjs$/);
});
