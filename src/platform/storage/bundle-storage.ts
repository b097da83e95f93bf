import type { Readable } from 'node:stream';

// Bundles are zip files with what retention has removed (docs/decisions/archive.md). They are stored beside the photos, under keys of
// their own form, and never changed.

/** What the keys of bundles begin with. Those of photos have no slash. */
const prefix = 'archive/';

const keyPattern = /^archive\/([1-9]\d{0,9})\/(\d{4}-(?:0[1-9]|1[0-2]))\/([1-9]\d{0,9})-([0-9a-f]{32})\.zip$/;

/** What the key of a bundle consists of. */
export interface BundleName {
  projectId: number;
  /** of closing, such as `2026-03`, in UTC */
  month: string;
  firstTicketId: number;
  /** the first 32 hexadecimal digits of the SHA-256 of its manifest */
  manifestHash: string;
}

/** `archive/<project>/<month>/<first ticket>-<hash of the manifest>.zip` */
export const bundleKey = ({ projectId, month, firstTicketId, manifestHash }: BundleName): string =>
  `${prefix}${projectId}/${month}/${firstTicketId}-${manifestHash}.zip`;

/** @returns undefined for keys of photos, and of files that are not ours */
export function parseBundleKey(key: string): BundleName | undefined {
  const [, projectId, month = '', firstTicketId, manifestHash = ''] = keyPattern.exec(key) ?? [];
  if (projectId === undefined) return undefined;
  return { projectId: Number(projectId), month, firstTicketId: Number(firstTicketId), manifestHash };
}

export const isBundleKey = (key: string): boolean => keyPattern.test(key);

/** A stored bundle, of which parts are read. */
export interface BundleFile {
  sizeBytes: number;
  /** @param end of the bytes, not included */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Stores bundles. */
export interface BundleStorage {
  /** Stores a complete file durably; it may be moved. Nobody ever sees a part of it. */
  put(key: string, file: { path: string; sizeBytes: number }): Promise<void>;
  /** @returns undefined when there is none */
  open(key: string): Promise<BundleFile | undefined>;
  /** The keys of all bundles, of one project or of one month, sorted. @param under such as `archive/7/` */
  keys(under?: string): AsyncIterable<string>;
  /** Deletes a bundle, if it exists. */
  remove(key: string): Promise<void>;
}

export { prefix as bundlePrefix };

/** Which bundles; without a value all. */
export interface BundleFilter {
  projectId?: number | undefined;
  month?: string | undefined;
}

/** The bundles of a project or a month, sorted by their keys. */
export async function* findBundles(
  bundles: BundleStorage,
  { projectId, month }: BundleFilter,
): AsyncGenerator<{ key: string; name: BundleName }> {
  const under = projectId === undefined ? prefix : `${prefix}${projectId}/${month === undefined ? '' : `${month}/`}`;
  for await (const key of bundles.keys(under)) {
    const name = parseBundleKey(key);
    if (name && (month === undefined || name.month === month)) yield { key, name };
  }
}
