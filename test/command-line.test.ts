import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runCommand } from '../testing/run-command.ts';

const root = join(import.meta.dirname, '..');

/** Runs a command in a process of its own, which reads the settings of its folder. */
function calloutIn(cwd: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '' };
  return spawnSync(process.execPath, [join(root, 'bin/callout.js'), ...args], { cwd, env, encoding: 'utf8' });
}

const commands = [
  ...[
    'start',
    'serve',
    'demo',
    'migrate',
    'recount',
    'backup',
    'restore',
    'sessions',
    'admin',
    'doctor',
    'work',
    'psql',
    'archive',
    'sweep',
    'bucket',
  ],
  ...['openapi', 'link-postgres'],
];

describe('callout', () => {
  it('callout --help lists every command with one line and exits with 0', async () => {
    for (const args of [['--help'], ['help'], []]) {
      const { status, stdout, stderr } = await runCommand(args);
      assert.deepEqual([status, stderr], [0, '']);
      const listed = [...stdout.matchAll(/^ {2}([\w-]+) +\S/gm)].map(([, name]) => name);
      assert.deepEqual(listed, commands);
    }
  });

  it('callout --version prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const name of ['--version', 'version', '-v']) {
      const { status, stdout, stderr } = await runCommand([name]);
      assert.deepEqual([status, stdout, stderr], [0, `${version}\n`, '']);
    }
  });

  it('callout COMMAND --help says how the command is used, without settings, and exits with 0', async () => {
    for (const name of commands) {
      const { status, stdout, stderr } = await runCommand([name, '--help']);
      assert.deepEqual([name, status, stderr], [name, 0, '']);
      assert(stdout.startsWith(`usage: callout ${name}`), stdout);
    }
  });

  it('callout bucket reads the settings of .env', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'callout-bucket-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, '.env'), 'JWT_SECRET=secret\n');
    const { status, stderr } = calloutIn(folder, 'bucket');
    assert.deepEqual([status, stderr], [2, 'callout: S3_BUCKET is not set\n']);
  });

  for (const [args, line] of [
    [['fly'], /^callout: there is no command fly; callout --help lists all\n$/],
    [['toString'], /^callout: there is no command toString; callout --help lists all\n$/],
    [['backup'], /^callout: usage: callout backup FILE\n$/],
    [['backup', 'a', 'b'], /^callout: usage: callout backup FILE\n$/],
    [['backup', '-'], /^callout: a backup is written into a file, not to stdout\n$/],
    [['restore', '/dev/null'], /^callout: \/dev\/null is no file: save what comes from a pipe first\n$/],
    [['restore', ''], /^callout: usage: callout restore FILE \[--keep-sessions\] \[--allow-unencrypted\]\n$/],
    [['openapi', 'a', 'b'], /^callout: usage: callout openapi \[FILE\]\n$/],
    [['serve', 'now'], /^callout: usage: callout serve\n$/],
    [['recount', '--repair'], /^callout: Unknown option '--repair'[^\n]*; see callout recount --help\n$/],
    [['archive', 'prove'], /^callout: usage: callout archive verify[^\n]*\n$/],
    [['archive', 'extract', '7'], /^callout: usage: callout archive verify[^\n]*\n$/],
    [['archive', 'extract', '../7', '--to', 'x'], /^callout: usage: callout archive verify[^\n]*\n$/],
    [['archive', 'verify', '--month', '2026-13'], /^callout: --month must look like 2026-03\n$/],
    [['sessions', '--end'], /^callout: Unknown option '--end'[^\n]*; see callout sessions --help\n$/],
    [['admin', '--create', 'a@example.com', '--reset-password', 'b@example.com'], /^callout: usage: callout admin [^\n]*\n$/],
    [['admin', '--create', 'nobody'], /^callout: nobody is no e-mail address\n$/],
    [['sessions', '--api-tokens'], /^callout: --api-tokens needs --end-all\n$/],
  ] as const) {
    it(`callout ${args.join(' ')} fails with 2 and one line on stderr`, async () => {
      const { status, stdout, stderr } = await runCommand(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, line);
    });
  }

  it('callout serve names a missing or unreadable setting in one line and exits with 2', () => {
    for (const [settings, line] of [
      [{}, /^callout: JWT_SECRET is not set[^\n]*\n$/],
      [{ JWT_SECRET: 'x', PORT: 'eighty' }, /^callout: PORT[^\n]*\n$/],
    ] as const) {
      const env = { PATH: process.env['PATH'] ?? '', ...settings };
      const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/callout.js', 'serve'], {
        cwd: root,
        env,
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, line);
    }
  });
});
