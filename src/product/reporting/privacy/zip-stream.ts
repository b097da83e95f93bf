import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FilePart } from './collect-data.ts';

/** The fastest, because exports share the processor with all other requests. */
const compressionLevel = 1;

/** Writes the files of these parts into a zip, as they are read. */
export function zipStream(parts: AsyncIterable<FilePart>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const stopping = new AbortController();
  zip.on('error', (error: Error) => output.destroy(error));
  pipeline(zip.outputStream, output, () => stopping.abort());
  writeFiles(zip, parts, stopping.signal).catch((error: Error) => output.destroy(error));
  return output;
}

async function writeFiles(zip: ZipFile, parts: AsyncIterable<FilePart>, signal: AbortSignal): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  let next = await iterator.next();
  async function* contentOf(file: string): AsyncGenerator<Buffer> {
    while (!next.done && next.value.file === file) {
      yield next.value.bytes;
      next = await iterator.next();
    }
  }
  while (!next.done) {
    const { file, isCompressed = false } = next.value;
    const entry = Readable.from(contentOf(file), { objectMode: false, highWaterMark: 65_536, signal });
    zip.addReadStream(entry, file, isCompressed ? { compress: false } : { compressionLevel });
    await finished(entry);
  }
  zip.end();
}
