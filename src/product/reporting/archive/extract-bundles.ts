import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BundleFilter, type BundleStorage, bundlePrefix, findBundles } from '../../../platform/storage/bundle-storage.ts';
import { type BundleReader, withBundle } from './bundle-reader.ts';
import { type BundleManifest, isBundleFileName, manifestName, ticketFolder } from './format.ts';
import { readManifest } from './verify-bundle.ts';

/** What was written. */
export interface Extraction {
  files: number;
  /** one line for each file or bundle that could not be extracted as it was written */
  faults: string[];
  /** the bundles it is from; several for a ticket that was archived again after a restore, the newest of which was taken */
  keys: string[];
}

/** Writes the bundles of a project or a month into folders of a folder, each with its manifest. */
export async function extractBundles(bundles: BundleStorage, filter: BundleFilter, to: string): Promise<Extraction> {
  const extraction: Extraction = { files: 0, faults: [], keys: [] };
  for await (const { key } of findBundles(bundles, filter)) {
    extraction.keys.push(key);
    const folder = join(to, key.slice(bundlePrefix.length, -'.zip'.length));
    await readBundle(bundles, key, extraction, async (bundle, manifest) => {
      await extractFile(bundle, manifestName, join(folder, manifestName));
      extraction.files++;
      await extractFiles(bundle, manifest, '', folder, extraction);
    });
  }
  return extraction;
}

/** Writes one ticket into a folder of its number. */
export async function extractTicket(
  bundles: BundleStorage,
  ticketId: number,
  filter: BundleFilter,
  to: string,
): Promise<Extraction> {
  const extraction: Extraction = { files: 0, faults: [], keys: [] };
  const found: { key: string; createdAt: string }[] = [];
  for await (const { key } of findBundles(bundles, filter)) {
    await readBundle(bundles, key, extraction, async (_bundle, { tickets, created_at: createdAt }) => {
      if (tickets.includes(ticketId)) found.push({ key, createdAt });
    });
  }
  found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  extraction.keys = found.map(({ key }) => key);
  if (found[0]) {
    await readBundle(bundles, found[0].key, extraction, (bundle, manifest) =>
      extractFiles(bundle, manifest, ticketFolder(ticketId), join(to, String(ticketId)), extraction),
    );
  }
  return extraction;
}

async function readBundle(
  bundles: BundleStorage,
  key: string,
  { faults }: Extraction,
  work: (bundle: BundleReader, manifest: BundleManifest) => Promise<void>,
): Promise<void> {
  try {
    await withBundle(bundles, key, async (bundle) => work(bundle, await readManifest(bundle, key)));
  } catch (error) {
    if (isOfTarget(error as NodeJS.ErrnoException)) throw error;
    faults.push(`${key}: ${(error as Error).message}`);
  }
}

/** The folder to write into: without it there is no point in going on. */
const isOfTarget = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['EEXIST', 'ENOSPC', 'EACCES', 'EROFS', 'ENOTDIR'].includes(code);

async function extractFiles(
  bundle: BundleReader,
  { files }: BundleManifest,
  prefix: string,
  folder: string,
  extraction: Extraction,
): Promise<void> {
  for (const { name, size, sha256 } of files) {
    if (!name.startsWith(prefix)) continue;
    if (!isBundleFileName(name)) {
      extraction.faults.push(`${name}: does not belong in a bundle`);
      continue;
    }
    // A few bytes of a forged bundle may be inflated to any size, which would fill the disk.
    if ((bundle.sizeOf(name) ?? 0) > size) {
      extraction.faults.push(`${name}: is not the file that was written`);
      continue;
    }
    const found = await extractFile(bundle, name, join(folder, name.slice(prefix.length)));
    extraction.files++;
    if (found !== sha256) extraction.faults.push(`${name}: is not the file that was written`);
  }
}

/** Writes a file that does not exist yet. @returns its SHA-256 */
async function extractFile(bundle: BundleReader, name: string, path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const source = await bundle.stream(name);
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(source, hashed, createWriteStream(path, { flags: 'wx' }));
  return hash.digest('hex');
}
