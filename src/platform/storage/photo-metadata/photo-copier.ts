/** The structure of a file is not that of its type, or the file ends before its image does. */
export class MalformedPhotoError extends Error {}

/** Bytes that replace earlier ones, once what follows them is known. */
export interface Patch {
  position: number;
  bytes: Uint8Array;
}

/** Up to this length a segment or a chunk can be read in one piece. */
export const maxReadBytes = 65_536;

/** A file may have this many segments or chunks of any size. Each costs time, and photos have few. */
const maxSmallParts = 1000;
/** Further ones must have this length on average. */
const minAverageBytes = 64;

/**
 * Copies a photo part by part from a source to a destination. It holds one chunk of the source and what is copied of it, so the
 * memory does not grow with the file. It runs in browsers too.
 */
export class PhotoCopier {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #append: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  #chunk: Uint8Array = new Uint8Array();
  #offset = 0;
  #output: Uint8Array[] = [];
  #consumed = 0;
  #written = 0;
  #parts = 0;

  /** @param append writes bytes behind those that were written before */
  constructor(source: AsyncIterator<Uint8Array>, append: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
    this.#source = source;
    this.#append = append;
  }

  /** How many bytes of the source were read, copied or skipped. */
  get consumed(): number {
    return this.#consumed;
  }

  /** How many bytes were written and copied. */
  get written(): number {
    return this.#written;
  }

  /** Counts a segment or a chunk. @throws MalformedPhotoError there are too many for the size of the file */
  countPart(): void {
    this.#parts++;
    if (this.#parts > maxSmallParts + this.#consumed / minAverageBytes)
      throw new MalformedPhotoError('too many segments or chunks');
  }

  /** @returns the next `length` bytes, or fewer at the end of the file, and does not consume them */
  async peek(length: number): Promise<Uint8Array> {
    const parts = [this.#chunk.subarray(this.#offset)];
    let available = this.#chunk.length - this.#offset;
    while (available < length) {
      const next = await this.#readChunk();
      if (!next) break;
      parts.push(next);
      available += next.length;
    }
    // Once for all chunks: joining each to those before it would take quadratic time.
    if (parts.length > 1) this.#setChunk(concat(parts));
    return this.#chunk.subarray(this.#offset, this.#offset + length);
  }

  /** Reads bytes without copying them. @param length at most maxReadBytes @throws MalformedPhotoError at the end of the file */
  async read(length: number): Promise<Uint8Array> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw new MalformedPhotoError('the file ends before its image does');
    this.#offset += length;
    this.#consumed += length;
    return bytes;
  }

  /** Writes bytes that are not those of the source. */
  write(bytes: Uint8Array): void {
    this.#output.push(bytes);
    this.#written += bytes.length;
  }

  /** Copies the next `length` bytes. @throws MalformedPhotoError at the end of the file */
  async copy(length: number): Promise<void> {
    await this.#take(length, true);
  }

  /** Leaves out the next `length` bytes. @throws MalformedPhotoError at the end of the file */
  async skip(length: number): Promise<void> {
    await this.#take(length, false);
  }

  /**
   * Copies or leaves out the bytes before an end that is searched in each chunk.
   * @param findEnd returns the index of the first byte that is not taken, or -1 when the chunk has none
   * @throws MalformedPhotoError at the end of the file
   */
  async takeUntil(findEnd: (chunk: Uint8Array) => number, isCopied: boolean): Promise<void> {
    for (;;) {
      const rest = this.#chunk.subarray(this.#offset);
      const end = findEnd(rest);
      this.#consume(end < 0 ? rest.length : end, isCopied);
      if (end >= 0) return;
      await this.#requireNextChunk();
    }
  }

  /** Leaves out the rest of the source, and writes what was copied. */
  async finish(): Promise<void> {
    await this.#flush();
    while (!(await this.#source.next()).done);
  }

  async #take(length: number, isCopied: boolean): Promise<void> {
    let missing = length;
    while (missing > 0) {
      if (this.#offset === this.#chunk.length) await this.#requireNextChunk();
      const count = Math.min(missing, this.#chunk.length - this.#offset);
      this.#consume(count, isCopied);
      missing -= count;
    }
  }

  #consume(length: number, isCopied: boolean): void {
    if (isCopied && length > 0) this.write(this.#chunk.subarray(this.#offset, this.#offset + length));
    this.#offset += length;
    this.#consumed += length;
  }

  /** Goes on to the next chunk, after all bytes of this one. @throws MalformedPhotoError at the end of the file */
  async #requireNextChunk(): Promise<void> {
    const next = await this.#readChunk();
    if (!next) throw new MalformedPhotoError('the file ends before its image does');
    this.#setChunk(next);
  }

  #setChunk(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#offset = 0;
  }

  /** Writes what was copied, and reads a chunk. @returns undefined at the end of the source */
  async #readChunk(): Promise<Uint8Array | undefined> {
    await this.#flush();
    const next = await this.#source.next();
    return next.done ? undefined : next.value;
  }

  async #flush(): Promise<void> {
    if (this.#output.length === 0) return;
    const bytes = concat(this.#output);
    this.#output = [];
    await this.#append(bytes);
  }
}

/** @returns the bytes of all parts, one after the other */
export function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}
