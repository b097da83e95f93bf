import { hasSignature } from '../photo-type.ts';
import { exifPrefix, hasExifPrefix, orientationExif, readOrientation } from './exif-orientation.ts';
import { concat, MalformedPhotoError, type Patch, type PhotoCopier } from './photo-copier.ts';

const markers = {
  sof0: 0xc0,
  jpg: 0xc8,
  sof15: 0xcf,
  rst0: 0xd0,
  rst7: 0xd7,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dnl: 0xdc,
  dri: 0xdd,
};
const app = (n: number): number => 0xe0 + n;
const comment = 0xfe;

/** The segments without which the image cannot be decoded: frames, tables and the restart interval. */
const isImageSegment = (code: number): boolean =>
  (code >= markers.sof0 && code <= markers.sof15 && code !== markers.jpg) || (code >= markers.dqt && code <= markers.dri);

const isMetadataSegment = (code: number): boolean => (code >= app(0) && code <= app(15)) || code === comment;

/** Length of the fixed part of a JFIF segment; a thumbnail may follow. */
const jfifBytes = 14;
const adobeBytes = 12;

/**
 * Copies a JPEG up to its end marker without metadata. Kept: what decoding needs, the JFIF header without its thumbnail, the ICC
 * profile, the colour transform of Adobe, and the Exif orientation alone.
 * @throws MalformedPhotoError
 */
export async function copyJpeg(file: PhotoCopier): Promise<Patch[]> {
  await file.copy(2);
  const state: State = { hasScan: false, hasOrientation: false, endsWithFF: false };
  let isAfterScan = false;
  for (;;) {
    const code = await nextMarker(file, isAfterScan);
    isAfterScan = code === markers.sos;
    if (code === markers.eoi) break;
    const [high = 0, low = 0] = await file.read(2);
    const length = high * 256 + low - 2;
    if (length < 0) throw new MalformedPhotoError('a segment is shorter than its length');
    if (isAfterScan || isImageSegment(code)) {
      writeSegment(file, state, code, length);
      await file.copy(length);
    } else if (isMetadataSegment(code)) {
      await copyColoursAndOrientation(file, state, code, length);
    } else {
      throw new MalformedPhotoError(`unknown marker ${code}`);
    }
    if (!isAfterScan) continue;
    await file.takeUntil(findScanEnd(), true);
    state.hasScan = true;
    state.endsWithFF = true;
  }
  if (!state.hasScan) throw new MalformedPhotoError('there is no image');
  writeMarker(file, state, markers.eoi);
  return [];
}

interface State {
  hasScan: boolean;
  hasOrientation: boolean;
  /** whether the first byte of the next marker is written already */
  endsWithFF: boolean;
}

/**
 * Skips bytes between segments, as decoders do.
 * @param isAfterScan whether the first byte of the marker was taken with the scan before it
 * @returns the second byte of the next marker
 */
async function nextMarker(file: PhotoCopier, isAfterScan: boolean): Promise<number> {
  for (let hasFirstByte = isAfterScan; ; hasFirstByte = false) {
    file.countPart();
    if (!hasFirstByte) {
      await file.takeUntil((chunk) => chunk.indexOf(0xff), false);
      await file.takeUntil((chunk) => chunk.findIndex((byte) => byte !== 0xff), false);
    }
    const [code = 0] = await file.read(1);
    if (code !== 0) return code;
  }
}

function writeMarker(file: PhotoCopier, state: State, code: number): void {
  file.write(state.endsWithFF ? Uint8Array.of(code) : Uint8Array.of(0xff, code));
  state.endsWithFF = false;
}

/** @param length of what follows the marker and the length */
function writeSegment(file: PhotoCopier, state: State, code: number, length: number): void {
  writeMarker(file, state, code);
  file.write(Uint8Array.of((length + 2) >> 8, (length + 2) & 0xff));
}

/** Copies what an application segment says about colours and orientation, and leaves out all else. */
async function copyColoursAndOrientation(file: PhotoCopier, state: State, code: number, length: number): Promise<void> {
  const head = await file.peek(Math.min(length, jfifBytes));
  const isHeader = !state.hasScan; // decoders take these segments from before the first scan only
  if (isHeader && code === app(0) && head.length === jfifBytes && hasSignature(head, 'JFIF\0')) {
    writeSegment(file, state, code, jfifBytes);
    file.write(concat([head.subarray(0, jfifBytes - 2), new Uint8Array(2)])); // no pixels of a thumbnail
  } else if (isHeader && code === app(14) && head.length >= adobeBytes && hasSignature(head, 'Adobe')) {
    writeSegment(file, state, code, adobeBytes);
    file.write(head.slice(0, adobeBytes));
  } else if (isHeader && code === app(2) && hasSignature(head, 'ICC_PROFILE\0')) {
    writeSegment(file, state, code, length);
    return file.copy(length);
  } else if (isHeader && code === app(1) && hasExifPrefix(head) && !state.hasOrientation) {
    const orientation = readOrientation(await file.read(length));
    if (orientation === undefined) return;
    const exif = concat([Uint8Array.from(exifPrefix, (character) => character.charCodeAt(0)), orientationExif(orientation)]);
    writeSegment(file, state, code, exif.length);
    file.write(exif);
    state.hasOrientation = true;
    return;
  }
  return file.skip(length);
}

/**
 * Searches the end of the compressed data of a scan: 0xff and a byte that is neither zero, nor 0xff, nor a restart marker.
 * @returns what finds the second of these bytes in consecutive chunks
 */
function findScanEnd(): (chunk: Uint8Array) => number {
  let isAfterFF = false;
  return (chunk) => {
    let i = 0;
    for (;;) {
      if (!isAfterFF) {
        const found = chunk.indexOf(0xff, i);
        if (found < 0) return -1;
        i = found + 1;
        isAfterFF = true;
      }
      const byte = chunk[i];
      if (byte === undefined) return -1;
      if (byte !== 0 && byte !== 0xff && (byte < markers.rst0 || byte > markers.rst7)) return i;
      isAfterFF = byte === 0xff;
      i++;
    }
  };
}
