import type { Readable } from 'node:stream';
import type { BundleStorage } from './bundle-storage.ts';
import type { DocumentType } from './photo-type.ts';

/** A received file on the local disk, complete and checked. */
export interface SpooledFile<Type extends DocumentType = DocumentType> {
  path: string;
  size: number;
  type: Type;
}

/**
 * A stored file: a photo of the work, an attachment of a ticket, a photo of a report without a ticket, or a document of an object. Each
 * kind has ids of its own.
 */
export interface StoredFile {
  kind: 'photo' | 'attachment' | 'report-photo' | 'document';
  id: number;
  storage_key: string;
}

/** What a link needs to know of a stored file. */
export interface LinkedFile extends StoredFile {
  content_type: DocumentType;
  original_name: string;
}

/** `thumb`: the small version of a photo, which is stored beside it. */
export type FileKind = 'photo' | 'thumb';

/** The name of the small version of a photo. @param name of the photo */
export const thumbName = (name: string): string => `${name}.thumb.webp`;

/** Storage keys are 32 hexadecimal digits. Files and objects with other names do not belong to the service. */
const filePatterns: Record<FileKind, RegExp> = {
  photo: /^([0-9a-f]{32})$/,
  thumb: /^([0-9a-f]{32})\.thumb\.webp(\.[0-9a-f]+\.part)?$/,
};

/** @returns the key of the photo that a file belongs to; undefined for files of another kind and of others */
export const keyOf = (fileName: string, kind: FileKind): string | undefined => filePatterns[kind].exec(fileName)?.[1];

/** Stores the files of photos, and bundles of removed tickets. The configuration chooses the implementation. */
export interface Storage {
  readonly bundles: BundleStorage;
  /**
   * Stores a file durably. The spooled file may be moved.
   * @param isGone whether nobody waits for it any more, checked after waiting in a queue
   * @throws CallerGone, or the error of the storage
   */
  put(key: string, file: SpooledFile, isGone?: () => boolean): Promise<void>;
  /** @returns the bytes of a photo; undefined when it is missing */
  read(key: string): Promise<Buffer | undefined>;
  /** @returns the bytes of a photo as they are read; undefined when it is missing */
  stream(key: string): Promise<Readable | undefined>;
  /** @returns the small version of a photo; undefined when there is none */
  readThumb(key: string): Promise<Buffer | undefined>;
  /** Stores the small version of a photo. Readers never see a part of it. */
  putThumb(key: string, bytes: Buffer): Promise<void>;
  /** Deletes a photo and its small version, or a bundle, if they exist. */
  remove(key: string): Promise<void>;
  /** @param base where the service is reached, such as `https://callout.example.com` */
  linkTo(file: LinkedFile, now: Date, base: string): Promise<string>;
  /** What all links begin with when they lead to another server, for the content security policy of the console. */
  linkPrefix(): Promise<string | undefined>;
  /** The keys of all stored photos, or of those with a small version. */
  keys(kind?: FileKind): AsyncIterable<string>;
  /** Creates what uploads need; called at the start. @throws when the storage is not writable */
  prepare(): Promise<void>;
  /** Checks the storage without writing. @throws when it is not reachable or not writable */
  check(): Promise<void>;
}

const extensions: Record<DocumentType, { name: string; pattern: RegExp }> = {
  'image/jpeg': { name: 'jpg', pattern: /\.(jpg|jpeg)$/i },
  'image/png': { name: 'png', pattern: /\.png$/i },
  'image/webp': { name: 'webp', pattern: /\.webp$/i },
  'application/pdf': { name: 'pdf', pattern: /\.pdf$/i },
};

/** @returns the extension of the files of a type, such as `jpg` */
export const extensionOf = (type: DocumentType): string => extensions[type].name;

/** The name under which a browser saves a file, with the extension of its type: it is never saved as a page or a program. */
function downloadName({ original_name, content_type }: Pick<LinkedFile, 'original_name' | 'content_type'>): string {
  const { name, pattern } = extensions[content_type];
  if (pattern.test(original_name)) return original_name;
  const stem = original_name.replace(/\.\w{1,10}$/, '') || (content_type === 'application/pdf' ? 'document' : 'photo');
  return `${stem}.${name}`;
}

/**
 * A Content-Disposition header with the file name in both forms of RFC 6266. A PDF file is saved: browsers do not show one under the
 * content security policy of stored files.
 */
export function dispositionOf(file: Pick<LinkedFile, 'original_name' | 'content_type'>): string {
  const name = downloadName(file);
  const kind = file.content_type === 'application/pdf' ? 'attachment' : 'inline';
  const plain = name.replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
