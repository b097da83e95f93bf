// Photos of phones are large and often turned by a mark in the file. They are drawn upright and
// at most this many pixels wide or high, and sent as jpeg, which the service takes.

const longestSide = 2560;
const quality = 0.85;
const taken = ['image/jpeg', 'image/png', 'image/webp'];
const smallEnough = 1_500_000;

export class UnreadablePhotoError extends Error {}

/** @throws UnreadablePhoto when the browser cannot read the file as a picture */
export async function resizePhoto(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) throw new UnreadablePhotoError(file.name);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const isJpeg = file.type === 'image/jpeg'; // which may be turned by its mark
  if (scale === 1 && !isJpeg && taken.includes(file.type) && file.size <= smallEnough) {
    bitmap.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePhotoError(file.name);
  context.fillStyle = '#fff'; // jpeg knows no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new UnreadablePhotoError(file.name);
  return new File([blob], file.name.replace(/\.\w+$/, '').concat('.jpg'), { type: 'image/jpeg' });
}
