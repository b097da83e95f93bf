import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../platform/config/config.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, HttpError, invalidValue, storageUnavailable } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { minutes } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { MalformedPhotoError } from '../../../platform/storage/photo-metadata/photo-copier.ts';
import { removeMetadata } from '../../../platform/storage/photo-metadata/remove-metadata.ts';
import {
  type DocumentType,
  detectDocumentType,
  detectPhotoType,
  type PhotoType,
  signatureLength,
} from '../../../platform/storage/photo-type.ts';
import type { SpooledFile } from '../../../platform/storage/storage.ts';

/** An upload in its temporary file. */
interface ReceivedFile<Type extends DocumentType> extends SpooledFile<Type> {
  /** of the bytes of the file */
  sha256: Buffer;
}

/** A file that was received completely: a photo, unless the form takes documents. */
export interface Upload<Type extends DocumentType = PhotoType> {
  file: ReceivedFile<Type>;
  name: string;
}

/** An upload with the other fields of its form. */
export type UploadForm<Type extends DocumentType = PhotoType> = Upload<Type> & { fields: Map<string, unknown> };

/** Which files are accepted, by their first bytes. */
export interface AcceptedFiles<Type extends DocumentType> {
  detect: (head: Uint8Array) => Type | undefined;
  /** the error for other files */
  refusal: () => HttpError;
}

export const photoFiles: AcceptedFiles<PhotoType> = {
  detect: detectPhotoType,
  refusal: () => badRequest('not_a_photo', errorMessages.noPhotoFile),
};
export const documentFiles: AcceptedFiles<DocumentType> = {
  detect: detectDocumentType,
  refusal: () => badRequest('not_a_document', errorMessages.noDocumentFile),
};

/** A part of a multipart body, from @fastify/multipart. */
type Part =
  | { type: 'file'; fieldname: string; filename?: string; file: Readable }
  | { type: 'field'; fieldname: string; value: unknown };

type UploadOptions = Pick<Config, 'photoMaxBytes' | 'stripPhotoMetadata'>;

/** What a form may hold. */
interface FormShape<Type extends DocumentType> {
  accepted: AcceptedFiles<Type>;
  /** of the files; those of other fields are ignored */
  field: string;
  maxFiles: number;
  /** ignores files without a name: browsers send one for a field in which no file was chosen */
  ignoresUnnamed?: true;
}

/** Files that were received completely, with the other fields of their form. */
export interface UploadsForm<Type extends DocumentType = PhotoType> {
  uploads: Upload<Type>[];
  fields: Map<string, unknown>;
}

/**
 * Receives the file of the field `file` from a multipart body, with the other fields. After an error no file is left on the
 * disk.
 * @param accepted which files may be sent
 * @throws 400 no file or several, another kind of file, too large or incomplete, or metadata cannot be removed; 500 the file cannot be
 * written
 */
export async function receiveFile<Type extends DocumentType>(
  parts: AsyncIterable<Part>,
  folder: string,
  options: UploadOptions,
  accepted: AcceptedFiles<Type>,
): Promise<UploadForm<Type>> {
  const { uploads, fields } = await receiveFiles(parts, folder, options, { field: 'file', maxFiles: 1, accepted });
  const [upload] = uploads;
  if (!upload) throw invalidValue('file', 'is required');
  return { ...upload, fields };
}

/**
 * Receives some or no files from a multipart body, with the other fields. After an error no file is left on the disk.
 * @throws 400 too many files, one of another kind, too large or incomplete, or whose metadata cannot be removed; 500 a file
 * cannot be written
 */
export async function receiveFiles<Type extends DocumentType>(
  parts: AsyncIterable<Part>,
  folder: string,
  { photoMaxBytes, stripPhotoMetadata }: UploadOptions,
  { field, maxFiles, ignoresUnnamed, accepted }: FormShape<Type>,
): Promise<UploadsForm<Type>> {
  const uploads: Upload<Type>[] = [];
  const fields = new Map<string, unknown>();
  try {
    for await (const part of parts) {
      if (part.type !== 'file') {
        fields.set(part.fieldname, part.value);
        continue;
      }
      if (part.fieldname !== field || (ignoresUnnamed && !part.filename)) {
        part.file.resume();
        continue;
      }
      if (uploads.length === maxFiles)
        throw invalidValue(field, maxFiles === 1 ? 'is given more than once' : `is given more than ${maxFiles} times`);
      const name = safeFileName(part.filename ?? '');
      if ([...name].length > maxFileNameLength)
        throw invalidValue(field, `has a name of more than ${maxFileNameLength} characters`);
      uploads.push({ name, file: await spool(part.file, folder, photoMaxBytes, accepted, stripPhotoMetadata) });
    }
    return { uploads, fields };
  } catch (error) {
    await discardUploads(uploads);
    throw toHttpError(error as NodeJS.ErrnoException);
  }
}

/** Deletes the temporary files of uploads. */
export async function discardUploads(uploads: readonly Pick<Upload<DocumentType>, 'file'>[]): Promise<void> {
  for (const { file } of uploads) await rm(file.path, { force: true });
}

// Errors of system calls come from the local disk, all others from the body.
function toHttpError(error: NodeJS.ErrnoException): Error {
  if (error instanceof HttpError) return error;
  if (error instanceof MalformedPhotoError) return badRequest('file_damaged', `file is damaged: ${error.message}`);
  return error.syscall !== undefined && error.code !== 'ECONNRESET'
    ? storageUnavailable(error)
    : badRequest('multipart_incomplete', 'the body is no complete multipart/form-data');
}

/**
 * Streams an upload to a temporary file of its own, so that memory never holds a whole file. The file is synced to the disk.
 * @param maxBytes of the upload; the file may have fewer when metadata is removed
 * @param stripMetadata of a photo; a PDF file stays as it is
 * @throws 400 another kind of file, or larger than `maxBytes`; MalformedPhotoError metadata cannot be removed; errors of the file system
 */
export async function spool<Type extends DocumentType>(
  source: Readable,
  folder: string,
  maxBytes: number,
  accepted: AcceptedFiles<Type>,
  stripMetadata = false,
): Promise<ReceivedFile<Type>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  const file = await open(path, 'wx', 0o600);
  try {
    const { chunks, head } = checkChunks(source, maxBytes, accepted);
    const first = await chunks.next();
    const hash = createHash('sha256');
    let sha256: Buffer | undefined;
    let size = 0;
    const append = async (chunk: Uint8Array) => {
      await file.writeFile(chunk);
      hash.update(chunk);
      size += chunk.length;
    };
    if (stripMetadata && detectPhotoType(head())) {
      const patches = await removeMetadata(startingWith(first, chunks), append);
      for (const { bytes, position } of patches) await file.write(bytes, 0, bytes.length, position);
      if (patches.length > 0) sha256 = await hashFile(path);
    } else {
      for await (const chunk of startingWith(first, chunks)) await append(chunk);
    }
    const type = requireType(head(), accepted);
    await file.sync();
    return { path, size, type, sha256: sha256 ?? hash.digest() };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Calculates the SHA-256 of a file whose bytes were changed after they were written. */
async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

/**
 * Checks an upload while it is received.
 * @returns the chunks of the source, which throw 400 for another kind of file and for one larger than `maxBytes`; the first bytes of the
 * file, once the first chunk was read
 */
function checkChunks(source: Readable, maxBytes: number, accepted: AcceptedFiles<DocumentType>) {
  let head = Buffer.alloc(0);
  async function* chunks(): AsyncGenerator<Buffer, void> {
    let received = 0;
    // Leaving `for await` over the stream itself would destroy it, and the rest of the request with it.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const isBeginning = head.length < signatureLength;
      if (isBeginning) {
        head = Buffer.concat([head, chunk]);
        if (head.length >= signatureLength) requireType(head, accepted);
      }
      received += chunk.length;
      if (received > maxBytes) throw badRequest('file_too_large', `file is larger than ${maxBytes} bytes`);
      if (!isBeginning) yield chunk;
      else if (head.length >= signatureLength) yield head;
    }
    requireType(head, accepted);
    if (head.length < signatureLength) yield head;
  }
  return { chunks: chunks(), head: () => head };
}

function requireType<Type extends DocumentType>(head: Buffer, { detect, refusal }: AcceptedFiles<Type>): Type {
  const type = detect(head);
  if (!type) throw refusal();
  return type;
}

/** An upload that takes longer has failed: requests time out earlier. */
export const uploadTimeoutMs = minutes(10);

/** The folder of uploads that are not complete yet. It is outside the folder of local photos, which holds only photos. */
export const spoolFolder = (dataDir: string): string => resolve(dataDir, 'uploads');

/** Deletes the spooled files on this machine that killed processes have left. @returns how many */
export async function deleteStaleUploads({ clock, config }: Pick<Deps, 'clock' | 'config'>): Promise<number> {
  const folder = spoolFolder(config.dataDir);
  const startedBefore = plus(clock(), -uploadTimeoutMs);
  let deleted = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtime } = await stat(path).catch(() => ({ mtime: startedBefore }));
    if (mtime >= startedBefore) continue;
    await rm(path, { force: true });
    deleted++;
  }
  return deleted;
}

export const maxFileNameLength = 255;

// Bidirectional controls can hide the extension of a file name.
const bidirectionalControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The last path segment of a file name from a client, without control characters. */
export function safeFileName(given: string): string {
  const segment = given.split(/[/\\]/).at(-1) ?? '';
  const name = segment
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(bidirectionalControls, '')
    .toWellFormed()
    .trim();
  return name === '' || name === '.' || name === '..' ? 'photo' : name;
}
