import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

// What a start loads (docs/performance.md): time and memory that nobody sees go, until it is looked at.

const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { serve: string } };
const flags = scripts.serve.split(' ').filter((word) => word.startsWith('--'));

/** Parts of Node that have a job of their own, and are in memory after the service is loaded. */
function loaded(...more: string[]): string[] {
  const load = `for (const one of ${JSON.stringify(['./src/cli/serve.ts', ...more])}) await import(one);`;
  const tell = 'console.log(JSON.stringify(process.moduleLoadList.filter((name) => name.includes("/deps/"))));';
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', load + tell], {
    cwd: root,
    env: {}, // main.ts says what is missing, and loads the rest no more
    encoding: 'utf8',
  });
  assert.match(stderr, /JWT_SECRET/);
  return JSON.parse(stdout);
}

it('loads neither what takes types away nor a WebSocket client', () => {
  const service = ['./src/service/service.ts', './src/service/bootstrap.ts'];
  loaded(...service); // keeps what it makes of the sources
  const names = loaded(...service).join(' ');
  assert.doesNotMatch(names, /amaro/, 'the sources were not kept, or what keeps them is TypeScript');
  assert.doesNotMatch(names, /undici/, 'something imports node:http, see src/platform/http/node-http.ts');
});
