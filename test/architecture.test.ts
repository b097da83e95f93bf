import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { it } from 'node:test';

// The rules of docs/architecture.md, checked by reading imports and words.

const root = join(import.meta.dirname, '..');
const files = globSync('src/**/*.ts', { cwd: root }).sort();
const everywhere = [...files, ...globSync('{testing,chaos,bench}/**/*.ts', { cwd: root }).sort()];
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
// Comments may speak of what code may not use.
const codeOf = (file: string): string =>
  textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '');

/** Imports within src, as paths from the root. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) => normalize(join(dirname(file), target)));
}

function packagesOf(file: string): string[] {
  return [...textOf(file).matchAll(/from '([^.'][^']*)'/g)].map(([, name = '']) => name);
}

const offenders = (isOffender: (file: string) => boolean): string[] => files.filter(isOffender);

it('src reads process.env in config.ts only', () => {
  assert.deepEqual(
    offenders((file) => file !== 'src/platform/config/config.ts' && codeOf(file).includes('process.env')),
    [],
  );
});

it('src reads the current time in lib/clock.ts only', () => {
  const clock = /Date\.now\(|new Date\(\)|(?<!performance\.)\bnow\(\)|clock_timestamp|current_timestamp/;
  // The migrations' own bookkeeping has no domain time, and leases and visibility timeouts use the database's.
  assert.deepEqual(
    offenders(
      (file) =>
        ![
          'src/platform/lib/clock.ts',
          'src/platform/database/migrate.ts',
          'src/platform/deliveries/queue.ts',
          'src/outbound/messenger/lease.ts',
        ].includes(file) && clock.test(codeOf(file)),
    ),
    [],
  );
});

it('platform/lib imports nothing from other folders of src, and the lifecycle table imports nothing at all', () => {
  assert.deepEqual(
    offenders(
      (file) => file.startsWith('src/platform/lib/') && importsOf(file).some((path) => !path.startsWith('src/platform/lib/')),
    ),
    [],
  );
  assert.deepEqual([...importsOf('src/product/tickets/lifecycle.ts'), ...packagesOf('src/product/tickets/lifecycle.ts')], []);
});

it('src imports route modules in app.ts only', () => {
  assert.deepEqual(
    offenders((file) => file !== 'src/app.ts' && importsOf(file).some((path) => path.endsWith('/routes.ts'))),
    [],
  );
});

it('src imports Fastify in http, app.ts, service.ts and route modules only', () => {
  const mayKnow = (file: string) => /^src\/(http\/|app\.ts|service\.ts)|routes\.ts$/.test(file);
  assert.deepEqual(
    offenders((file) => !mayKnow(file) && packagesOf(file).some((name) => /^@?fastify/.test(name))),
    [],
  );
});

it('src opens transactions in route modules and jobs only', () => {
  const opens = /\.transaction\(/;
  const mayOpen = (file: string) => /routes\.ts$|^src\/jobs\/|^src\/db\/open\.ts$/.test(file);
  // These two decide between several transactions and none, which a route cannot see.
  // The third stores a file between two.
  // An update of a bot and a mail are what a request is elsewhere.
  const named = [
    'src/product/auth/actions.ts',
    'src/product/users/first-admin.ts',
    'src/product/photos/actions.ts',
    'src/outbound/messenger/updates.ts',
    'src/outbound/mail/delivery-handler.ts',
    // The counters of an IPv6 address are changed together.
    'src/platform/http/rate-limiter.ts',
    // What these do at a moment of the past, a route does at its own.
    'src/appliance/demo/build.ts',
    'src/appliance/demo/rounds.ts',
  ];
  assert.deepEqual(
    offenders((file) => !mayOpen(file) && !named.includes(file) && opens.test(codeOf(file))),
    [],
  );
});

it('src writes SQL conditions on visibility in visibility.ts only', () => {
  const condition = /actor\.role === '(client|worker)'[^\n]*\n?[^\n]*where\(|where\([^\n]*client_id', '=', actor\.id/;
  // The owner under the lock of a new ticket, and a client's own projects among an account's memberships.
  const named = ['src/product/tickets/actions.ts', 'src/product/users/actions.ts', 'src/product/visibility.ts'];
  assert.deepEqual(
    offenders((file) => !named.includes(file) && condition.test(codeOf(file))),
    [],
  );
});

it('the folders of resources in src have the same structure', () => {
  for (const resource of ['auth', 'users', 'projects', 'objects', 'members', 'tickets', 'photos', 'recurring', 'messenger']) {
    for (const name of ['routes', 'schemas', 'actions'])
      assert(files.includes(`src/${resource}/${name}.ts`), `${resource}/${name}`);
  }
});

it('src has no circular imports, type imports included', () => {
  const state = new Map<string, 'open' | 'done'>();
  const walk = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    assert.notEqual(state.get(file), 'open', [...path, file].join(' -> '));
    state.set(file, 'open');
    for (const target of importsOf(file)) walk(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) walk(file, []);
});

it('no source file has more than 300 lines', () => {
  assert.deepEqual(
    everywhere.filter((file) => textOf(file).split('\n').length > 300),
    [],
  );
});

it('no source file has type escapes such as any or @ts-ignore', () => {
  const escapes = /\bas any\b|: any\b|<any>|@ts-ignore|@ts-expect-error|as unknown as/;
  assert.deepEqual(
    offenders((file) => escapes.test(codeOf(file))),
    [],
  );
});

it('testing/ imports neither test, chaos nor bench, nothing imports test, and bench does not import chaos', () => {
  const allowed: Record<string, string[]> = {
    src: ['src'],
    testing: ['src', 'testing'],
    chaos: ['src', 'testing', 'chaos'],
    bench: ['src', 'testing', 'bench'],
  };
  const folderOf = (file: string): string => file.split('/')[0] ?? '';
  assert.deepEqual(
    everywhere.filter((file) => importsOf(file).some((path) => !allowed[folderOf(file)]?.includes(folderOf(path)))),
    [],
  );
});

it('chaos programs and the fixtures and invariants that they use over HTTP and SQL import nothing from src', () => {
  // The model runs jobs whose clock is that of the fixtures.
  const mayImport = ['chaos/model/recurring-rules.ts'];
  const independent = ['api-fixtures', 'http-client', 'invariants', 'service-instance'].map((name) => `testing/${name}.ts`);
  const checked = everywhere.filter((file) => file.startsWith('chaos/') || independent.includes(file));
  assert(independent.every((file) => checked.includes(file)));
  assert.deepEqual(
    checked.filter((file) => !mayImport.includes(file) && importsOf(file).some((path) => path.startsWith('src/'))),
    [],
  );
});

it('every citation of docs/rules.md names a heading that exists', () => {
  const headings = [...textOf('docs/rules.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const cited = everywhere.flatMap((file) =>
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
