import {
  detectPhotoType,
  MalformedPhotoError,
  removeMetadata,
  signatureLength,
  takeWebpOrientation,
} from '../contract/photo-metadata.ts';
import { UnreadablePhotoError } from '../lib/photo-errors.ts';

const maxSidePx = 2560;
const jpegQuality = 0.85;
/** Small files of these types keep their pixels: they are mostly screenshots, whose lines JPEG would blur. */
const unchangedTypes = ['image/png', 'image/webp'];
/** A png or webp up to this size keeps its pixels. */
const maxUnchangedBytes = 1_500_000;
/** What the service takes unless an operator has set PHOTO_MAX_BYTES. */
const maxUndecodedBytes = 10 * 1024 * 1024;

/**
 * Applies the orientation that the camera has stored in the file, and scales the photo down: phones make large photos,
 * often rotated by their metadata only. GPS position and other metadata are removed from every photo.
 * @returns a JPEG, or the same pixels when the file is a small png or webp, or cannot be decoded
 * @throws UnreadablePhotoError
 */
export async function resizePhoto(file: File): Promise<File> {
  // The type of a file that a person chooses is only guessed from its name.
  const type = detectPhotoType(await bytesOf(file.slice(0, signatureLength)));
  const { source, orientation } = type === 'image/webp' ? await takeOrientation(file) : { source: file, orientation: 1 };
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return undecoded(file, type);
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const keepsPixels = scale === 1 && orientation === 1 && file.size <= maxUnchangedBytes;
  if (keepsPixels && type && unchangedTypes.includes(type)) {
    const stripped = await withoutMetadata(file);
    if (stripped) {
      bitmap.close();
      return new File([stripped], file.name, { type });
    }
  }
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  const [width, height] = [scaled(bitmap.width), scaled(bitmap.height)];
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = orientation < 5 ? [width, height] : [height, width];
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePhotoError(file.name);
  context.fillStyle = '#fff'; // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(turn(orientation, canvas));
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  // Some browsers write Exif into the pictures that they encode.
  const jpeg = blob && (await withoutMetadata(blob));
  if (!jpeg) throw new UnreadablePhotoError(file.name);
  return new File([jpeg], file.name.replace(/\.\w+$/, '').concat('.jpg'), { type: 'image/jpeg' });
}

/**
 * A photo that the browser has too little memory to decode, as it is, but for its metadata.
 * @throws UnreadablePhotoError it is no photo, or larger than the service takes it
 */
async function undecoded(file: File, type: string | undefined): Promise<File> {
  const stripped = type && file.size <= maxUndecodedBytes ? await withoutMetadata(file) : undefined;
  if (!stripped) throw new UnreadablePhotoError(file.name);
  return new File([stripped], file.name, { type });
}

/** Browsers do not agree whether a WebP file is turned as it says, so they get it without that. */
async function takeOrientation(file: File): Promise<{ source: Blob; orientation: number }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const orientation = takeWebpOrientation(bytes);
  return { source: new Blob([bytes]), orientation };
}

/** Turns what is drawn. @param orientation of Exif @param size of the upright picture */
function turn(orientation: number, { width, height }: { width: number; height: number }): DOMMatrix {
  const matrices = [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, width, 0],
    [-1, 0, 0, -1, width, height],
    [1, 0, 0, -1, 0, height],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, width, 0],
    [0, -1, -1, 0, width, height],
    [0, -1, 1, 0, 0, height],
  ];
  return new DOMMatrix(matrices[orientation - 1]);
}

/** @returns undefined when the structure of the file is malformed, though the browser may have decoded it */
async function withoutMetadata(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  async function* source() {
    yield await bytesOf(file);
  }
  try {
    const patches = await removeMetadata(source(), async (part) => {
      parts.push(part);
    });
    const copy = new Uint8Array(await new Blob(parts).arrayBuffer());
    for (const { bytes, position } of patches) copy.set(bytes, position);
    return copy;
  } catch (error) {
    if (error instanceof MalformedPhotoError) return undefined;
    throw error;
  }
}

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
