import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Stands for a boundary in the digest. */
const boundaryMark = Buffer.from('2f0f1d2c5b8e4a0c9a1d4be3a1f76c55', 'hex');

/** No form has so many parts. What comes behind is hashed as it is, because a boundary may be one letter, of which a file is full. */
const maxBoundaries = 1_000;

/** Hashes a multipart body without its boundary, which clients choose anew for each attempt. */
class MultipartHash {
  readonly #hash: Hash;
  #boundaries = 0;
  readonly #boundary: Buffer;
  /** the end of what was received, in which a boundary may begin */
  #rest = Buffer.alloc(0);

  constructor(hash: Hash, boundary: string) {
    this.#hash = hash;
    this.#boundary = Buffer.from(boundary);
  }

  update(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let start = 0;
    while (this.#boundaries < maxBoundaries) {
      const at = bytes.indexOf(this.#boundary, start);
      if (at < 0) break;
      this.#boundaries++;
      this.#hash.update(bytes.subarray(start, at)).update(boundaryMark);
      start = at + this.#boundary.length;
    }
    const end = Math.max(start, bytes.length - this.#boundary.length + 1);
    this.#hash.update(bytes.subarray(start, end));
    this.#rest = bytes.subarray(end);
  }

  end(): void {
    this.#hash.update(this.#rest);
  }
}

/** What distinguishes a request from others: method, path, query, body, and the headers that its operation depends on. */
export class RequestDigest {
  readonly #hash = createHash('sha256');
  /** whether the streamed body was complete and not too large */
  #streamed: Promise<boolean> | undefined;
  #drain: () => void = () => {};
  #result: string | undefined;

  /** @param parts what identifies the request beside its body */
  constructor(parts: readonly (string | undefined)[]) {
    this.#hash.update(JSON.stringify(parts));
  }

  /** Adds a body that was read completely. */
  addBody(body: Buffer): void {
    this.#hash.update(body);
  }

  /**
   * Adds a body that the handler reads as a stream, or does not read.
   * @param maxBytes of a body that is compared: a larger one is not read to its end, and its answer not stored
   */
  followBody(raw: IncomingMessage, maxBytes: number): void {
    const boundary = /\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(raw.headers['content-type'] ?? '');
    const body = new MultipartHash(this.#hash, boundary?.[1] ?? boundary?.[2] ?? '\r\n--');
    let size = 0;
    raw.pause(); // the listener alone must not start the stream: the handler reads it later
    this.#streamed = new Promise((resolve) => {
      raw.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBytes) body.update(chunk);
        else resolve(false);
      });
      raw.once('end', () => {
        body.end();
        resolve(size <= maxBytes);
      });
      raw.once('close', () => resolve(false)); // without an end
    });
    this.#drain = () => raw.resume();
  }

  /** Reads the rest of a body that the handler did not read. @returns undefined when the body is not known completely */
  async complete(): Promise<string | undefined> {
    if (this.#streamed) {
      this.#drain();
      if (!(await this.#streamed)) return undefined;
    }
    this.#result ??= this.#hash.digest('base64');
    return this.#result;
  }
}
