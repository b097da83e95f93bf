import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { badRequest } from '../../platform/http/errors.ts';
import { minutes } from '../../platform/lib/duration.ts';
import { detectPhotoType, signatureLength } from '../../platform/storage/photo-type.ts';
import type { SpooledFile } from '../../platform/storage/storage.ts';

/**
 * Writes an upload to a file of its own, piece by piece, so that memory holds a piece and not
 * the photo; on return it is on the disk for good.
 * @throws 400 not a photo, or beyond the limit; whatever the disk says
 */
export async function spool(source: Readable, folder: string, maxBytes: number): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  const file = await open(path, 'wx', 0o600);
  try {
    let head = Buffer.alloc(0);
    let size = 0;
    // Not `for await` over the stream itself: leaving that would destroy it, and the rest of the
    // request with it.
    for await (const piece of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (head.length < signatureLength) {
        head = Buffer.concat([head, piece.subarray(0, signatureLength)]);
        if (head.length >= signatureLength) requirePhoto(head);
      }
      size += piece.length;
      if (size > maxBytes) throw badRequest(`the file is larger than ${maxBytes} bytes`);
      await file.writeFile(piece);
    }
    const type = requirePhoto(head);
    await file.sync();
    return { path, size, type };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function requirePhoto(head: Buffer) {
  const type = detectPhotoType(head);
  if (!type) throw badRequest('the file is not a jpeg, png or webp photo');
  return type;
}

/** An upload that was registered so long ago and is no photo yet has failed: a request lives a minute at most. */
export const uploadTimeoutMs = minutes(10);

/** Where uploads wait until they are complete: outside the folder of local photos, which holds nothing else. */
export const spoolFolder = (dataDir: string): string => resolve(dataDir, 'uploads');

/** Removes what killed uploads have left. @param before the moment before which no upload can still run */
export async function removeStaleUploads(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtime } = await stat(path).catch(() => ({ mtime: before }));
    if (mtime >= before) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
