import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { addAttachment } from '../../product/files/attachments/actions.ts';
import { addPhoto } from '../../product/files/photos/actions.ts';
import { photoFiles, spool, spoolFolder, type Upload } from '../../product/files/photos/receive-upload.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData } from './seed-accounts.ts';
import type { PhotoSubject } from './ticket-templates.ts';

// The photos are drawn by scripts/draw-demo-photos.ts.
const photosFolder = join(import.meta.dirname, 'photos');

type Drawing = `${PhotoSubject}-${'before' | 'after'}`;

/** Adds a drawing as a photo of the work. @throws when there is no such drawing */
export async function addDemoPhoto(data: SeededData, worker: Actor, ticket: number, drawing: Drawing): Promise<void> {
  await addPhoto(data.deps, worker, ticket, await readDrawing(data, drawing));
}

/** Adds the drawing of what is broken to a report. */
export async function addDemoAttachment(data: SeededData, client: Actor, ticket: number, subject: PhotoSubject): Promise<void> {
  const upload = await readDrawing(data, `${subject}-before`);
  await addAttachment(data.deps, client, ticket, { ...upload, fields: new Map([['kind', 'report']]) });
}

/** Reads a drawing as an upload under a file name as a phone gives it. */
export async function readDrawing({ deps, timeline }: SeededData, drawing: Drawing): Promise<Upload> {
  const source = (await readdir(photosFolder)).find((name) => name.startsWith(`${drawing}.`));
  if (!source) throw new Error(`the demo has no photo ${drawing}`);
  const content = createReadStream(join(photosFolder, source));
  const file = await spool(content, spoolFolder(deps.config.dataDir), Number.POSITIVE_INFINITY, photoFiles);
  const takenAt = timeline.now.toISOString().replaceAll(/[-:]/g, '');
  return { file, name: `IMG_${takenAt.slice(0, 8)}_${takenAt.slice(9, 13)}${extname(source)}` };
}
