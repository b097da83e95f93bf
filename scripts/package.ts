import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { type LockFile, packageManifest, shrinkwrap } from './package-files.ts';

// `npm run package [-- FOLDER]`: writes callout-VERSION.tgz, which `npm install --global` installs, into FOLDER or here.

const root = join(import.meta.dirname, '..');
const destination = resolve(process.argv[2] ?? '.');
const prepared = mkdtempSync(join(tmpdir(), 'callout-package-'));

/** What is neither compiled nor built, and goes into the package as it is. */
const copied = [
  ...['bin/callout', 'bin/with-node', 'README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', '.env.example'],
  ...['docs/**/*.md', 'docs/openapi.json', 'ops', 'scripts/verify-*.mjs'],
  // What the pages link to.
  ...['docs/images/*.webp', 'docs/performance/*.svg', 'CONTRIBUTING.md', 'compose*.yaml', 'deploy/*.*'],
  ...[
    'clients/typescript/{README.md,package.json,tsconfig.build.json}',
    'clients/typescript/src/*.ts',
    'clients/typescript/examples/*.ts',
  ],
  ...['src/platform/database/migrations/*.sql', 'src/product/reporting/job-sheet/fonts/*.*', 'src/appliance/demo/photos/*.*'],
  'src/product/intake/portal/page/*.{css,js}',
];

const node = (...args: string[]): void => run(process.execPath, args);

function run(program: string, args: string[]): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function writeJson(name: string, content: unknown): void {
  writeFileSync(join(prepared, name), `${JSON.stringify(content, null, 2)}\n`);
}

function prepare(): void {
  node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.package.json', '--outDir', prepared);
  const consoleFolder = join(prepared, 'web/dist');
  node('node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', consoleFolder, '--emptyOutDir', '--logLevel', 'error');
  for (const file of globSync(copied, { cwd: root })) cpSync(join(root, file), join(prepared, file), { recursive: true });
  const manifest = packageManifest(readJson('package.json'));
  writeJson('package.json', manifest);
  writeJson('npm-shrinkwrap.json', shrinkwrap(readJson<LockFile>('package-lock.json'), manifest));
}

try {
  prepare();
  const { name, version } = readJson<{ name: string; version: string }>('package.json');
  run('npm', ['pack', prepared, '--pack-destination', destination]);
  const file = join(destination, `${name}-${version}.tgz`);
  console.log(`${relative(process.cwd(), file)}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(prepared, { recursive: true, force: true });
}
