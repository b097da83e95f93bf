import { chmodSync, chownSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { HostUser } from './host-user.ts';

// Whoever can write to a folder of the server can replace its socket, its cluster or a link. The folders are checked before
// anything in them is used.

const groupWrite = 0o020;
const othersWrite = 0o002;

/**
 * Checks a folder that an operator may have made.
 * @param owners who may own it, besides root and the user of this process
 * @throws one line when another user owns it or can write to it
 */
export function requireTrustedFolder(path: string, owners: readonly number[] = []): void {
  const { uid, mode } = requireFolder(path);
  if (![0, ownUid(), ...owners].includes(uid))
    throw new Error(`${path} belongs to another user (${uid}): change its owner or choose another DATA_DIR`);
  // Volumes of containers belong to root and to a group that root has chosen for the service.
  const forbidden = uid === 0 ? othersWrite : groupWrite | othersWrite;
  if ((mode & forbidden) !== 0) throw new Error(`${path} can be changed by other users: chmod go-w ${path}`);
}

/** Checks a symbolic link that leads to a folder of the server. @throws one line when another user made it */
export function requireTrustedLink(path: string): void {
  const { uid } = lstatSync(path);
  if (uid !== 0 && uid !== ownUid()) throw new Error(`${path} is a link of another user (${uid}): remove it`);
}

/** Creates a folder of root that the user of the server walks through, or checks the one that is there. @throws as above */
export function makeSharedFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (makeFolder(path)) chmodSync(path, 0o711); // whatever the umask is
  const { uid, mode } = requireFolder(path);
  if (uid !== ownUid() || (mode & (groupWrite | othersWrite)) !== 0) {
    throw new Error(`${path} can be changed by other users: chown root ${path} && chmod 711 ${path}`);
  }
}

/**
 * Creates a folder that only its owner can read, or checks the one that is there: it may lie in a folder in which everybody
 * can create files.
 * @param user the owner; undefined: the user of this process
 */
export function makePrivateFolder(path: string, user: HostUser | undefined): void {
  makeFolder(path);
  const { uid, mode } = requireFolder(path);
  const owner = user?.uid ?? ownUid();
  if ((uid !== owner && uid !== ownUid()) || (mode & 0o777) !== 0o700) {
    throw new Error(`${path} belongs to another user, or others can open it: remove it`);
  }
  if (user && uid !== user.uid) chownSync(path, user.uid, user.gid);
}

/** @returns whether it did not exist. Not recursive: an existing folder must be noticed. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function requireFolder(path: string): Stats {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) throw new Error(`${path} is not a folder, or a symbolic link: remove it`);
  return stat;
}

const ownUid = (): number => process.getuid?.() ?? 0;
