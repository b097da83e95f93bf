/** Loaded with the first photo: most visits send none. */
const loadPhotoMetadata = () => import('../contract/photo-metadata.ts');

const maxSidePx = 2560;
const jpegQuality = 0.85;
/** Small files of these types keep their pixels: they are mostly screenshots, whose lines JPEG would blur. */
const unchangedTypes = ['image/png', 'image/webp'];
/** A png or webp up to this size keeps its pixels. */
const maxUnchangedBytes = 1_500_000;

/** The browser cannot read a file as a picture. */
export class UnreadablePhotoError extends Error {}

/**
 * Applies the orientation that the camera has stored in the file, and scales the photo down: phones make large photos,
 * often rotated by their metadata only. GPS position and other metadata are removed from every photo.
 * @returns a JPEG, or the same pixels when the file is a small png or webp
 * @throws UnreadablePhotoError
 */
export async function resizePhoto(file: File): Promise<File> {
  const { detectPhotoType, signatureLength } = await loadPhotoMetadata();
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) throw new UnreadablePhotoError(file.name);
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  // The type of a file that a person chooses is only guessed from its name.
  const type = detectPhotoType(await bytesOf(file.slice(0, signatureLength)));
  if (scale === 1 && type && unchangedTypes.includes(type) && file.size <= maxUnchangedBytes) {
    const stripped = await withoutMetadata(file);
    if (stripped) {
      bitmap.close();
      return new File([stripped], file.name, { type });
    }
  }
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePhotoError(file.name);
  context.fillStyle = '#fff'; // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  // Some browsers write Exif into the pictures that they encode.
  const jpeg = blob && (await withoutMetadata(blob));
  if (!jpeg) throw new UnreadablePhotoError(file.name);
  return new File([jpeg], file.name.replace(/\.\w+$/, '').concat('.jpg'), { type: 'image/jpeg' });
}

/** @returns undefined when the structure of the file is malformed, though the browser may have decoded it */
async function withoutMetadata(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { MalformedPhotoError, removeMetadata } = await loadPhotoMetadata();
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
