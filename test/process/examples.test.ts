import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

// The examples under ops/, read by the programs that they are for. nginx runs with its one in proxy.test.ts.

const root = join(import.meta.dirname, '..', '..');
const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: root, encoding: 'utf8' });
const missing = (program: string): string | false =>
  run(program, '--version').error ? `${program} is not installed here` : false;

it('systemd reads the unit without a complaint', { skip: missing('systemd-analyze') }, () => {
  const { status, stderr } = run('systemd-analyze', 'verify', 'ops/callout.service');
  // It reads whatever else is installed here as well, and may complain of that.
  assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('callout'))], [0, []]);
});

it('the unit starts what `npm run serve` starts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, command] = /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(readFileSync(join(root, 'ops/callout.service'), 'utf8')) ?? [];
  assert.equal(`exec ${command}`, scripts.serve);
});

it('Caddy reads its file', { skip: missing('caddy') }, () => {
  const { status, stderr } = run('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'ops/Caddyfile');
  assert.equal(status, 0, stderr);
});

it('Prometheus reads the alerts', { skip: missing('promtool') }, () => {
  const { status, stderr } = run('promtool', 'check', 'rules', 'ops/prometheus/callout.yml');
  assert.equal(status, 0, stderr);
});
