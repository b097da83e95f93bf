import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface HostUser {
  uid: number;
  gid: number;
}

/**
 * The user that the server runs as when the service is root, since PostgreSQL refuses to run as root.
 * @returns undefined when the service is not root
 * @throws when the machine has none of the usual unprivileged users
 */
export function unprivilegedUser(): HostUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const user = users.find((candidate) => candidate.name === name && candidate.uid > 0);
    if (user) return { uid: user.uid, gid: user.gid };
  }
  throw new Error(
    'PostgreSQL does not run as root and this machine has no user postgres, nobody or daemon: set DATABASE_URL or start as another user',
  );
}

/** Whether a user has execute permission on a path and on all folders above it. */
export function canReach(user: HostUser, path: string): boolean {
  const parent = dirname(path);
  if (parent !== path && !canReach(user, parent)) return false;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.uid === user.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === user.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}
