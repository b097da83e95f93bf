import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const hasProc = existsSync('/proc/self/cwd');

/**
 * The process that still holds a cluster: its postmaster, or a backend that outlived it.
 * Process ids are used again (in containers after every restart), so where the system tells,
 * only a process that works inside the cluster's folder counts.
 */
export function holderOf(cluster: string): number | undefined {
  if (hasProc)
    return readdirSync('/proc')
      .map(Number)
      .find((pid) => pid > 0 && worksIn(pid, cluster));
  const pid = postmasterPid(cluster);
  return pid !== undefined && isAlive(pid) ? pid : undefined;
}

/** The process id in the cluster's lock file, whoever that is today. */
export const postmasterPid = (cluster: string): number | undefined => pidIn(join(cluster, 'postmaster.pid'));

const lockFileNames = (cluster: string, socketFolder: string): string[] => [
  join(cluster, 'postmaster.pid'),
  join(socketFolder, '.s.PGSQL.5432.lock'),
];

/** Whether a server runs there, or did not come to its end. */
export const hasLockFile = (cluster: string, socketFolder: string): boolean =>
  lockFileNames(cluster, socketFolder).some((file) => existsSync(file));

/**
 * The lock files of a server, with the process ids that they hold now. PostgreSQL takes any
 * living process of that id for itself, also one that has died and was not reaped yet, or
 * another program that was given the number. So once nobody is found to work in the cluster,
 * such a file is stale. Read them before looking for the holder: a server that starts in
 * between has written another id.
 */
export function lockFiles(cluster: string, socketFolder: string): { discardIfStale(): void }[] {
  return lockFileNames(cluster, socketFolder).map((file) => {
    const pid = pidIn(file);
    return {
      discardIfStale: () => {
        if (pid !== undefined && isAlive(pid) && pidIn(file) === pid) rmSync(file, { force: true });
      },
    };
  });
}

function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return pid > 0 ? pid : undefined;
}

/** Whether a process exists; one that has died and was not reaped yet does. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has died and only waits for its parent to take note. */
export function isZombie(pid: number): boolean {
  try {
    return hasProc && /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return wasStartedOn(pid, folder); // another user's, which a container may hide even from root
  }
}

function wasStartedOn(pid: number, folder: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words[words.indexOf('-D') + 1] === folder;
  } catch {
    return false; // gone meanwhile
  }
}
