import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '..', '..');

/** @returns the parts of Node that were loaded by `callout --help`, which loads every command */
function loadedParts(): string {
  const load = "await import('./bin/callout.js');";
  const print = 'console.error(process.moduleLoadList.filter((name) => name.includes("/deps/")).join(" "));';
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', load + print], {
    cwd: root,
    env: {},
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  return stderr;
}

it('npm run serve loads neither a TypeScript transpiler nor a WebSocket client', () => {
  loadedParts();
  const parts = loadedParts();
  assert.match(parts, /\/deps\//);
  assert.doesNotMatch(parts, /amaro/);
});
