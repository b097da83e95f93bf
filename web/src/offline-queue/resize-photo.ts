const maxSidePx = 2560;
const jpegQuality = 0.85;
const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** A png or webp up to this size is sent as it is. */
const maxUnchangedBytes = 1_500_000;

/** The browser cannot read a file as a picture. */
export class UnreadablePhotoError extends Error {}

/**
 * Applies the orientation that the camera has stored in the file, and scales the photo down: phones make large photos,
 * often rotated by their metadata only.
 * @returns a JPEG, or the same file when it is small and of an accepted type that is never rotated
 * @throws UnreadablePhotoError
 */
export async function resizePhoto(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) throw new UnreadablePhotoError(file.name);
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const isJpeg = file.type === 'image/jpeg'; // may be rotated by its metadata
  if (scale === 1 && !isJpeg && acceptedTypes.includes(file.type) && file.size <= maxUnchangedBytes) {
    bitmap.close();
    return file;
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
  if (!blob) throw new UnreadablePhotoError(file.name);
  return new File([blob], file.name.replace(/\.\w+$/, '').concat('.jpg'), { type: 'image/jpeg' });
}
