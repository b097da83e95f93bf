import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parse } from 'yaml';

/** An entry of package-lock.json; `name` only where it differs from the folder. */
interface LockedPackage {
  name?: string;
  version: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  engines?: unknown;
}

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { '': root, ...entries }: Record<string, LockedPackage> = JSON.parse(read('package-lock.json')).packages;
const packages = Object.entries(entries).map(([path, entry]) => {
  const { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) } = entry;
  return { ...entry, name, id: `${name}@${entry.version}` };
});

it('package-lock.json takes each package from its own address at registry.npmjs.org, with its SHA-512 checksum', () => {
  assert(root !== undefined && packages.length > 300);
  for (const { name, version, resolved, integrity = '', id } of packages) {
    assert.equal(resolved, `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`, id);
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, id);
  }
});

it('package-lock.json has no engines for optional packages, which npm on an older Node would leave out', () => {
  const left = packages.filter(({ optional, engines }) => optional && engines);
  assert.deepEqual(
    left.map(({ id }) => id),
    [],
    'npm run lock removes them',
  );
});

it('npm runs no install scripts, and no script of package.json relies on a pre or post script', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  const { scripts } = JSON.parse(read('package.json'));
  const skipped = Object.keys(scripts).filter((name) => {
    const [, script = ''] = /^(?:pre|post)(.+)$/.exec(name) ?? [];
    return script in scripts || ['install', 'prepare', 'publish'].includes(script) || ['install', 'prepare'].includes(name);
  });
  assert.deepEqual(skipped, []);
});

it('every action of the workflows is pinned by a commit', () => {
  for (const name of readdirSync(new URL('../.github/workflows/', import.meta.url))) {
    const jobs: { steps: { uses?: string }[] }[] = Object.values(parse(read(`.github/workflows/${name}`)).jobs);
    for (const { uses } of jobs.flatMap(({ steps }) => steps)) if (uses) assert.match(uses, /@[0-9a-f]{40}$/, name);
  }
});
