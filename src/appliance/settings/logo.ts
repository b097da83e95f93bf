import { readFile } from 'node:fs/promises';
import { badRequest } from '../../platform/http/errors.ts';
import { discardUploads, type Upload } from '../../product/files/photos/receive-upload.ts';
import { makeLogo, UndecodablePhotoError } from '../../product/files/thumbs/make-thumb.ts';

const maxBytes = 2_000_000;

/** Reads an uploaded picture as a logo. Its file is deleted. @returns a PNG file @throws 400 too large, or not to be decoded */
export async function readLogo(upload: Upload): Promise<Buffer> {
  try {
    if (upload.file.size > maxBytes) throw badRequest('file_too_large', `file is larger than ${maxBytes} bytes`);
    return await makeLogo(await readFile(upload.file.path));
  } catch (error) {
    if (error instanceof UndecodablePhotoError) throw badRequest('file_damaged', 'file is damaged: it cannot be decoded');
    throw error;
  } finally {
    await discardUploads([upload]);
  }
}
