import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '..', '..');

/** Starts a service that fails while it prepares its database. @param error as an expression */
function failedStart(error: string): { status: number | null; stdout: string; stderr: string } {
  const code = `
    import { loadConfig } from './src/platform/config/config.ts';
    import { runService } from './src/service/run.ts';
    const config = loadConfig({ JWT_SECRET: 'a secret for the tests, long enough' });
    await runService(Object.defineProperty(config, 'databaseUrl', { get() { throw ${error}; } }));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
}

it('an unexpected error at the start is logged with its stack', () => {
  for (const error of ["new TypeError('x is not a function')", "Object.assign(new Error('bad route'), { code: 'FST_ERR_X' })"]) {
    const { status, stdout, stderr } = failedStart(error);
    assert.equal(status, 1);
    assert.match(stderr, /^callout: (x is not a function|bad route)\n$/);
    const { level, err } = JSON.parse(stdout);
    assert.equal(level, 60);
    assert.match(err.stack, /\n\s+at /);
  }
});

it('an expected error at the start is logged as one line without a stack', () => {
  const explained = [
    "new Error('DATABASE_URL: no such host')",
    "Object.assign(new Error('listen EADDRINUSE: address already in use'), { code: 'EADDRINUSE' })",
  ];
  for (const error of explained) {
    const { status, stdout, stderr } = failedStart(error);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^callout: [^\n]+\n$/);
  }
});
