import { hasSignature } from '../photo-type.ts';

const orientationTag = 0x0112;
const shortType = 3;
const entryBytes = 12;

/** What stands before the TIFF structure in JPEG files, and in PNG and WebP files of some writers. */
export const exifPrefix = 'Exif\0\0';

/** Whether data begin with the prefix, whose last byte some writers set to another value. */
export const hasExifPrefix = (data: Uint8Array): boolean => hasSignature(data, exifPrefix.slice(0, -1));

/**
 * Reads how an image is turned for display.
 * @param exif a TIFF structure, with or without the prefix of JPEG; it may be cut off
 * @returns 2 to 8, or undefined when the image is upright or nothing valid is said
 */
export function readOrientation(exif: Uint8Array): number | undefined {
  const tiff = hasExifPrefix(exif) ? exif.subarray(exifPrefix.length) : exif;
  const isLittleEndian = hasSignature(tiff, 'II*\0');
  if (!isLittleEndian && !hasSignature(tiff, 'MM\0*')) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const shortAt = (position: number) => (position + 2 <= tiff.length ? view.getUint16(position, isLittleEndian) : -1);
  const directory = tiff.length >= 8 ? view.getUint32(4, isLittleEndian) : tiff.length;
  const entries = shortAt(directory);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * entryBytes;
    if (entry + entryBytes > tiff.length) break;
    if (shortAt(entry) !== orientationTag) continue;
    const value = shortAt(entry + 8);
    return shortAt(entry + 2) === shortType && value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** A TIFF structure that says nothing but how an image is turned. */
export function orientationExif(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26);
  const view = new DataView(tiff.buffer);
  view.setUint32(0, 0x4d4d002a); // MM: big-endian
  view.setUint32(4, 8); // where the directory starts
  view.setUint16(8, 1); // its number of entries
  view.setUint16(10, orientationTag);
  view.setUint16(12, shortType);
  view.setUint32(14, 1); // one value
  view.setUint16(18, orientation);
  return tiff; // its last four bytes say that no other directory follows
}
