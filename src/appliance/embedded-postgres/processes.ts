import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const hasProc = existsSync('/proc/self/cwd');

/**
 * The postmaster of a cluster, or a backend that outlived it. Process ids are reused (in containers after
 * every restart), so where there is /proc, only a postgres process that works in the cluster counts.
 */
export function findPostmasterPid(cluster: string): number | undefined {
  const pid = lockFilePid(cluster);
  if (!hasProc) return pid !== undefined && isAlive(pid) ? pid : undefined;
  if (pid !== undefined && isPostgresOf(pid, cluster)) return pid;
  return readdirSync('/proc')
    .map(Number)
    .find((candidate) => candidate > 0 && isPostgresOf(candidate, cluster));
}

/** The process id in postmaster.pid, whether that process exists or not. */
export const lockFilePid = (cluster: string): number | undefined => pidIn(join(cluster, 'postmaster.pid'));

interface LockFile {
  path: string;
  pid: number | undefined;
}

/** The lock files of a server that runs or was killed. */
export function readLockFiles(cluster: string, socketFolder: string): LockFile[] {
  return [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]
    .filter((path) => existsSync(path))
    .map((path) => ({ path, pid: pidIn(path) }));
}

/**
 * Removes lock files whose process id was reused: PostgreSQL takes any living process, even a zombie, for
 * the server and refuses to start. To be called when the cluster has no process, with files that were read
 * before that was checked: a server that started since has written another id.
 */
export function removeStaleLockFiles(lockFiles: LockFile[]): void {
  for (const { path, pid } of lockFiles) {
    if (pid !== undefined && isAlive(pid) && pidIn(path) === pid) rmSync(path, { force: true });
  }
}

function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return pid > 0 ? pid : undefined;
}

/** Whether a process exists; a zombie does. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has ended and its parent has not read its exit code yet. */
export function isZombie(pid: number): boolean {
  try {
    return hasProc && /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function isPostgresOf(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return hasClusterArgument(pid, cluster); // some containers hide the folder of other users' processes even from root
  }
}

function hasClusterArgument(pid: number, cluster: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return args[args.indexOf('-D') + 1] === cluster;
  } catch {
    return false; // ended meanwhile
  }
}
