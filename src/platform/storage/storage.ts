import type { PhotoType } from './photo-type.ts';

/** A photo as it waits on the local disk, complete and checked. */
export interface SpooledFile {
  path: string;
  size: number;
  type: PhotoType;
}

/** What a link must tell its reader beside the bytes. */
export interface LinkedPhoto {
  id: number;
  storage_key: string;
  content_type: PhotoType;
  original_name: string;
}

/** A name that storages give out and take: nothing else in a folder or bucket is ours. */
export const keyPattern = /^[0-9a-f]{32}$/;

/** Where the bytes of photos lie. One implementation is chosen by the configuration. */
export interface Storage {
  /**
   * Keeps a file; when it returns, a power cut does not take the file away. The spooled one may be consumed.
   * @param isGone whether nobody waits for it any more, asked where it has waited for its turn
   * @throws CallerGone, or what the storage says
   */
  put(key: string, file: SpooledFile, isGone?: () => boolean): Promise<void>;
  /** Removes a file; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** @param base where the service is reached, such as `https://callout.example.com` */
  linkTo(photo: LinkedPhoto, now: Date, base: string): Promise<string>;
  /** Every key that is kept. */
  keys(): AsyncIterable<string>;
  /** Makes ready what uploads need, before a service starts. @throws when the storage cannot be written to */
  prepare(): Promise<void>;
  /** Changes nothing. @throws when the storage cannot be reached or written to */
  check(): Promise<void>;
}

/** How a browser may name a photo that it saves: RFC 6266 with the plain form for old readers. */
export function inlineDisposition(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
