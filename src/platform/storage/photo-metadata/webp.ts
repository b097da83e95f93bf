import { orientationExif, readOrientation } from './exif-orientation.ts';
import { concat, MalformedPhotoError, maxReadBytes, type Patch, type PhotoCopier } from './photo-copier.ts';

const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;
const frameHeaderBytes = 16;
const vp8xBytes = 10;
/** Where the flags of VP8X stand: it is the first chunk. */
const flagsPosition = 20;
const exifFlag = 0x08;
const xmpFlag = 0x04;

const bitmapChunks = new Set(['VP8 ', 'VP8L', 'ALPH']);
const imageChunks = new Set([...bitmapChunks, 'ANIM', 'ICCP']);

/**
 * Copies a WebP without metadata, up to the end that its header names. Of the EXIF chunk only the orientation is kept.
 * @returns the size in the header and the flags, which depend on what was left out
 * @throws MalformedPhotoError
 */
export async function copyWebp(file: PhotoCopier): Promise<Patch[]> {
  const header = await file.read(fileHeaderBytes);
  const end = littleEndian(header, 4) + 8;
  file.write(header);
  let flags: number | undefined;
  let hasImage = false;
  let hasOrientation = false;
  while (file.consumed < end) {
    const { type, length } = await readChunkHeader(file, end);
    hasImage ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    if (type === 'VP8X') {
      if (file.written !== fileHeaderBytes || length !== vp8xBytes) throw new MalformedPhotoError('the chunk VP8X is malformed');
      const features = await file.read(length);
      flags = (features[0] ?? 0) & ~(exifFlag | xmpFlag);
      writeChunk(file, type, concat([Uint8Array.of(flags), features.subarray(1)]));
    } else if (type === 'ANMF') {
      writeChunkHeader(file, type, length);
      await copyFrame(file, length);
    } else if (imageChunks.has(type)) {
      writeChunkHeader(file, type, length);
      await file.copy(length);
      if (await skipPadding(file, length, end)) file.write(new Uint8Array(1));
    } else {
      const start = await file.peek(Math.min(length, maxReadBytes));
      await file.skip(length);
      await skipPadding(file, length, end);
      const isExif = type === 'EXIF' && flags !== undefined && !hasOrientation;
      const orientation = isExif ? readOrientation(start) : undefined;
      if (orientation === undefined) continue;
      writeChunk(file, type, orientationExif(orientation));
      hasOrientation = true;
    }
  }
  if (!hasImage) throw new MalformedPhotoError('there is no image');
  const patches = [{ position: 4, bytes: uint32(file.written - 8) }];
  if (flags !== undefined && hasOrientation) patches.push({ position: flagsPosition, bytes: Uint8Array.of(flags | exifFlag) });
  return patches;
}

/** Copies a frame of an animation. Decoders do not need unknown chunks in it, but its length would have to change without them. */
async function copyFrame(file: PhotoCopier, length: number): Promise<void> {
  if (length % 2 === 1 || length < frameHeaderBytes) throw new MalformedPhotoError('the length of a frame is wrong');
  const end = file.consumed + length;
  await file.copy(frameHeaderBytes);
  while (file.consumed < end) {
    const chunk = await readChunkHeader(file, end);
    if (!bitmapChunks.has(chunk.type)) throw new MalformedPhotoError(`the chunk ${chunk.type} in a frame`);
    writeChunkHeader(file, chunk.type, chunk.length);
    await file.copy(chunk.length);
    if (await skipPadding(file, chunk.length, end)) file.write(new Uint8Array(1));
  }
}

/** @throws MalformedPhotoError when the chunk does not end before the file or the frame that contains it */
async function readChunkHeader(file: PhotoCopier, end: number): Promise<{ type: string; length: number }> {
  file.countPart();
  const header = await file.read(chunkHeaderBytes);
  const length = littleEndian(header, 4);
  if (file.consumed + length > end) throw new MalformedPhotoError('a chunk is longer than what contains it');
  return { type: String.fromCharCode(...header.subarray(0, 4)), length };
}

/**
 * Skips the byte that follows a chunk of odd length. Some writers leave it out at the end of the file.
 * @returns whether the chunk has an odd length
 */
async function skipPadding(file: PhotoCopier, length: number, end: number): Promise<boolean> {
  const isOdd = length % 2 === 1;
  if (isOdd && file.consumed < end) await file.skip(1);
  return isOdd;
}

function writeChunkHeader(file: PhotoCopier, type: string, length: number): void {
  file.write(Uint8Array.from(type, (character) => character.charCodeAt(0)));
  file.write(uint32(length));
}

/** @param data of even length */
function writeChunk(file: PhotoCopier, type: string, data: Uint8Array): void {
  writeChunkHeader(file, type, data.length);
  file.write(data);
}

const littleEndian = (bytes: Uint8Array, position: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(position, true);

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
