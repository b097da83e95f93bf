import { IncomingMessage } from 'node:http';

/** A body may have this many chunks of any size: multipart libraries send several for each field. */
const maxSmallChunks = 1_000;
/** Further ones must have this length on average. A TCP segment has 500 bytes and more. */
const minAverageBytes = 64;

/**
 * A request that closes its connection when its body comes in too many small chunks. Each chunk is a Buffer of its own, so that
 * a body of single bytes, which its size limit allows, would fill the memory before it is read.
 */
export class ChunkLimitedRequest extends IncomingMessage {
  #remainingChunks = maxSmallChunks;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk) {
      const remaining = this.#remainingChunks + chunk.length / minAverageBytes - 1;
      // Large chunks are not saved up for later small ones.
      this.#remainingChunks = Math.min(remaining, maxSmallChunks);
      if (remaining < 0) {
        this.socket.destroy();
        return false;
      }
    }
    return super.push(chunk, encoding);
  }
}
