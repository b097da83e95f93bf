import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a bundle. */
export interface BundledFile {
  name: string;
  size: number;
  sha256: string;
}

const highWaterMark = 65_536;

/** Writes a zip file, one entry after the other, and calculates the SHA-256 of each. */
export class BundleWriter {
  readonly #path: string;
  readonly #mtime: Date;
  readonly #zip = new ZipFile();
  readonly #stopping = new AbortController();
  readonly #written: Promise<void>;

  /** @param path of a file that does not exist */
  constructor(path: string, mtime: Date) {
    this.#path = path;
    this.#mtime = mtime;
    const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.#zip.on('error', (error: Error) => this.#stopping.abort(error)); // of an entry
    this.#written = pipeline(this.#zip.outputStream, output, { signal: this.#stopping.signal });
    this.#written.catch((error: Error) => this.#stopping.abort(error)); // thrown by the next call of add or finish
  }

  /** @param isCompressed what is compressed already, such as photos, is stored as it is */
  async add(name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>, isCompressed = false): Promise<BundledFile> {
    this.#stopping.signal.throwIfAborted();
    const hash = createHash('sha256');
    let size = 0;
    async function* hashed() {
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    const entry = Readable.from(hashed(), { objectMode: false, highWaterMark, signal: this.#stopping.signal });
    this.#zip.addReadStream(entry, name, { mtime: this.#mtime, mode: 0o100_600, compress: !isCompressed });
    await finished(entry).catch((error) => {
      throw this.#stopping.signal.aborted ? this.#stopping.signal.reason : error;
    });
    return { name, size, sha256: hash.digest('hex') };
  }

  /** @returns the size of the zip file, which is on the disk */
  async finish(): Promise<number> {
    this.#zip.end();
    await this.#written;
    return (await stat(this.#path)).size;
  }

  /** Removes the unfinished file. */
  async discard(): Promise<void> {
    this.#stopping.abort();
    await this.#written.catch(() => {});
    await rm(this.#path, { force: true });
  }
}
