import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BundleStorage, parseBundleKey } from '../../../platform/storage/bundle-storage.ts';
import { type BundleReader, withBundle } from './bundle-reader.ts';
import {
  type BundleManifest,
  isBundleFileName,
  manifestName,
  parseManifest,
  ticketFolder,
  ticketName,
  ticketOf,
} from './format.ts';
import { ticketFaults } from './verify-ticket.ts';

/** What a check of a bundle found. */
export interface BundleCheck {
  /** one line each; none: the bundle is as it was written */
  faults: string[];
  tickets: number;
  files: number;
  /** files that were missing already when the bundle was written */
  missing: number;
}

/**
 * Checks a stored bundle: its name, the SHA-256 of each file, and that nothing is missing or added.
 * @param checksTickets whether the hash chain of each ticket is checked as well
 */
export async function checkBundle(bundles: BundleStorage, key: string, checksTickets: boolean): Promise<BundleCheck> {
  const check: BundleCheck = { faults: [], tickets: 0, files: 0, missing: 0 };
  try {
    await withBundle(bundles, key, async (bundle) => {
      const manifest = await readManifest(bundle, key);
      check.tickets = manifest.tickets.length;
      check.files = manifest.files.length;
      check.missing = manifest.missing.length;
      check.faults.push(...(await fileFaults(bundle, manifest)));
      if (checksTickets) for (const id of manifest.tickets) check.faults.push(...(await chainFaults(bundle, manifest, id)));
    });
  } catch (error) {
    check.faults.push((error as Error).message);
  }
  return check;
}

/** Reads the manifest of a bundle. @throws when it is not the one that was written under this name */
export async function readManifest(bundle: BundleReader, key: string): Promise<BundleManifest> {
  const name = parseBundleKey(key);
  const text = await bundle.text(manifestName).catch((error: Error) => {
    throw new Error(`${manifestName}: ${error.message}`);
  });
  const hash = createHash('sha256').update(text).digest('hex');
  if (!name || !hash.startsWith(name.manifestHash)) throw new Error(`${manifestName}: is not the one that was written`);
  const manifest = parseManifest(text);
  const isOfName = manifest.project.id === name.projectId && manifest.month === name.month;
  if (!isOfName || manifest.tickets[0] !== name.firstTicketId) throw new Error(`${manifestName}: belongs to another bundle`);
  return manifest;
}

async function fileFaults(bundle: BundleReader, { files, tickets }: BundleManifest): Promise<string[]> {
  const faults: string[] = [];
  const listed = new Set([manifestName, ...files.map(({ name }) => name)]);
  for (const name of bundle.names) if (!listed.has(name)) faults.push(`${name}: is not in the manifest`);
  for (const { name, size, sha256 } of files) {
    if (!isBundleFileName(name) || !tickets.includes(ticketOf(name) ?? 0)) faults.push(`${name}: does not belong in a bundle`);
    else if ((bundle.sizeOf(name) ?? 0) > size) faults.push(`${name}: is not the file that was written`);
    else {
      const found = await hashOf(() => bundle.stream(name)).catch((error: Error) => error);
      if (found instanceof Error) faults.push(`${name}: ${found.message}`);
      else if (found.sha256 !== sha256 || found.size !== size) faults.push(`${name}: is not the file that was written`);
    }
  }
  for (const id of tickets) {
    if (!listed.has(`${ticketFolder(id)}${ticketName}`)) faults.push(`${ticketFolder(id)}${ticketName}: is missing`);
  }
  return faults;
}

async function hashOf(open: () => Promise<Readable>): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(await open(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      hash.update(chunk);
    }
  });
  return { sha256: hash.digest('hex'), size };
}

async function chainFaults(bundle: BundleReader, { files }: BundleManifest, id: number): Promise<string[]> {
  const folder = ticketFolder(id);
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  try {
    const found = ticketFaults(await bundle.text(folder + ticketName), id, (file) => hashes.get(folder + file));
    return found.map((fault) => `${folder}${ticketName}: ${fault}`);
  } catch (error) {
    return [`${folder}${ticketName}: ${(error as Error).message}`];
  }
}
