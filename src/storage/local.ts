import { access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { plus } from '../lib/clock.ts';
import { signLink } from '../lib/photo-signature.ts';
import { keyPattern, type LinkedPhoto, type SpooledFile, type Storage } from './storage.ts';

interface Options {
  dataDir: string;
  linkKey: Buffer;
  /** how long a link lives, in milliseconds */
  linkTtl: number;
}

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
    this.folder = resolve(dataDir, 'photos');
  }

  /** The file of a key, seen from the root; a level of folders keeps them small. */
  nameOf(key: string): string {
    return join(key.slice(0, 2), key);
  }

  async put(key: string, file: SpooledFile): Promise<void> {
    const path = join(this.folder, this.nameOf(key));
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made) await syncFolder(this.folder);
    await rename(file.path, path);
    await syncFolder(dirname(path));
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.folder, this.nameOf(key)), { force: true });
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

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(this.folder));
    await rm(join(this.folder, restoringMark), { force: true }); // these photos are in use
    await access(this.folder, constants.R_OK | constants.W_OK | constants.X_OK);
  }
}

/** A new name is durable only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
