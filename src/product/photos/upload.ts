import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { badRequest, HttpError, storageUnavailable } from '../../platform/http/errors.ts';
import { maxFileNameLength, safeFileName } from '../../platform/lib/file-name.ts';
import type { SpooledFile } from '../../platform/storage/storage.ts';
import { spool } from './spool.ts';

/** A photo that arrived whole. */
export interface Upload {
  file: SpooledFile;
  name: string;
}

/** A part of a multipart body, as it comes. */
type Part = { type: 'file'; fieldname: string; filename?: string; file: Readable } | { type: 'field' };

/**
 * Reads the one file `file` of a multipart body to its end. Whatever is wrong, nothing of it
 * stays on the disk.
 * @throws 400 no file, not a photo, too large or cut off; 500 the disk refuses
 */
export async function receivePhoto(parts: AsyncIterable<Part>, folder: string, maxBytes: number): Promise<Upload> {
  let upload: Upload | undefined;
  try {
    for await (const part of parts) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== 'file') {
        part.file.resume();
        continue;
      }
      if (upload) throw badRequest('one file per request');
      upload = { name: nameOf(part.filename ?? ''), file: await spool(part.file, folder, maxBytes) };
    }
    if (!upload) throw badRequest('the field file is missing');
    return upload;
  } catch (error) {
    if (upload) await rm(upload.file.path, { force: true });
    throw asRefusal(error as NodeJS.ErrnoException);
  }
}

function nameOf(given: string): string {
  const name = safeFileName(given);
  if ([...name].length > maxFileNameLength) throw badRequest(`the file name is longer than ${maxFileNameLength} characters`);
  return name;
}

// What the operating system says of a file comes from our disk; all else from the body.
function asRefusal(error: NodeJS.ErrnoException): Error {
  if (error instanceof HttpError) return error;
  return error.syscall !== undefined && error.code !== 'ECONNRESET'
    ? storageUnavailable(error)
    : badRequest('the body is no complete multipart/form-data');
}
