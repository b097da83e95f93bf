import { access, constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { plus } from '../lib/clock.ts';
import { fsyncPath } from '../lib/fsync.ts';
import { signLink } from './signed-links.ts';
import { keyPattern, type LinkedPhoto, type SpooledFile, type Storage } from './storage.ts';

interface Options {
  dataDir: string;
  linkKey: Buffer;
  /** how long a link lives, in milliseconds */
  linkTtl: number;
}

/** The root of all photos. */
export const photosFolder = (dataDir: string): string => resolve(dataDir, 'photos');

/** In a folder of photos that a restore has filled, until the database has their rows, too. */
export const restoringMark = '.restoring';

/** Files under DATA_DIR/photos, read through signed links under /files/. */
export class LocalStorage implements Storage {
  /** the root of all photos */
  readonly folder: string;
  readonly linkKey: Buffer;
  readonly #linkTtl: number;

  constructor({ dataDir, linkKey, linkTtl }: Options) {
    this.linkKey = linkKey;
    this.#linkTtl = linkTtl;
    this.folder = photosFolder(dataDir);
  }

  /** The file of a key, seen from the root; a level of folders keeps them small. */
  nameOf(key: string): string {
    return join(key.slice(0, 2), key);
  }

  async put(key: string, file: SpooledFile): Promise<void> {
    const path = join(this.folder, this.nameOf(key));
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made) await fsyncPath(this.folder);
    await move(file.path, path);
    await fsyncPath(dirname(path));
  }

  async remove(key: string): Promise<void> {
    const path = join(this.folder, this.nameOf(key));
    for (const name of [path, partOf(path)]) await rm(name, { force: true });
  }

  async linkTo(photo: LinkedPhoto, now: Date, base: string): Promise<string> {
    const expires = Math.floor(plus(now, this.#linkTtl).getTime() / 1000);
    const signature = signLink(this.linkKey, photo.id, expires);
    return `${base}/files/${photo.id}?expires=${expires}&signature=${signature}`;
  }

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
    await rm(join(this.folder, restoringMark), { force: true }); // these photos are in use
  }

  async check(): Promise<void> {
    const mode = constants.R_OK | constants.W_OK | constants.X_OK;
    await access(this.folder, mode).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await access(dirname(this.folder), mode); // the first upload creates the folder
    });
  }
}

/** Where a file is copied to before it gets its name: nothing but a whole photo has a name that is a key. */
const partOf = (path: string): string => `${path}.part`;

/** Renames a complete file; it is copied when the photos have a file system of their own. */
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
