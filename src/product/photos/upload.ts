import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { badRequest, HttpError, storageUnavailable } from '../../platform/http/errors.ts';
import { maxFileNameLength, safeFileName } from '../../platform/lib/file-name.ts';
import type { SpooledFile } from '../../platform/storage/storage.ts';
import { spool } from './spool.ts';

/** A photo that was received completely. */
export interface Upload {
  file: SpooledFile;
  name: string;
}

/** A part of a multipart body, from @fastify/multipart. */
type Part = { type: 'file'; fieldname: string; filename?: string; file: Readable } | { type: 'field' };

/**
 * Receives the file of the field `file` from a multipart body. After an error no file is left on the disk.
 * @throws 400 no file or several, not a photo, too large or incomplete; 500 the file cannot be written
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
      upload = { name: validFileName(part.filename ?? ''), file: await spool(part.file, folder, maxBytes) };
    }
    if (!upload) throw badRequest('the field file is missing');
    return upload;
  } catch (error) {
    if (upload) await rm(upload.file.path, { force: true });
    throw toHttpError(error as NodeJS.ErrnoException);
  }
}

function validFileName(given: string): string {
  const name = safeFileName(given);
  if ([...name].length > maxFileNameLength) throw badRequest(`the file name is longer than ${maxFileNameLength} characters`);
  return name;
}

// Errors of system calls come from the local disk, all others from the body.
function toHttpError(error: NodeJS.ErrnoException): Error {
  if (error instanceof HttpError) return error;
  return error.syscall !== undefined && error.code !== 'ECONNRESET'
    ? storageUnavailable(error)
    : badRequest('the body is no complete multipart/form-data');
}
