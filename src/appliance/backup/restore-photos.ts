import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LocalStorage, restoringMark } from '../../platform/storage/local.ts';
import { fsyncPath } from '../../platform/storage/move-file.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { documentFiles, spool } from '../../product/files/photos/receive-upload.ts';

/** Where a restore writes the photos: all of them when the database commits, else none. */
export interface PhotoDestination {
  /** Removes what a killed restore has left. @throws when there are photos */
  requireEmpty(): Promise<void>;
  write(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Called when all photos are written, right before the database commits. */
  publish(): Promise<void>;
  /** Called after the commit. */
  confirm(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** @param spoolFolder where photos wait on their way into a bucket */
export function photoDestination(storage: Storage, spoolFolder: string): PhotoDestination {
  return storage instanceof LocalStorage ? new LocalDestination(storage) : new BucketDestination(storage, spoolFolder);
}

/** Writes into a folder beside that of the photos and renames it at the end. */
class LocalDestination implements PhotoDestination {
  readonly #storage: LocalStorage;
  readonly #temporary: string;
  /** A file in the folder from its renaming to the commit: photos with it have no rows when a restore was killed. */
  readonly #mark: string;

  constructor(storage: LocalStorage) {
    this.#storage = storage;
    this.#temporary = `${storage.folder}.restoring`;
    this.#mark = join(storage.folder, restoringMark);
  }

  async requireEmpty(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
    const { folder } = this.#storage;
    if (!existsSync(folder)) return;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    if (entries.some((entry) => !entry.isDirectory()) && !existsSync(this.#mark)) {
      throw new Error(`there are photos in ${folder}: restore into an empty DATA_DIR`);
    }
    await rm(folder, { recursive: true, force: true });
  }

  async write(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.#temporary, this.#storage.nameOf(key));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  }

  async publish(): Promise<void> {
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 });
    await writeFile(join(this.#temporary, restoringMark), '');
    for (const entry of await readdir(this.#temporary, { withFileTypes: true })) {
      if (entry.isDirectory()) await fsyncPath(join(this.#temporary, entry.name));
    }
    await fsyncPath(this.#temporary);
    await rename(this.#temporary, this.#storage.folder);
    await fsyncPath(dirname(this.#storage.folder));
  }

  async confirm(): Promise<void> {
    await rm(this.#mark, { force: true });
  }

  async discard(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
    if (existsSync(this.#mark)) await rm(this.#storage.folder, { recursive: true, force: true });
  }
}

/** Uploads photos into a bucket, and removes them again when the restore fails. */
class BucketDestination implements PhotoDestination {
  readonly #storage: Storage;
  readonly #spoolFolder: string;
  readonly #written: string[] = [];

  constructor(storage: Storage, spoolFolder: string) {
    this.#storage = storage;
    this.#spoolFolder = spoolFolder;
  }

  async requireEmpty(): Promise<void> {
    await this.#storage.check(); // says in one line what is wrong with the bucket
    for await (const _ of this.#storage.keys()) throw new Error('there are photos in the bucket: restore into an empty one');
  }

  async write(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const file = await spool(Readable.from(content), this.#spoolFolder, Number.POSITIVE_INFINITY, documentFiles);
    try {
      this.#written.push(key);
      await this.#storage.put(key, file);
    } finally {
      await rm(file.path, { force: true });
    }
  }

  async publish(): Promise<void> {}

  async confirm(): Promise<void> {}

  async discard(): Promise<void> {
    for (const key of this.#written) await this.#storage.remove(key).catch(() => {});
  }
}
