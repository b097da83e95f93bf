import { IncomingMessage } from 'node:http';

/** A body may have this many chunks of any size: multipart libraries send several for each field. */
const maxSmallChunks = 1_000;
/** Further ones must have this length on average. A TCP segment has 500 bytes and more. */
const minAverageBytes = 64;

const mebibyte = 1024 * 1024;
/** Bytes of a body without files. What is above the limit of its route is read up to here, so that the caller sees the refusal. */
const maxBytes = 16 * mebibyte;
/** Bytes of a form that are read so that the caller sees the refusal, in maximum sizes of a photo: more than the largest report, which has three. */
const maxPhotosOfForm = 8;

/**
 * The class of requests that close their connection when the body has too many bytes, or comes in too many small chunks. Node and
 * Fastify read the body of a refused request to its end, whatever its size. Each chunk is a Buffer of its own, so that a body of
 * single bytes, which its size limit allows, would fill the memory before it is read.
 */
export const boundedRequest = (photoMaxBytes: number): typeof IncomingMessage =>
  class extends IncomingMessage {
    #remainingChunks = maxSmallChunks;
    #receivedBytes = 0;

    override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
      if (chunk) {
        const remaining = this.#remainingChunks + chunk.length / minAverageBytes - 1;
        // Large chunks are not saved up for later small ones.
        this.#remainingChunks = Math.min(remaining, maxSmallChunks);
        this.#receivedBytes += chunk.length;
        if (remaining < 0 || this.#isTooLarge()) {
          this.socket.destroy();
          return false;
        }
      }
      return super.push(chunk, encoding);
    }

    #isTooLarge(): boolean {
      if (this.#receivedBytes <= maxBytes) return false;
      const isForm = /^multipart\/form-data\b/i.test(this.headers['content-type'] ?? '');
      return !isForm || this.#receivedBytes > Math.max(maxBytes, maxPhotosOfForm * photoMaxBytes + mebibyte);
    }
  };

/** Of the rest of a body after its answer: a flood of refused files would take the processor time of others. */
const discardedBytesPerMs = 16 * 1024;

/** Discards the rest of a body after the answer. Node would discard it without push(), and therefore without a bound. */
export function discardAfterAnswer(request: IncomingMessage, response: NodeJS.EventEmitter): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.on('data', ({ length }: Buffer) => {
      if (length < discardedBytesPerMs) return;
      request.pause();
      setTimeout(() => request.resume(), length / discardedBytesPerMs).unref();
    });
    request.resume();
  });
}
