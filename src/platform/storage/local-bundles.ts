import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type BundleFile, type BundleStorage, bundlePrefix, isBundleKey } from './bundle-storage.ts';
import { fsyncPath, moveFile } from './move-file.ts';

const chunkBytes = 65_536;

/** Stores bundles as files under DATA_DIR/archive. */
export class LocalBundles implements BundleStorage {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = resolve(dataDir);
  }

  async put(key: string, file: { path: string }): Promise<void> {
    const path = this.#pathOf(key);
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await moveFile(file.path, path);
    await fsyncPath(dirname(path));
    // A new folder survives a power cut once the one above it is flushed.
    for (let folder = dirname(path); created && folder !== dirname(created); folder = dirname(folder)) {
      await fsyncPath(dirname(folder));
    }
  }

  async open(key: string): Promise<BundleFile | undefined> {
    const file = await open(this.#pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      return {
        sizeBytes: size,
        read: (start, end) => Readable.from(readRange(file, start, end), { objectMode: false }),
        close: () => file.close(),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async *keys(under = bundlePrefix): AsyncIterable<string> {
    const entries = await readdir(join(this.#dataDir, under), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    const keys = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(this.#dataDir.length + 1)
          .replaceAll('\\', '/'),
      );
    yield* keys.filter(isBundleKey).sort();
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  /** @throws for a key of another form, which could lead out of the folder */
  #pathOf(key: string): string {
    if (!isBundleKey(key)) throw new Error(`${key} is no key of a bundle`);
    return join(this.#dataDir, key);
  }
}

/** Not a stream of the file: destroying one closes the file for all others. */
async function* readRange(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const { bytesRead, buffer } = await file.read({
      buffer: Buffer.allocUnsafe(Math.min(end - position, chunkBytes)),
      position,
    });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
