import { Readable } from 'node:stream';
import type { Config } from '../../../platform/config/config.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import { MalformedPhotoError } from '../../../platform/storage/photo-metadata/photo-copier.ts';
import { photoFiles, spool, spoolFolder, type Upload } from '../../files/photos/receive-upload.ts';
import type { MailPicture, OmittedFile } from './parse-mail.ts';

/** A file of a mail that is not kept. */
export interface LeftOutFile {
  name: string;
  why: OmittedFile['why'] | 'too_large' | 'damaged' | 'too_many';
}

/**
 * Writes the pictures of a mail into temporary files, by the limits and checks of an upload. Metadata is removed, as from photos of
 * portals.
 * @param max how many are kept
 * @returns those that are kept, and the others
 */
export async function receivePictures(
  { dataDir, photoMaxBytes }: Pick<Config, 'dataDir' | 'photoMaxBytes'>,
  pictures: readonly MailPicture[],
  max: number,
): Promise<{ uploads: Upload[]; leftOut: LeftOutFile[] }> {
  const uploads: Upload[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const { name, content } of pictures) {
    if (uploads.length === max) {
      leftOut.push({ name, why: 'too_many' });
      continue;
    }
    try {
      const source = Readable.from([Buffer.from(content)]);
      uploads.push({ name, file: await spool(source, spoolFolder(dataDir), photoMaxBytes, photoFiles, true) });
    } catch (error) {
      leftOut.push({ name, why: reasonOf(error) });
    }
  }
  return { uploads, leftOut };
}

function reasonOf(error: unknown): LeftOutFile['why'] {
  if (error instanceof MalformedPhotoError) return 'damaged';
  if (!(error instanceof HttpError)) throw error;
  return error.code === 'file_too_large' ? 'too_large' : 'no_photo';
}
