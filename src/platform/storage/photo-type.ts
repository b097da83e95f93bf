export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** Files of objects and equipment: photos, and what was written. */
export const documentTypes = [...photoTypes, 'application/pdf'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** How many bytes of a file detectPhotoType() and detectDocumentType() need. */
export const signatureLength = 12;

/** The type of a photo by its first bytes. */
export function detectPhotoType(head: Uint8Array): PhotoType | undefined {
  if (hasSignature(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (hasSignature(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  return hasSignature(head, 'RIFF') && hasSignature(head.subarray(8), 'WEBP') ? 'image/webp' : undefined;
}

/** The type of a document by its first bytes. */
export const detectDocumentType = (head: Uint8Array): DocumentType | undefined =>
  hasSignature(head, '%PDF-') ? 'application/pdf' : detectPhotoType(head);

/** Whether a file has the format HEIC of phones, which is none of the photo types. @param head its first bytes */
export const isHeic = (head: Uint8Array): boolean =>
  hasSignature(head.subarray(4), 'ftyp') &&
  ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].some((brand) => hasSignature(head.subarray(8), brand));

/** Whether bytes begin with a signature. @param signature one character for each byte */
export function hasSignature(bytes: Uint8Array, signature: string): boolean {
  return bytes.length >= signature.length && [...signature].every((character, i) => bytes[i] === character.charCodeAt(0));
}
