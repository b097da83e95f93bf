import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Binaries } from './binaries.ts';
import { canReach, type HostUser } from './host-user.ts';
import { isAlive } from './processes.ts';
import { makePrivateFolder, makeSharedFolder, requireTrustedFolder, requireTrustedLink } from './trusted-folders.ts';

const sharedFolder = '/var/lib/callout';
// sun_path holds 104 bytes on some systems, and the socket's own name needs 16 of them.
const maxSocketFolderBytes = 86;

/**
 * Makes DATA_DIR and decides where its cluster lives; made once, a cluster stays where it is.
 * @returns a folder in DATA_DIR, or another one that the user of the server can reach
 * @throws one line when other users can change one of the folders
 */
export function chooseDataDirectory(dataDir: string, user: HostUser | undefined): string {
  // A server under another user walks through the folder but cannot list it.
  mkdirSync(dataDir, { recursive: true, mode: user ? 0o711 : 0o700 });
  const folder = realpathSync(dataDir);
  const inside = join(folder, 'postgres');
  const entry = lstatSync(inside, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink()) requireTrustedLink(inside);
  const owners = clusterOwners(inside, user);
  requireTrustedFolder(folder, owners);
  if (entry?.isSymbolicLink()) {
    const cluster = resolve(folder, readlinkSync(inside));
    requireTrustedFolder(dirname(cluster), owners);
    return cluster;
  }
  if (entry || !user || canReach(user, folder)) return inside;
  const outside = join(sharedFolder, shortHash(inside));
  makeSharedFolder(sharedFolder);
  makeSharedFolder(outside);
  const cluster = join(outside, 'postgres');
  symlinkSync(cluster, inside);
  return cluster;
}

/** Root uses the folders of the user as whom the server runs, since it is this user's data. */
function clusterOwners(cluster: string, user: HostUser | undefined): number[] {
  const owner = user && statSync(cluster, { throwIfNoEntry: false })?.uid;
  return owner === undefined ? [] : [owner];
}

/** The user that the server runs as: the owner of an existing cluster, else the proposed one. */
export function clusterUser(cluster: string, proposed: HostUser | undefined): HostUser | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return proposed && owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : proposed;
}

/**
 * Who reaches the socket is trusted without a password: only its owner and root can open its folder, and a program that runs
 * as either could read a password of the service as well. The server listens on no network address, and rejects such connections.
 */
const authOptions = ['--auth-local=trust', '--auth-host=reject'];

/**
 * Creates the cluster with initdb, in a temporary folder that is renamed when complete: a crash leaves no
 * half cluster.
 */
export function initializeCluster(cluster: string, { folder }: Binaries, user: HostUser | undefined): void {
  removeAbandoned(cluster);
  const temporary = `${cluster}.new-${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  if (user) chownSync(temporary, user.uid, user.gid);
  const options = ['-D', temporary, '-U', 'callout', ...authOptions, '--encoding=UTF8', '--locale=C'];
  const { status, stderr, error } = spawnSync(join(folder, 'initdb'), options, {
    ...processOptions(temporary, user),
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    const reason = (error?.message ?? stderr).trim().split('\n').at(-1) ?? '';
    const remedy = reason.includes('effective user ID') ? ' (set DATABASE_URL, or run as a user that has a name)' : '';
    throw new Error(`initdb failed: ${reason}${remedy}`);
  }
  moveInto(temporary, cluster);
}

/** Removes temporary folders of first starts that were killed. */
function removeAbandoned(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const [, pid] = /\.new-(\d+)$/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
}

/** Options to spawn a program of PostgreSQL: PGDATA, LC_ALL and the like of our environment must not reach it. */
export function processOptions(cwd: string, user: HostUser | undefined) {
  return { cwd, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...user };
}

/** Copies the binaries to a folder that the server's user can reach, if it cannot reach theirs. */
export function reachableBinaries(binaries: Binaries, user: HostUser | undefined): Binaries {
  if (!user || canReach(user, binaries.folder)) return binaries;
  const origin = dirname(binaries.folder);
  const { mtimeMs } = statSync(join(binaries.folder, 'postgres'));
  makeSharedFolder(sharedFolder);
  const copy = join(sharedFolder, `server-${shortHash(`${origin} ${mtimeMs} ${binaries.major}`)}`);
  if (!existsSync(copy)) {
    const temporary = `${copy}.${process.pid}`;
    cpSync(origin, temporary, { recursive: true, verbatimSymlinks: true });
    moveInto(temporary, copy);
  }
  return { ...binaries, folder: join(copy, 'bin') };
}

/**
 * The folder of the unix socket: the cluster, or when its path is too long, one beside the clusters of root or in the temporary
 * folder.
 */
export function socketFolder(cluster: string, user: HostUser | undefined): string {
  if (Buffer.byteLength(cluster) <= maxSocketFolderBytes) return cluster;
  if (user) makeSharedFolder(sharedFolder);
  const folder = user ? join(sharedFolder, `socket-${shortHash(cluster)}`) : join(tmpdir(), `callout-${shortHash(cluster)}`);
  makePrivateFolder(folder, user);
  return folder;
}

/** The major version that created a cluster; undefined where there is none. */
export function clusterMajor(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Renames a complete folder; if another process was first, its folder stays and this one is removed. */
function moveInto(complete: string, destination: string): void {
  try {
    renameSync(complete, destination);
  } catch (error) {
    rmSync(complete, { recursive: true, force: true });
    if (!existsSync(destination)) throw error;
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
