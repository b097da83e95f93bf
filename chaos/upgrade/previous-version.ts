import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** The schema of 1.0.0 has five migrations more. Not needed any more when there is a release to upgrade from. */
const beforeFirstRelease = 'a7ae0152';

export interface PreviousVersion {
  /** a tag, or a commit */
  name: string;
  /** its source code, with the packages of this version */
  folder: string;
  remove(): void;
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

/**
 * The version that UPGRADE_FROM names, else the last release before this one.
 * @returns undefined without the history of the sources, as in a package or a shallow clone
 */
export function findPreviousVersion(): string | undefined {
  const named = process.env['UPGRADE_FROM'];
  if (named) return named;
  return (
    resultOrUndefined(() => git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')) ??
    resultOrUndefined(() => git('rev-parse', '--short', '--verify', `${beforeFirstRelease}^{commit}`))
  );
}

function resultOrUndefined<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export function checkOut(name: string): PreviousVersion {
  const folder = mkdtempSync(join(tmpdir(), 'callout-previous-'));
  const archive = join(folder, 'sources.tar');
  git('archive', '--output', archive, name);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { name, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
