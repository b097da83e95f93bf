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
  /** What all links begin with when they lead to another server, for the content security policy of the console. */
  linkPrefix(): Promise<string | undefined>;
  /** The keys of all stored files. */
  keys(): AsyncIterable<string>;
  /** Creates what uploads need; called at the start. @throws when the storage is not writable */
  prepare(): Promise<void>;
  /** Checks the storage without writing. @throws when it is not reachable or not writable */
  check(): Promise<void>;
}

const extensions: Record<PhotoType, RegExp> = {
  'image/jpeg': /\.(jpg|jpeg)$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
};

/** The name under which a browser saves a photo, with the extension of its type: it is never saved as a page or a program. */
function downloadName({ original_name, content_type }: Pick<LinkedPhoto, 'original_name' | 'content_type'>): string {
  if (extensions[content_type].test(original_name)) return original_name;
  const stem = original_name.replace(/\.\w{1,10}$/, '') || 'photo';
  return `${stem}.${content_type === 'image/jpeg' ? 'jpg' : content_type.slice('image/'.length)}`;
}

/** A Content-Disposition header with the file name in both forms of RFC 6266. */
export function inlineDisposition(photo: Pick<LinkedPhoto, 'original_name' | 'content_type'>): string {
  const name = downloadName(photo);
  const plain = name.replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
