import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { fsyncPath } from '../../platform/storage/move-file.ts';
import { type BackupAccess, encrypt, openBackup } from './encryption.ts';

// A backup is a tar archive compressed with zstd, and encrypted when there is a key. Its last entry is the SHA-256 of the
// names, sizes and contents of all entries before it, so a truncated or altered file is recognised. Without encryption the
// checksum shows damage only: whoever changes the file can compute it again.

const checksumName = 'checksum.sha256';
const maxTextBytes = 16 * 1024 * 1024;

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Writes `FILE.partial`, which becomes FILE once it is complete and on the disk. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #partial: string;
  readonly #mtime: Date;
  readonly #hash = createHash('sha256');
  readonly #pack = pack();
  readonly #written: Promise<void>;

  private constructor(file: string, partial: string, output: WriteStream, mtime: Date, key: string) {
    this.#file = file;
    this.#partial = partial;
    this.#mtime = mtime;
    const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
    const compress = createZstdCompress({ params });
    this.#written = key
      ? pipeline(this.#pack, compress, (compressed: AsyncIterable<Buffer>) => encrypt(compressed, key), output)
      : pipeline(this.#pack, compress, output);
    this.#written.catch(() => {}); // thrown by the next call of add or finish
  }

  /** @param key encrypts the file; '': it is not encrypted. @throws when FILE or FILE.partial exists */
  static async create(file: string, mtime: Date, key: string): Promise<ArchiveWriter> {
    if (existsSync(file)) throw new Error(`${file} exists already: name another file`);
    const partial = `${file}.partial`;
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await once(output, 'open').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new Error(`${partial} exists: another backup is running, or one was killed; then remove the file`);
    });
    return new ArchiveWriter(file, partial, output, mtime, key);
  }

  async add(name: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content);
    await this.addStream(name, bytes.length, [bytes]);
  }

  /** @throws when the content does not have the given size */
  async addStream(name: string, sizeBytes: number, content: Chunks): Promise<void> {
    if (this.#pack.destroying) await this.#written; // throws why
    const entry = this.#pack.entry({ name, size: sizeBytes, mtime: this.#mtime, mode: 0o600 });
    await pipeline(hashEntry(this.#hash, name, sizeBytes, content), entry);
  }

  /** Adds the checksum and gives the file its name; a file of this name that appeared meanwhile stays. */
  async finish(): Promise<void> {
    await this.add(checksumName, this.#hash.copy().digest('hex'));
    this.#pack.finalize();
    await this.#written;
    // Unlike rename, link never replaces a file.
    await link(this.#partial, this.#file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new Error(`${this.#file} was created by somebody else during the backup`);
    });
    await rm(this.#partial);
    await fsyncPath(dirname(this.#file));
  }

  /** Removes the unfinished file. */
  async discard(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await rm(this.#partial, { force: true });
  }
}

/** A file of the archive. */
export interface Entry {
  name: string;
  /** to be read before the next entry is asked for */
  content: AsyncIterable<Buffer>;
}

/**
 * The entries of a backup in their order.
 * @throws BackupKeyError at once; another Error when the file is not a complete, unaltered backup, which is known only after
 *   the last entry
 */
export async function* readArchive(file: string, access: BackupAccess): AsyncGenerator<Entry> {
  const { content: compressed, sizeBytes } = await openBackup(file, access);
  const decompress = createZstdDecompress();
  const archive = extract();
  pipeline(compressed, decompress, archive).catch(() => {}); // thrown by the loop below
  const hash = createHash('sha256');
  let isVerified = false;
  for await (const entry of archive as AsyncIterable<AsyncIterable<Buffer> & { header: Header }>) {
    const { name, size } = entry.header;
    if (isVerified) throw new Error('an entry follows the checksum');
    if (name === checksumName) {
      if ((await readAll(entry)) !== hash.digest('hex')) throw new Error('the checksum does not match');
      isVerified = true;
    } else {
      const content = hashEntry(hash, name, size, entry);
      yield { name, content };
      for await (const _ of content); // what the caller did not read counts for the checksum, too
    }
  }
  if (!isVerified) throw new Error('the checksum is missing');
  if (decompress.bytesWritten !== sizeBytes) throw new Error('something follows the archive');
}

/** Reads a short text. @throws beyond 16 MiB */
export async function readAll(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) throw new Error('a text is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Passes the content on and adds the entry to the hash. */
async function* hashEntry(hash: Hash, name: string, sizeBytes: number, content: Chunks): AsyncGenerator<Buffer> {
  hash.update(`${name}\0${sizeBytes}\0`);
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
