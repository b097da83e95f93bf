import { orientationExif, readOrientation } from './exif-orientation.ts';
import { concat, MalformedPhotoError, maxReadBytes, type Patch, type PhotoCopier } from './photo-copier.ts';

const signatureBytes = 8;
const crcBytes = 4;
const maxLength = 0x7fff_ffff;

/** The image, its animation, its colours and the shape of its pixels. */
const imageChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS acTL fcTL fdAT gAMA cHRM sRGB iCCP cICP mDCV mDCv cLLI cLLi sBIT bKGD pHYs'.split(' '),
);

/**
 * Copies a PNG up to its last chunk without metadata. Of eXIf only the orientation is kept.
 * @throws MalformedPhotoError
 */
export async function copyPng(file: PhotoCopier): Promise<Patch[]> {
  await file.copy(signatureBytes);
  let isFirst = true;
  let hasImage = false;
  let hasOrientation = false;
  for (;;) {
    file.countPart();
    const header = await file.read(8);
    const length = new DataView(header.buffer, header.byteOffset).getUint32(0);
    const type = String.fromCharCode(...header.subarray(4));
    const isMalformed = length > maxLength || (isFirst && type !== 'IHDR') || (type === 'IEND' && length > 0);
    if (isMalformed) throw new MalformedPhotoError(`the chunk ${type} is malformed`);
    isFirst = false;
    hasImage ||= type === 'IDAT';
    if (imageChunks.has(type)) {
      file.write(header);
      await file.copy(length + crcBytes);
    } else if (type === 'eXIf' && !hasOrientation) {
      const start = await file.read(Math.min(length, maxReadBytes));
      await file.skip(length - start.length + crcBytes);
      const orientation = readOrientation(start);
      hasOrientation = orientation !== undefined;
      if (orientation !== undefined) file.write(encodeChunk(type, orientationExif(orientation)));
    } else if (/^[a-z][A-Za-z]{3}$/.test(type)) {
      await file.skip(length + crcBytes);
    } else {
      throw new MalformedPhotoError(`unknown chunk ${type}`); // decoders refuse it, because it changes the image
    }
    if (type === 'IEND') break;
  }
  if (!hasImage) throw new MalformedPhotoError('there is no image');
  return [];
}

function encodeChunk(type: string, data: Uint8Array): Uint8Array {
  const named = concat([Uint8Array.from(type, (character) => character.charCodeAt(0)), data]);
  return concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** The checksum of PNG chunks. That of node:zlib does not exist in browsers. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}
