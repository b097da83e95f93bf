import type { PhotoType } from './photo-type.ts';

/** A received photo on the local disk, complete and checked. */
export interface SpooledFile {
  path: string;
  size: number;
  type: PhotoType;
}

/** What a link needs to know of a photo. */
export interface LinkedPhoto {
  id: number;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
}

/** The form of storage keys. Files and objects with other names do not belong to the service. */
export const keyPattern = /^[0-9a-f]{32}$/;

/** Stores the files of photos. The configuration chooses the implementation. */
export interface Storage {
  /**
   * Stores a file durably. The spooled file may be moved.
   * @param isGone whether nobody waits for it any more, checked after waiting in a queue
   * @throws CallerGone, or the error of the storage
   */
  put(key: string, file: SpooledFile, isGone?: () => boolean): Promise<void>;
  /** Deletes a file if it exists. */
  remove(key: string): Promise<void>;
  /** @param base where the service is reached, such as `https://callout.example.com` */
  linkTo(photo: LinkedPhoto, now: Date, base: string): Promise<string>;
  /** The keys of all stored files. */
  keys(): AsyncIterable<string>;
  /** Creates what uploads need; called at the start. @throws when the storage is not writable */
  prepare(): Promise<void>;
  /** Checks the storage without writing. @throws when it is not reachable or not writable */
  check(): Promise<void>;
}

/** A Content-Disposition header with the file name in both forms of RFC 6266. */
export function inlineDisposition(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
