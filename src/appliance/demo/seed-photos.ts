import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { addPhoto } from '../../product/photos/actions.ts';
import { spool, spoolFolder } from '../../product/photos/receive-upload.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData } from './seed-accounts.ts';
import type { PhotoSubject } from './ticket-templates.ts';

// The photos are drawn by test/console/draw-demo-photos.ts.
const photosFolder = join(import.meta.dirname, 'photos');

/** Uploads a drawing under a file name as a phone gives it. @throws when there is no such drawing */
export async function addDemoPhoto(
  { deps, timeline }: SeededData,
  worker: Actor,
  ticket: number,
  drawing: `${PhotoSubject}-${'before' | 'after'}`,
): Promise<void> {
  const source = (await readdir(photosFolder)).find((name) => name.startsWith(`${drawing}.`));
  if (!source) throw new Error(`the demo has no photo ${drawing}`);
  const content = createReadStream(join(photosFolder, source));
  const file = await spool(content, spoolFolder(deps.config.dataDir), Number.POSITIVE_INFINITY);
  const takenAt = timeline.now.toISOString().replaceAll(/[-:]/g, '');
  const name = `IMG_${takenAt.slice(0, 8)}_${takenAt.slice(9, 13)}${extname(source)}`;
  await addPhoto(deps, worker, ticket, { file, name });
}
