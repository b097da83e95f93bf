import { detectPhotoType, type PhotoType, signatureLength } from '../photo-type.ts';
import { copyJpeg } from './jpeg.ts';
import { MalformedPhotoError, type Patch, PhotoCopier } from './photo-copier.ts';
import { copyPng } from './png.ts';
import { copyWebp } from './webp.ts';

const copyWithoutMetadata: Record<PhotoType, (file: PhotoCopier) => Promise<Patch[]>> = {
  'image/jpeg': copyJpeg,
  'image/png': copyPng,
  'image/webp': copyWebp,
};

/**
 * Copies a photo without Exif, GPS, XMP, IPTC, comments, thumbnails and whatever follows the image. The compressed pixels, colour
 * profiles and the orientation stay. Browsers run it too.
 * @param source the bytes of the file in chunks; it is read to its end unless it fails
 * @param append writes bytes behind those that were written before
 * @returns what to overwrite in the copy afterwards
 * @throws MalformedPhotoError the structure is not that of a photo; errors of the source and of `append`
 */
export async function removeMetadata(
  source: AsyncIterable<Uint8Array>,
  append: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<Patch[]> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const file = new PhotoCopier(chunks, append);
    const type = detectPhotoType(await file.peek(signatureLength));
    if (!type) throw new MalformedPhotoError('the file is no photo');
    const patches = await copyWithoutMetadata[type](file);
    await file.finish();
    return patches;
  } finally {
    await chunks.return?.();
  }
}
