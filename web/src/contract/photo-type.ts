// Of the types of photos. Apart from photo-metadata.ts, which is loaded with the first photo.

export { isHeic, signatureLength } from '../../../src/platform/storage/photo-type.ts';
