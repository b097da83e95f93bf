import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { canReach, type HostUser } from './host-user.ts';

const sharedState = '/var/lib/callout';
// sun_path holds 104 bytes on some systems, and the socket's own name needs 16 of them.
const longestSocketFolder = 86;

/** Where the cluster of a DATA_DIR lies, and whether that had to be outside of it. */
export interface Place {
  cluster: string;
  moved: boolean;
}

/** Makes DATA_DIR and decides where its cluster lives; made once, a cluster stays where it is. */
export function chooseDataDirectory(dataDir: string, user: HostUser | undefined): Place {
  // A server under another user walks through the folder but cannot list it.
  mkdirSync(dataDir, { recursive: true, mode: user ? 0o711 : 0o700 });
  const inside = join(realpathSync(dataDir), 'postgres');
  const entry = lstatSync(inside, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink()) return { cluster: readlinkSync(inside), moved: true };
  if (entry || !user || canReach(user, dirname(inside))) return { cluster: inside, moved: false };
  const outside = join(sharedState, shortHash(inside));
  mkdirSync(outside, { recursive: true, mode: 0o711 });
  const cluster = join(outside, 'postgres');
  symlinkSync(cluster, inside);
  return { cluster, moved: true };
}

/** The user to run the server as: whoever owns the cluster already, else the one proposed. */
export function clusterUser(cluster: string, proposed: HostUser | undefined): HostUser | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return proposed && owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : proposed;
}

/** Copies the server's files to a place that its user can reach, when theirs is closed to it. */
export function reachableBinaries(binaries: Binaries, user: HostUser | undefined): Binaries {
  if (!user || canReach(user, binaries.folder)) return binaries;
  const origin = dirname(binaries.folder);
  const { mtimeMs } = statSync(join(binaries.folder, 'postgres'));
  const copy = join(sharedState, `server-${shortHash(`${origin} ${mtimeMs} ${binaries.major}`)}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    mkdirSync(sharedState, { recursive: true, mode: 0o711 });
    cpSync(origin, half, { recursive: true, verbatimSymlinks: true });
    moveInto(half, copy);
  }
  return { ...binaries, folder: join(copy, 'bin') };
}

/** The folder of the unix socket: the cluster's own, or a short one when that path is too long. */
export function socketFolder(cluster: string, user: HostUser | undefined): string {
  if (Buffer.byteLength(cluster) <= longestSocketFolder) return cluster;
  const folder = join(tmpdir(), `callout-${shortHash(cluster)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  const owner = statSync(folder).uid;
  if (owner !== (user?.uid ?? process.getuid?.())) {
    throw new Error(`${folder} belongs to another user: remove it or choose a shorter DATA_DIR`);
  }
  return folder;
}

/** The major version that made a cluster, undefined where there is none yet. */
export function clusterMajor(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Puts a finished folder in its place; whoever comes second throws their own away. */
export function moveInto(finished: string, destination: string): void {
  try {
    renameSync(finished, destination);
  } catch (error) {
    rmSync(finished, { recursive: true, force: true });
    if (!existsSync(destination)) throw error;
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
