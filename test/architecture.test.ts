import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    'src/platform/database/migrate.ts',
    'src/platform/deliveries/queue.ts',
    'src/platform/jobs/job-lease.ts',
    'src/outbound/messenger/lease.ts',
    'src/outbound/webhooks/leases.ts',
  ];
  assert.deepEqual(
    offenders((file) => !allowed.includes(file) && clock.test(codeOf(file))),
    [],
  );
});

it('every citation of docs/rules.md names a heading that exists', () => {
  const headings = [...textOf('docs/rules.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const cited = globSync('{src,testing,chaos,bench}/**/*.ts', { cwd: root }).flatMap((file) =>
    // A citation may go on in the next line of the comment.
    [
      ...textOf(file)
        .replaceAll(/\s*\n\s*(?:\*|\/\/)\s*/g, ' ')
        .matchAll(/docs\/rules\.md, ([^).;:]+)/g),
    ].map(([, at = '']) => at),
  );
  assert(cited.length > 0);
  assert.deepEqual(
    cited.filter((at) => !headings.some((heading) => at === heading || at.startsWith(`${heading},`))),
    [],
  );
});

it('no file keeps the markers of a merge that was not resolved', () => {
  const pattern =
    '{*.md,docs/**/*.{md,json},ops/**/*.{yml,yaml,conf,json},{src,web/src,web/sw,test,testing,chaos}/**/*.{ts,tsx,sql,js,css}}';
  const unresolved = globSync(pattern, { cwd: root }).filter((file) => /^(<{7}|>{7}) /m.test(textOf(file)));
  assert.deepEqual(unresolved, []);
});
