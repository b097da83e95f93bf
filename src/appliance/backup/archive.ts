import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { blockSize, type Head, padding, readTarHead, tarHead } from './tar.ts';

// A backup is a tar file packed by zstd. Its first file says what it holds, the last one is the
// seal: the SHA-256 of all that stands before it. What was cut off has no seal, what was changed
// another sum.

const sealName = 'seal.json';
const largestText = 16 * 1024 * 1024;

/** Writes beside the file and gives it its name when it is whole. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #partial: string;
  readonly #now: Date;
  readonly #hash = createHash('sha256');
  readonly #pack = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  readonly #written: Promise<void>;

  private constructor(file: string, partial: string, sink: WriteStream, now: Date) {
    this.#file = file;
    this.#partial = partial;
    this.#now = now;
    this.#written = pipeline(this.#pack, sink);
    this.#written.catch(() => {}); // whoever writes next hears of it
  }

  /** @throws when the file is there */
  static async create(file: string, now: Date): Promise<ArchiveWriter> {
    if (existsSync(file)) throw new Error(`${file} is there already: name another file`);
    const partial = `${file}.partial`;
    const sink = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await once(sink, 'open').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new Error(`${partial} is there: another backup runs, or one did not come to its end; then remove it`);
    });
    return new ArchiveWriter(file, partial, sink, now);
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.addStream({ name, size: content.length }, [content]);
  }

  /** @throws when the content is not as long as was said */
  async addStream(head: Head, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    await this.#write(tarHead(head, this.#now));
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      await this.#write(piece);
    }
    if (size !== head.size) throw new Error(`${head.name} changed while it was read`);
    await this.#write(padding(size));
  }

  /** Ends the file: from here on it is on the disk under its name. */
  async seal(summary: object): Promise<void> {
    const content = Buffer.from(JSON.stringify({ ...summary, sha256: this.#hash.copy().digest('hex') }));
    await this.add(sealName, content);
    await this.#write(Buffer.alloc(2 * blockSize));
    this.#pack.end();
    await this.#written;
    await takeName(this.#partial, this.#file);
  }

  /** Leaves nothing of it. */
  async discard(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await rm(this.#partial, { force: true });
  }

  async #write(piece: Buffer): Promise<void> {
    this.#hash.update(piece);
    if (this.#pack.destroyed) await this.#written;
    if (this.#pack.write(piece)) return;
    await Promise.race([once(this.#pack, 'drain'), this.#written]).catch(async (error) => {
      await this.#written; // says what the disk said
      throw error;
    });
  }
}

/** Unlike a renaming, a link never takes the place of a file that came meanwhile. */
async function takeName(partial: string, file: string): Promise<void> {
  await link(partial, file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${file} came into being meanwhile: the backup is in ${partial}`) : error;
  });
  await rm(partial);
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

/** A file in a backup; its content must be read before the next one is asked for. */
export interface Member extends Head {
  content: AsyncGenerator<Buffer>;
}

/** What stands at the end of a backup. */
export interface Seal {
  sha256: string;
  [what: string]: unknown;
}

/** The files of a backup in their order. What is read is compared with the seal at the end. */
export class ArchiveReader {
  /** known once all was read */
  seal: Seal | undefined;
  readonly #file: string;
  readonly #hash = createHash('sha256');
  #left: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws one line when the file is none of ours, cut off or changed */
  async *members(): AsyncGenerator<Member> {
    const { size } = await stat(this.#file);
    const unpacked = createZstdDecompress();
    pipeline(createReadStream(this.#file), unpacked).catch(() => {}); // the reading below hears of it
    const pieces: AsyncIterator<Buffer> = unpacked[Symbol.asyncIterator]();
    try {
      for (;;) {
        const block = await this.#take(pieces, blockSize);
        const head = this.#head(block);
        if (head.name === sealName) {
          await this.#end(pieces, head);
          if (unpacked.bytesWritten !== size) throw this.#damaged('something follows its end');
          return;
        }
        this.#hash.update(block);
        const content = this.#content(pieces, head.size);
        yield { ...head, content };
        for await (const _ of content); // what the reader left
      }
    } finally {
      unpacked.destroy();
    }
  }

  #head(block: Buffer): Head {
    let head: Head | undefined;
    try {
      head = readTarHead(block);
    } catch (error) {
      throw this.#damaged((error as Error).message);
    }
    if (!head) throw this.#damaged('it has no seal');
    return head;
  }

  async *#content(pieces: AsyncIterator<Buffer>, size: number): AsyncGenerator<Buffer> {
    let open = size;
    while (open > 0) {
      const piece = await this.#some(pieces, open);
      open -= piece.length;
      this.#hash.update(piece);
      yield piece;
    }
    this.#hash.update(await this.#take(pieces, padding(size).length));
  }

  async #end(pieces: AsyncIterator<Buffer>, { size }: Head): Promise<void> {
    if (size > largestText) throw this.#damaged('its seal is too long');
    const content = await this.#take(pieces, size);
    let seal: Seal;
    try {
      seal = JSON.parse(content.toString());
    } catch {
      throw this.#damaged('its seal cannot be read');
    }
    if (seal.sha256 !== this.#hash.digest('hex')) throw this.#damaged('its content is not what the seal says');
    await this.#take(pieces, padding(size).length + 2 * blockSize);
    if (this.#left.length > 0 || !(await this.#next(pieces)).done) throw this.#damaged('something follows its end');
    this.seal = seal;
  }

  /** Exactly so many bytes. */
  async #take(pieces: AsyncIterator<Buffer>, size: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for (let open = size; open > 0; open -= taken.at(-1)?.length ?? 0) taken.push(await this.#some(pieces, open));
    return Buffer.concat(taken);
  }

  /** Some bytes, at most so many. */
  async #some(pieces: AsyncIterator<Buffer>, most: number): Promise<Buffer> {
    if (this.#left.length === 0) {
      const { value, done } = await this.#next(pieces);
      if (done) throw this.#damaged('it ends too early');
      this.#left = value;
    }
    const piece = this.#left.subarray(0, most);
    this.#left = this.#left.subarray(piece.length);
    return piece;
  }

  async #next(pieces: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
    try {
      return await pieces.next();
    } catch (error) {
      const { syscall, message } = error as NodeJS.ErrnoException;
      throw syscall ? error : this.#damaged(message);
    }
  }

  #damaged(why: string): Error {
    return new Error(`${this.#file} is no backup, or damaged: ${why}`);
  }
}

/** A short text file of a backup. @throws when it is not short */
export async function wholeOf({ name, size, content }: Member): Promise<Buffer> {
  if (size > largestText) throw new Error(`${name} is too long`);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
