import { isHeic, signatureLength } from '../contract/photo-type.ts';
import { HeicPhotoError } from '../lib/photo-errors.ts';
import { showToast } from '../lib/toasts.ts';

/**
 * Adds chosen pictures, without those in HEIC that the browser cannot convert: it says so now, because after sending they would be gone.
 */
export async function addReadable(files: readonly File[], add: (files: File[]) => void): Promise<void> {
  const areReadable = await Promise.all(files.map(isReadable));
  const readable = files.filter((_file, index) => areReadable[index]);
  if (readable.length > 0) add(readable);
  if (readable.length < files.length) showToast({ error: new HeicPhotoError() });
}

/** Only Safari decodes HEIC. */
async function isReadable(file: File): Promise<boolean> {
  const head = await file.slice(0, signatureLength).arrayBuffer();
  if (!isHeic(new Uint8Array(head))) return true;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  bitmap?.close();
  return bitmap !== undefined;
}
