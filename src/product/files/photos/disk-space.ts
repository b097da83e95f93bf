import { mkdir, statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { Config } from '../../../platform/config/config.ts';
import { memoizeWithTimeout } from '../../../platform/lib/memoize.ts';
import { diskFreeMetric } from '../../../platform/metrics/metrics.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { photosFolder } from '../../../platform/storage/local.ts';
import { spoolFolder } from './receive-upload.ts';

/** A disk is nearly full when less than this many of the largest photos fit before uploads are refused ... */
const photosLeft = 100;
/** ... but a small disk only with less than this share of it. */
const shareLeft = 0.1;

/** How long a value is used, and how long a scrape waits for it. */
const maxAgeMs = 15_000;
const timeoutMs = 2_000;

/** `full`: uploads are refused; `nearly_full`: they will be soon */
export type DiskState = 'enough' | 'nearly_full' | 'full';

/** @returns the folders where uploads are received and stored; these may be different file systems */
export const uploadFolders = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): string[] =>
  s3 ? [spoolFolder(dataDir)] : [spoolFolder(dataDir), photosFolder(dataDir)];

/** Creates the folder if needed. @returns the free bytes of its disk */
export const freeBytesOf = async (folder: string): Promise<number> => (await diskOf(folder)).freeBytes;

/** @returns the disk of uploads with the least free space. @throws when a folder can neither be read nor created */
export async function readDiskSpace(config: Config): Promise<{ state: DiskState; freeBytes: number }> {
  const disks = await Promise.all(uploadFolders(config).map(diskOf));
  const states = disks.map((disk) => stateOf(disk, config));
  const state = (['full', 'nearly_full'] as const).find((one) => states.includes(one)) ?? 'enough';
  return { state, freeBytes: Math.min(...disks.map(({ freeBytes }) => freeBytes)) };
}

/** Registers the gauge of the free disk space. */
export function gaugeDiskSpace({ config, metrics }: Pick<Deps, 'config' | 'metrics'>): void {
  const read = memoizeWithTimeout(() => readDiskSpace(config), maxAgeMs, timeoutMs);
  new Gauge({
    name: diskFreeMetric,
    help: 'Free bytes on the disk where uploads are received and stored, of several disks the least; 0: it cannot be read',
    registers: [metrics.registry],
    async collect() {
      this.set((await read())?.freeBytes ?? 0);
    },
  });
}

interface Disk {
  freeBytes: number;
  totalBytes: number;
}

async function diskOf(folder: string): Promise<Disk> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function stateOf({ freeBytes, totalBytes }: Disk, { quotas, photoMaxBytes }: Config): DiskState {
  const leftBytes = freeBytes - quotas.minFreeDiskBytes;
  if (leftBytes < 0) return 'full';
  return leftBytes < Math.min(photosLeft * photoMaxBytes, shareLeft * totalBytes) ? 'nearly_full' : 'enough';
}
