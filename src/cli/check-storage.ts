import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { bundleKey } from '../platform/storage/bundle-storage.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { spoolFolder } from '../product/files/photos/receive-upload.ts';
import { CheckFailure } from './command.ts';

/** An operation of the storage, with the right that the key of a bucket needs for it. */
interface Operation {
  name: string;
  right: string;
  work: () => Promise<void>;
}

/**
 * Writes, reads and deletes a file, as uploads do, and a bundle of the archive where there is one.
 * @returns what works @throws Error, CheckFailure with the rights that the key of the bucket lacks
 */
export async function checkStorage({ config }: { config: Config }): Promise<string> {
  const storage = await openStorage(config);
  await storage.prepare();
  const content = randomBytes(16).toString('hex');
  const photo = await tryOperations(photoOperations(storage, config, content));
  const bundle = config.archive ? await tryOperations(bundleOperations(storage, config, content)) : [];
  const failed = [
    ...photo.map((one) => ({ ...one, place: 'photos/*' })),
    ...bundle.map((one) => ({ ...one, place: 'archive/*' })),
  ];
  if (failed.length > 0) {
    const message = failed.map(({ name, reason }) => `cannot ${name}: ${reason}`).join('; ');
    const denied = failed.filter(({ isDenied }) => isDenied).map(({ right, place }) => `${right} for ${place}`);
    if (denied.length > 0) throw new CheckFailure(message, `give the key of the bucket ${denied.join(', ')}`);
    throw new Error(message);
  }
  const where = config.s3 ? `bucket ${config.s3.bucket}` : 'local files';
  const isListed = config.s3 === undefined || (await mayList(storage));
  return `${where}: writes, reads and deletes${isListed ? '' : '; without s3:ListBucket callout sweep cannot run'}`;
}

function photoOperations(storage: Storage, config: Config, key: string): Operation[] {
  return [
    {
      name: 'write a photo',
      right: 's3:PutObject',
      work: () => withProbe(config, key, (path) => storage.put(key, { path, size: key.length, type: 'image/png' })),
    },
    {
      name: 'read a photo',
      right: 's3:GetObject',
      work: async () => {
        if ((await storage.read(key))?.toString() !== key) throw new Error('what was written is not there');
      },
    },
    { name: 'delete a photo', right: 's3:DeleteObject', work: () => storage.remove(key) },
  ];
}

function bundleOperations({ bundles }: Storage, config: Config, content: string): Operation[] {
  const key = bundleKey({ projectId: 1, month: '1970-01', firstTicketId: 1, manifestHash: content });
  return [
    {
      name: 'write a bundle of the archive',
      right: 's3:PutObject',
      work: () => withProbe(config, content, (path) => bundles.put(key, { path, sizeBytes: content.length })),
    },
    {
      name: 'read a bundle of the archive',
      right: 's3:GetObject',
      work: async () => {
        const file = await bundles.open(key);
        if (!file) throw new Error('what was written is not there');
        await file.close();
      },
    },
    { name: 'delete a bundle of the archive', right: 's3:DeleteObject', work: () => bundles.remove(key) },
  ];
}

/** A storage may move the file, so each operation gets one of its own. */
async function withProbe({ dataDir }: Config, content: string, store: (path: string) => Promise<void>): Promise<void> {
  const folder = spoolFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `doctor-${randomBytes(8).toString('hex')}`);
  await writeFile(path, content, { mode: 0o600 });
  await store(path).finally(() => rm(path, { force: true }));
}

/** Tries all of them, because each needs a right of its own; one that follows a failed write would fail for want of what was not written. */
async function tryOperations(operations: readonly Operation[]) {
  const failed: { name: string; right: string; reason: string; isDenied: boolean }[] = [];
  for (const { name, right, work } of operations) {
    if (failed.length > 0 && right === 's3:GetObject') continue;
    await work().catch((error: Error & { $metadata?: { httpStatusCode?: number } }) => {
      const isDenied = error.$metadata?.httpStatusCode === 403;
      failed.push({ name, right, reason: error.message || error.name, isDenied });
    });
  }
  return failed;
}

async function mayList(storage: Storage): Promise<boolean> {
  try {
    for await (const _ of storage.keys()) break;
    return true;
  } catch {
    return false;
  }
}
