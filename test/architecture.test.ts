import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { it } from 'node:test';

// Rules of docs/architecture.md that Biome and dependency-cruiser cannot check.

const root = join(import.meta.dirname, '..');
const files = globSync('src/**/*.ts', { cwd: root }).sort();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const codeOf = (file: string): string =>
  textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '');

const offenders = (isOffender: (file: string) => boolean): string[] => files.filter(isOffender);

it('src reads the current time in lib/clock.ts only', () => {
  const clock = /Date\.now\(|new Date\(\)|(?<!performance\.)\bnow\(\)|clock_timestamp|current_timestamp/;
  // Bookkeeping of migrations, leases and visibility timeouts uses the database's clock.
  const allowed = [
    'src/platform/lib/clock.ts',
    'src/cli/doctor.ts', // compares the clocks of the machines
    'src/platform/database/migrate.ts',
    'src/platform/deliveries/queue.ts',
    'src/outbound/messenger/lease.ts',
    'src/outbound/webhooks/leases.ts',
  ];
  assert.deepEqual(
    offenders((file) => !allowed.includes(file) && clock.test(codeOf(file))),
    [],
  );
});

it('.dependency-cruiser.cjs orders all folders of a layer, and names only files that exist', () => {
  const rules = textOf('.dependency-cruiser.cjs');
  for (const layer of ['src', 'src/platform', 'src/product', 'web/src']) {
    const folders = readdirSync(join(root, layer), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const unordered = folders.map(({ name }) => name).filter((name) => name !== 'styles' && !rules.includes(`'${name}'`));
    assert.deepEqual(unordered, [], layer);
  }
  const existing = new Set(globSync('{src,testing,chaos}/**/*.ts', { cwd: root }).map((file) => basename(file, '.ts')));
  const named = [...rules.matchAll(/([\w-]+(?:\|[\w-]+)*)\)?\\\\\.ts/g)].flatMap(([, names = '']) => names.split('|'));
  assert(named.includes('lifecycle'));
  assert.deepEqual(
    named.filter((name) => !existing.has(name)),
    [],
  );
});

it('docs/decisions/dependencies.md has a sentence for each package', () => {
  const cells = [...textOf('docs/decisions/dependencies.md').matchAll(/^\| ([\w@*/., -]+?) +\|/gm)].map(([, cell = '']) => cell);
  // A name without a scope may have that of the name before it in its row.
  const named = cells.flatMap((cell) => {
    const scope = /^@[^/]+\//.exec(cell)?.[0] ?? '';
    return cell.split(', ').flatMap((name) => [name, scope + name]);
  });
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf('package.json'));
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const isNamed = (name: string): boolean =>
    named.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  assert.deepEqual(
    packages.filter((name) => !name.startsWith('@types/') && !isNamed(name)),
    [],
  );
});

it('every citation of a page of docs/ names a page, and a heading of it', () => {
  const citing = globSync(
    ['{src,testing,chaos,bench,scripts}/**/*.ts', 'web/src/**/*.{ts,tsx}', 'ops/**/*', '*.yaml', 'deploy/*'],
    {
      cwd: root,
      withFileTypes: true,
    },
  ).filter((entry) => entry.isFile());
  const cited = citing.flatMap(({ parentPath, name }) => {
    // A citation may go on in the next line of the comment.
    const text = readFileSync(join(parentPath, name), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/|#)\s*/g, ' ');
    return [...text.matchAll(/\bdocs\/([a-z-]+\.md)(?:, "?(?=[A-Z]|fail2ban)([^").;:]+))?/g)].map(([, page = '', at]) => ({
      page,
      at,
    }));
  });
  const headingsOf = (page: string): string[] =>
    [...textOf(`docs/${page}`).matchAll(/^##+ (?:\d+\. )?(.+)$/gm)].map(([, heading = '']) => heading);
  const isFound = ({ page, at }: { page: string; at: string | undefined }): boolean =>
    existsSync(join(root, 'docs', page)) &&
    (at === undefined || headingsOf(page).some((heading) => at === heading || at.startsWith(`${heading},`)));
  assert(cited.filter(({ at }) => at).length > 50);
  assert.deepEqual(
    cited.filter((one) => !isFound(one)),
    [],
  );
});

it('no file keeps the markers of a merge that was not resolved', () => {
  const pattern =
    '{*.md,docs/**/*.{md,json},ops/**/*.{yml,yaml,conf,json},{src,web/src,web/sw,test,testing,chaos}/**/*.{ts,tsx,sql,js,css}}';
  const unresolved = globSync(pattern, { cwd: root }).filter((file) => /^(<{7}|>{7}) /m.test(textOf(file)));
  assert.deepEqual(unresolved, []);
});
