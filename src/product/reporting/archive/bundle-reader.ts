import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { BundleFile, BundleStorage } from '../../../platform/storage/bundle-storage.ts';

/** The end of a bundle is read at once: it has the list of its entries, of which each would otherwise be several requests. */
const tailBytes = 1024 * 1024;
/** Of a zip file without entries. */
const minBytes = 22;
/** A manifest, or a ticket with its journal and comments. */
const maxTextBytes = 64 * 1024 * 1024;

/** Opens a bundle while `work` reads from it. @throws as BundleReader.open() */
export async function withBundle<T>(bundles: BundleStorage, key: string, work: (bundle: BundleReader) => Promise<T>): Promise<T> {
  const bundle = await BundleReader.open(bundles, key);
  try {
    return await work(bundle);
  } finally {
    await bundle.close();
  }
}

/** Reads entries of a stored bundle; only what is asked for leaves the storage. */
export class BundleReader {
  readonly #zip: ZipFile;
  readonly #file: BundleFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, file: BundleFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws when the bundle is missing or no zip file; the error of the storage */
  static async open(bundles: BundleStorage, key: string): Promise<BundleReader> {
    const file = await bundles.open(key);
    if (!file) throw new Error('is missing');
    try {
      if (file.sizeBytes < minBytes) throw new Error('is no zip file');
      const tailStart = Math.max(0, file.sizeBytes - tailBytes);
      const tail = await buffer(file.read(tailStart, file.sizeBytes));
      const reader = new StoredFileReader(file, tailStart, tail);
      const zip = await fromRandomAccessReaderPromise(reader, file.sizeBytes, { autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is in it twice`);
        entries.set(entry.fileName, entry);
      }
      return new BundleReader(zip, file, entries);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** @returns the bytes that stream() gives at most; undefined: there is no such entry */
  sizeOf(name: string): number | undefined {
    return this.#entries.get(name)?.uncompressedSize;
  }

  /** @throws when there is no such entry, or it is damaged, such as one that has more bytes than it says */
  async stream(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error('is missing');
    return this.#zip.openReadStreamPromise(entry);
  }

  /** @throws as stream(); beyond 64 MiB */
  async text(name: string): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of (await this.stream(name)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxTextBytes) throw new Error('is too long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  async close(): Promise<void> {
    this.#zip.close();
    await this.#file.close();
  }
}

class StoredFileReader extends RandomAccessReader {
  readonly #file: BundleFile;
  readonly #tailStart: number;
  readonly #tail: Buffer;

  constructor(file: BundleFile, tailStart: number, tail: Buffer) {
    super();
    this.#file = file;
    this.#tailStart = tailStart;
    this.#tail = tail;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (start < this.#tailStart) return this.#file.read(start, end);
    const bytes = this.#tail.subarray(start - this.#tailStart, end - this.#tailStart);
    return Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false });
  }

  /** The file is closed by who opened it. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
