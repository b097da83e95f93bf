import { hasSignature } from '../photo-type.ts';
import { readOrientation } from './exif-orientation.ts';

const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;
/** Where the flags of the chunk VP8X stand, which is the first one. */
const flagsPosition = 20;
const exifFlag = 0x08;

/**
 * Reads how a WebP file is turned for display, and gives the chunk that says so a name that decoders ignore: some browsers turn the
 * picture by it, Chromium does not.
 * @param file its bytes, which are changed
 * @returns 1 to 8
 */
export function takeWebpOrientation(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let orientation = 1;
  if (!hasSignature(file.subarray(fileHeaderBytes), 'VP8X')) return orientation; // other files have no Exif
  for (let chunk = fileHeaderBytes; chunk + chunkHeaderBytes <= file.length; ) {
    const length = view.getUint32(chunk + 4, true);
    const data = file.subarray(chunk + chunkHeaderBytes, chunk + chunkHeaderBytes + length);
    if (hasSignature(file.subarray(chunk), 'EXIF')) {
      orientation = readOrientation(data) ?? 1;
      file.set([0x58, 0x58, 0x58, 0x58], chunk);
      file[flagsPosition] = (file[flagsPosition] ?? 0) & ~exifFlag;
    }
    chunk += chunkHeaderBytes + length + (length % 2);
  }
  return orientation;
}
