import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LocalStorage, restoringMark } from '../../platform/storage/local.ts';
import { detectPhotoType, signatureLength } from '../../platform/storage/photo-type.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** Where the photos of a backup come to lie: all of them once the database has its rows, else none. */
export interface PhotoPlace {
  /** Clears what a restore that was killed has left. @throws when there are photos already */
  requireEmpty(): Promise<void>;
  keep(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Everything is there; the database commits next. */
  settle(): Promise<void>;
  /** The database has committed. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

export function placeFor(storage: Storage, spoolFolder: string): PhotoPlace {
  return storage instanceof LocalStorage ? new FolderPlace(storage) : new BucketPlace(storage, spoolFolder);
}

/** Files are gathered beside the folder of photos, which gets its name at the end. */
class FolderPlace implements PhotoPlace {
  readonly #storage: LocalStorage;
  readonly #aside: string;

  constructor(storage: LocalStorage) {
    this.#storage = storage;
    this.#aside = `${storage.folder}.restoring`;
  }

  // The mark tells photos whose rows never came from those of a service.
  get #mark(): string {
    return join(this.#storage.folder, restoringMark);
  }

  async requireEmpty(): Promise<void> {
    await rm(this.#aside, { recursive: true, force: true });
    const { folder } = this.#storage;
    if (!existsSync(folder)) return;
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => !entry.isDirectory());
    if (files.length > 0 && !existsSync(this.#mark))
      throw new Error(`there are photos in ${folder}: restore into an empty DATA_DIR`);
    await rm(folder, { recursive: true, force: true });
  }

  async keep(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.#aside, this.#storage.nameOf(key));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  }

  async settle(): Promise<void> {
    await mkdir(this.#aside, { recursive: true, mode: 0o700 });
    await writeFile(join(this.#aside, restoringMark), '');
    for (const entry of await readdir(this.#aside, { withFileTypes: true })) {
      if (entry.isDirectory()) await syncFolder(join(this.#aside, entry.name));
    }
    await syncFolder(this.#aside);
    await rename(this.#aside, this.#storage.folder);
    await syncFolder(dirname(this.#storage.folder));
  }

  async finish(): Promise<void> {
    await rm(this.#mark, { force: true });
  }

  async discard(): Promise<void> {
    await rm(this.#aside, { recursive: true, force: true });
    if (existsSync(this.#mark)) await rm(this.#storage.folder, { recursive: true, force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The way of local photos into a bucket. */
class BucketPlace implements PhotoPlace {
  readonly #storage: Storage;
  readonly #spoolFolder: string;
  readonly #kept: string[] = [];

  constructor(storage: Storage, spoolFolder: string) {
    this.#storage = storage;
    this.#spoolFolder = spoolFolder;
  }

  async requireEmpty(): Promise<void> {
    for await (const _ of this.#storage.keys()) throw new Error('there are photos in the bucket: restore into an empty one');
  }

  async keep(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(this.#spoolFolder, { recursive: true, mode: 0o700 });
    const path = join(this.#spoolFolder, randomBytes(16).toString('hex'));
    try {
      let head = Buffer.alloc(0);
      let size = 0;
      const watched = async function* () {
        for await (const piece of content) {
          if (head.length < signatureLength) head = Buffer.concat([head, piece.subarray(0, signatureLength)]);
          size += piece.length;
          yield piece;
        }
      };
      await pipeline(watched, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      const type = detectPhotoType(head);
      if (!type) throw new Error(`the photo ${key} is none`);
      this.#kept.push(key);
      await this.#storage.put(key, { path, size, type });
    } finally {
      await rm(path, { force: true });
    }
  }

  async settle(): Promise<void> {}

  async finish(): Promise<void> {}

  async discard(): Promise<void> {
    for (const key of this.#kept) await this.#storage.remove(key).catch(() => {});
  }
}
