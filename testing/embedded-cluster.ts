import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPostmasterPid } from '../src/appliance/embedded-postgres/processes.ts';

/** Where the embedded server of a DATA_DIR has its data, and its socket. */
export function clusterFolder(dataDir: string): string {
  const place = join(dataDir, 'postgres');
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(place) : place;
}

/** Ends what a failed test has left, wherever it lies. */
export function killCluster(dataDir: string): void {
  const place = clusterFolder(dataDir);
  if (!existsSync(place)) return;
  const holder = findPostmasterPid(place);
  if (holder) process.kill(holder, 'SIGKILL');
  if (!place.startsWith(dataDir)) rmSync(dirname(place), { recursive: true, force: true });
}
