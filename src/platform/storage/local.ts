import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { access, constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { plus } from '../lib/clock.ts';
import { fsyncPath } from '../lib/fsync.ts';
import { keyPattern, type LinkedPhoto, type SpooledFile, type Storage } from './storage.ts';

/** The keys of links to local photos. */
export interface LinkKeys {
  linkKey: Buffer;
  /** verifies links that were signed before the secret was changed and that expire by `maxExpires` */
  previousLinkKey?: { key: Buffer; maxExpires: Date };
}

interface Options extends LinkKeys {
  dataDir: string;
  /** lifetime of links */
  linkTtlMs: number;
}

/** The root of all photos. */
export const photosFolder = (dataDir: string): string => resolve(dataDir, 'photos');

/** A file in the folder of photos from a restore of its photos until the restore of the database. */
export const restoringMark = '.restoring';

/** Stores photos as files under DATA_DIR/photos, which are read through signed links under /files/. */
export class LocalStorage implements Storage {
  /** the root of all photos */
  readonly folder: string;
  readonly #linkKey: Buffer;
  readonly #previousLinkKey: LinkKeys['previousLinkKey'];
  readonly #linkTtlMs: number;

  constructor({ dataDir, linkKey, previousLinkKey, linkTtlMs }: Options) {
    this.#linkKey = linkKey;
    this.#previousLinkKey = previousLinkKey;
    this.#linkTtlMs = linkTtlMs;
    this.folder = photosFolder(dataDir);
  }

  /** The path of a file relative to the root, in a subfolder by the first characters of its key. */
  nameOf(key: string): string {
    return join(key.slice(0, 2), key);
  }

  async put(key: string, file: SpooledFile): Promise<void> {
    const path = join(this.folder, this.nameOf(key));
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (created) await fsyncPath(this.folder);
    await move(file.path, path);
    await fsyncPath(dirname(path));
  }

  async remove(key: string): Promise<void> {
    const path = join(this.folder, this.nameOf(key));
    for (const name of [path, partOf(path)]) await rm(name, { force: true });
  }

  async linkTo(photo: LinkedPhoto, now: Date, base: string): Promise<string> {
    const expires = Math.floor(plus(now, this.#linkTtlMs).getTime() / 1000);
    const signature = signLink(this.#linkKey, photo.id, expires);
    return `${base}/files/${photo.id}?expires=${expires}&signature=${signature}`;
  }

  /** Whether the signature of a link to a photo is valid. @param expires Unix seconds, which are not checked */
  isSigned(photoId: number, expires: number, signature: string): boolean {
    if (matches(signature, signLink(this.#linkKey, photoId, expires))) return true;
    if (!this.#previousLinkKey) return false;
    const { key, maxExpires } = this.#previousLinkKey;
    return expires * 1000 <= maxExpires.getTime() && matches(signature, signLink(key, photoId, expires));
  }

  async linkPrefix(): Promise<undefined> {}

  async *keys(): AsyncIterable<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      const isOurs = keyPattern.test(entry.name) && entry.parentPath === join(this.folder, entry.name.slice(0, 2));
      if (entry.isFile() && isOurs) yield entry.name;
    }
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await fsyncPath(dirname(this.folder));
    await rm(join(this.folder, restoringMark), { force: true }); // the restored photos are in use now
  }

  async check(): Promise<void> {
    const mode = constants.R_OK | constants.W_OK | constants.X_OK;
    await access(this.folder, mode).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await access(dirname(this.folder), mode); // the first upload creates the folder
    });
  }
}

function matches(signature: string, expectedSignature: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(expectedSignature)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The key that signs links to local photos. @param secret PHOTO_LINK_SECRET, or JWT_SECRET without it */
export const linkKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'photo links', 32));

/** Signs the permission to read a photo. @param expires Unix seconds */
export const signLink = (key: Buffer, photoId: number, expires: number): string =>
  createHmac('sha256', key).update(`${photoId} ${expires}`).digest('base64url');

/** The temporary name of a file while it is copied, so that only complete files have a key as their name. */
const partOf = (path: string): string => `${path}.part`;

/** Renames a file, or copies it if the folder of photos is another file system. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copy(from, to);
  }
}

async function copy(from: string, to: string): Promise<void> {
  const part = partOf(to);
  try {
    await copyFile(from, part);
    await fsyncPath(part);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}); // the first error is the cause
    throw error;
  }
}
