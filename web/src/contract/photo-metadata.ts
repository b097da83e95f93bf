// The removal of metadata from photos, as the service does it with PHOTO_METADATA=strip. It is bundled with the console, so
// that a photo has the same bytes, and the same size, before and after the upload.

export { MalformedPhotoError } from '../../../src/platform/storage/photo-metadata/photo-copier.ts';
export { removeMetadata } from '../../../src/platform/storage/photo-metadata/remove-metadata.ts';
export { takeWebpOrientation } from '../../../src/platform/storage/photo-metadata/webp-orientation.ts';
export { detectPhotoType, signatureLength } from '../../../src/platform/storage/photo-type.ts';
